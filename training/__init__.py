"""Self-play training on the batch engine, and the demo that trains and evaluates one small agent."""
