"""End-to-end tests: the bot runs in a process of its own, on a stand-in for Discord with real HTTP and
websockets.

``facts`` describes Discord's behaviour, ``world`` holds the state, ``standin`` serves both at one address.
``process`` starts and kills the bot, ``players`` are the people, and ``log`` checks the bot's database.
"""
