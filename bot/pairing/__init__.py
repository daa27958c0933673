"""Divides the people of a tournament into tables, and orders the seats of each table.

The functions are pure; docs/PAIRING.md explains the method.
"""
