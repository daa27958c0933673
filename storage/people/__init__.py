"""People: their rows, subscriptions and bars."""
