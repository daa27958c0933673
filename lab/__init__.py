"""The laboratory: it measures computer players, and computes the numbers that they learn from games."""
