"""What the computer player of Tomoefuda reckons with."""
