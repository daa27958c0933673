"""Lobbies and tables: who sits where, whose move it is, and the one path that a play takes. No Discord here."""
