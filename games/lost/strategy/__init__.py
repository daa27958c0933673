"""What the computer player of Lost Poker reckons with; warnings to people ask it, too."""
