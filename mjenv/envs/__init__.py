"""The environments: PettingZoo, Gymnasium and Stable-Baselines3 shells over the same step."""
