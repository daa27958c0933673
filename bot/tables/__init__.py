"""Tables as values, without Discord: seats, turns, the acts of a lobby, clocks, votes, what may be shown."""
