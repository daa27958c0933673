"""What every subject shares with Discord: components, replies, localised commands, permissions."""
