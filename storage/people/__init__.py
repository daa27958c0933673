"""People as the database stores them: names, subscriptions to new lobbies, titles, and bans from servers'
tables.
"""
