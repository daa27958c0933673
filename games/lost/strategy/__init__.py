"""The estimates behind the computer player of Lost Poker, and behind warnings to people."""
