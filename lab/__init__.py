"""The laboratory: it measures computer players, and computes the numbers that they have learnt from games.

The product never imports it.
"""
