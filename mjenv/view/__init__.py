"""Pictures of a table for people."""
