"""What `benchmarks/speed.py` measures, each part in a module; the processes that it starts run modules from here."""
