"""The state record and the functions over it that every variant shares (numpy and numba only)."""
