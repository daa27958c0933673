"""People: their names, subscriptions, titles, and bans from servers' tables."""
