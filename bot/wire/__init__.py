"""Messages as Discord has them on the wire, and the thin transport that carries them."""
