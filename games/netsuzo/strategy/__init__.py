"""What the computer player of Netsuzo Poker reckons with; shortcuts for people ask it, too."""
