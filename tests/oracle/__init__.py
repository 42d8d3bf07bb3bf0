"""A slow, plain second implementation of every rule set, written from the rule files alone."""
