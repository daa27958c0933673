"""Messages as Discord's API represents them, and the HTTP requests that send them."""
