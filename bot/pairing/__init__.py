"""Divides the people of a tournament into tables and orders their seats.

The functions are pure and use no other part of the bot; docs/PAIRING.md explains the method.
"""
