"""How much at a time: requests that the bot makes by itself, and work for those who tap."""
