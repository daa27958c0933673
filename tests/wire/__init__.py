"""End-to-end tests: the bot runs in a process of its own, on a stand-in for Discord with real HTTP and
websockets.

``facts`` says what is so of Discord, ``world`` what there is, ``standin`` puts all of that at one address;
``process`` starts and kills the bot, ``players`` are the people, ``log`` is what it has written down.
"""
