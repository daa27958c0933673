"""People: their rows, what they subscribed to, what is shown and forgotten of them."""
