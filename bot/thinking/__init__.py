"""Computer players in processes of their own, and reviews of people's decisions."""
