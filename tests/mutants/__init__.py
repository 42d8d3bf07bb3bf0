"""Do the tests of the rules notice when the rules are broken? ``python -m tests.mutants`` breaks them to see."""
