"""The bot as it runs, a process of its own, on a stand-in for Discord that speaks real HTTP and websocket.

world       people, servers, channels, messages, interactions: what Discord knows
components  what a message is made of, and what of it can be tapped
limits      rate limits as Discord documents them, and what was asked for
faults      what goes wrong on the way, by plan or by chance
rest        the routes that the bot uses
gateway     the websocket: identify, resume, events
standin     all of that at one address
process     the bot's process: start, kill, what it costs (``runner`` is what runs in it)
people      what people do and see
players     people who play on until the game is over
log         what the bot has written down
"""
