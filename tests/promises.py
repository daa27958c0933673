"""The limits as the documentation, the bot's texts and Discord tell them.

Tests take them from here. A test that takes a limit from the code under test would follow any change of it.
"""

from __future__ import annotations

MOST_HOSTED = 3
MOST_LOBBIES = 12
MOST_PRACTICE = 3
MOST_APPOINTED = 3
MOST_APPOINTED_HERE = 12
MOST_APPOINTED_THERE = 30
MOST_OPEN = 12
MOST_INVITED = 25
MAX_CLOSED = 5
MAX_CLOSED_HERE = 15
MOST_SHARED = 3
MOST_GUESTS = 7
MOST_UNASKED = 20
MAX_TO_ONE = 6
MAX_RECEIVED = 12
MAX_CAUSED = 40
MOST_TOLD = 20
"""The limits that hold everywhere (docs/MODERATION.md)."""

MOST_OF_HOST = 20
MOST_OF_HOSTS = 200
"""The entries of hosts that the moderation log keeps, of one host and of all."""

MOST_BYTES_OF_RECORD = 1_048_576
MOST_LINES = 20_000
LONGEST_LINE = 4000
"""The size of a game record that the command line reads: its bytes, its lines, the characters of a line."""

MOST_PEOPLE = 200
MOST_ROUNDS = 8
MOST_SEATS = 12
"""The size of a tournament (docs/PAIRING.md): its people, its rounds before a final, the seats of a table."""

MOST_CHARACTERS = 65_536
"""The characters of a file with settings or with a secret."""

MOST_NOTES = 50
"""A person's notes about one game."""

MOST_COSTLY = 3
"""The decisions that a review names."""

MOST_REMEMBERED = 1000
"""The people who are answered in ten minutes if they write to the bot."""

TABLE_REST_MS = 6000
"""How late a table's message may be while all players look at their panels (docs/ARCHITECTURE.md)."""

ALONE_SECONDS = 30
ALONE_PANEL_SECONDS = 900
"""The reveals of a person among computer players: the pause, and how long the panel keeps what concerns them
(docs/ARCHITECTURE.md).
"""

SHORTEST_PAUSE_MS = 500
LONGEST_PAUSE_MS = 60_000
"""The pauses of a step that fails: half a second, then up to a minute (docs/ARCHITECTURE.md)."""

MOST_BYTES_OF_FACE = 262_144
"""The size of a file of which a face is made."""

THREAD_NAME_LIMIT = 100
"""The characters of a thread's name (Discord's documentation, *Start Thread from Message*)."""

MOST_FRAMES = 8
"""The frames of an animation."""

LONGEST_DATE_MS = 50 * 3_600_000
"""A date begins in the time zone UTC+14, and ends in UTC-12."""

PING_DELAY_MS = 25_000
LOOKING_MS = 180_000
"""A player who used the panel in the last three minutes is pinged after 25 seconds, not at once."""

DESERTED_MS = 86_400_000
IDLE_MS = 86_400_000
PRACTICE_MS = 7 * 86_400_000
HOST_GONE_MS = 600_000
SILENT_MS = 1_200_000
ANSWER_MS = 120_000
"""The times after which people are gone: a day, a week, ten, twenty and two minutes (docs/MODERATION.md)."""

END_OF_EVENING_MS = 1_800_000
PLANNED_PING_MS = 600_000
PAUSE_OF_TOURNAMENT_MS = 30 * 86_400_000
SIGN_UP_MS = 60 * 86_400_000
"""An evening ends after half an hour, a ping comes ten minutes before, a tournament waits 30 and 60 days."""

BETWEEN_POSTS_MS = 600_000
BETWEEN_GREETINGS_MS = 600_000
HOUR_MS = 3_600_000
KEPT_MS = 14 * 86_400_000
"""The times in which posts, answers and pings count, and that of the moderation log (docs/MODERATION.md)."""

TOO_LATE_MS = 2700
TOKEN_MS = 870_000
"""Discord drops a tap after three seconds, and an interaction after 15 minutes; the bot is earlier."""
