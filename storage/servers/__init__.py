"""What servers chose."""
