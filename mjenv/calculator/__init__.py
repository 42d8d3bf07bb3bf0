"""A calculator for people and programs: what a hand scores, what it waits on, how far it is from a legal hand."""
