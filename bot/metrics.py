"""Metrics of the bot, named as is usual for Prometheus.

They contain no data about people, servers, tables or moves.
"""

from __future__ import annotations

import platform
from functools import partial
from importlib.metadata import version

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info

REGISTRY = CollectorRegistry()
"""The Prometheus registry of this process."""

_counter = partial(Counter, registry=REGISTRY)
_gauge = partial(Gauge, registry=REGISTRY)
_histogram = partial(Histogram, registry=REGISTRY)

_QUICK = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
_ANSWER = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0, 15.0)
_THOUGHT = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)

Info("tefuda_build", "Versions of Tefuda and of Python.", registry=REGISTRY).info(
    {"version": version("tefuda"), "python": platform.python_version()}
)

INTERACTIONS = _counter(
    "tefuda_interactions",
    "Taps and commands, by outcome: answered, refused, late, database, discord or bug.",
    ("outcome",),
)
ANSWERS = _histogram(
    "tefuda_answer_seconds",
    "Time from a tap or a command, as Discord dates it, until it was worked on to the end.",
    buckets=_ANSWER,
)
PLAYS = _counter(
    "tefuda_plays", "Moves played, by game and by who moved: person or computer.", ("game", "by")
)
GAMES = _counter("tefuda_games", "Games that ended, by game and how: over or cancelled.", ("game", "end"))
REQUESTS = _counter(
    "tefuda_discord_requests",
    "Requests to Discord, by kind and by status: of the answer, or 0 where none came.",
    ("kind", "status"),
)
REFUSALS = _counter(
    "tefuda_discord_refusals", "Requests that Discord refused as too many (429), by kind.", ("kind",)
)
_TRANSACTIONS = _histogram(
    "tefuda_database_seconds",
    "Time of a transaction, waiting for its turn included, by kind: read or write.",
    ("kind",),
    buckets=_QUICK,
)
TRANSACTIONS = {kind: _TRANSACTIONS.labels(kind) for kind in ("read", "write")}
"""The time of transactions by their kind."""

DATABASE_FAILURES = _counter(
    "tefuda_database_failures", "Transactions that the database failed, by kind.", ("kind",)
)
STEP_FAILURES = _counter(
    "tefuda_step_failures",
    "Steps that tables do by themselves, failed and to be tried again, by what they are about.",
    ("step",),
)
THINKING = _histogram(
    "tefuda_computer_seconds",
    "Time until a computer player had its move, waiting for a free process included.",
    buckets=_THOUGHT,
)
THOUGHTS = _counter(
    "tefuda_computer_moves",
    "Moves of computer players, by outcome: chosen; illegal, slow, failed or lost: by the level below.",
    ("outcome",),
)
LOST_WORKERS = _counter(
    "tefuda_computer_losses", "Processes of computer players that died, or could not be started."
)
SERVED = _gauge("tefuda_shards", "Shards that this process serves; 0 if the bot is not divided.")
QUEUE = _gauge("tefuda_computer_queue", "Computer players that wait for a free process.")
LOOP_LAG = _histogram(
    "tefuda_loop_lag_seconds",
    "How long the event loop takes to come round, looked at once a second.",
    buckets=_QUICK,
)


def count_interaction(outcome: str, seconds: float) -> None:
    """Count an interaction, and record how long its answer took."""
    INTERACTIONS.labels(outcome).inc()
    ANSWERS.observe(seconds)


def count_request(kind: str, status: int) -> None:
    """Count a request to Discord.

    Args:
        status: the HTTP status; 0 without a response.
    """
    REQUESTS.labels(kind, str(status)).inc()
    if status == 429:
        REFUSALS.labels(kind).inc()
