"""Pairing of tournaments for tables of any size; pure, and knows nothing else of ours (docs/PAIRING.md)."""
