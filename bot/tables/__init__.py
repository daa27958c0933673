"""Tables as values, without Discord: seats, turns, changes of a lobby, clocks, votes, and what each viewer
may see.
"""
