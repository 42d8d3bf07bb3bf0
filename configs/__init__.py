"""Data only: one YAML file for each training run and tournament, found with ``importlib.resources``."""
