"""The laboratory: measures computer players, and makes the numbers that they have learnt.

The product never imports it.
"""
