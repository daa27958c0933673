"""The estimates behind the computer player and the private panel of Three Cards Trick Poker."""
