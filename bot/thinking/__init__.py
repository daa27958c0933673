"""Computer players, which think in their own processes, and reviews of people's decisions."""
