"""Computer players, in processes of their own, and reviews of what people decided."""
