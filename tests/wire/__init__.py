"""The bot as it runs, a process of its own, on a stand-in for Discord that speaks real HTTP and websocket.

facts       what is so of Discord, with its source; each can be turned off
world       people, places, messages, interactions: what Discord knows
components  what a message is made of, and what of it can be tapped
limits      rate limits as Discord documents them, what was asked for, and what goes wrong on the way
messages    what is done to messages, with the pictures that they show
answers     what is done by the tokens of interactions, and to threads
rest        the routes that the bot uses
gateway     the websocket: identify, resume, events
standin     all of that at one address
asking      a bot that asks what it is told to ask
process     the bot's process: start, kill, what it costs (``runner`` is what runs in it)
players     what people do and see, and people who play on until the game is over
log         what the bot has written down
"""
