"""Live tables: how every change is made, the registry of open tables, and the background task (keeper) of
each table.
"""
