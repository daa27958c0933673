"""Pairs people in tournaments with tables of any size. Pure functions without other imports of ours
(docs/PAIRING.md).
"""
