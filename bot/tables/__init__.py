"""Lobbies and tables: who sits where, whose move it is, the one path of a play. No Discord here."""
