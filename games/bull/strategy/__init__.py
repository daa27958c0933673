"""What the computer player of Porker Bull reckons with."""
