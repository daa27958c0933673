"""What the computer player of Netsuzo Poker reckons with."""
