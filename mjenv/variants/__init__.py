"""The rule books, one file a variant, and the parameters that a user may set."""
