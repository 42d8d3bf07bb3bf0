"""The command line: one command, ``mjenv``."""
