"""Results and everything that is counted from them."""
