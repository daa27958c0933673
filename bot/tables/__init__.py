"""Tables as values, independent of Discord: seats, turns, changes of a lobby, time limits, votes, and what
each viewer may see.
"""
