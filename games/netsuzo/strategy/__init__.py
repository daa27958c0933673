"""The estimates behind the computer player of Netsuzo Poker."""
