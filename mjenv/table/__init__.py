"""A table in play: the phase machine, and tables by the thousand."""
