"""Count the taps that a player needs for each move in an open panel.

A button is one tap. Opening a menu is one tap, and each chosen option is another. Closing a menu with
several choices is one more. The game's rules are not consulted: only the panel and the bot's reaction to
a tap count.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from itertools import chain, combinations
from typing import NamedTuple

from bot.pages.controls import SEPARATOR, answer_for_cards, move_without_question
from bot.pages.panel import PanelContext, panel_page
from bot.tables.snapshot import Snapshot
from bot.wire.components import Button, StringSelect, walk

Chosen = tuple[str, ...]


class TapEffect(NamedTuple):
    """The result of some taps: the choices made so far in the panel, or a move."""

    taps: int
    chosen: Chosen | None = None
    move: str = ""


def fewest_taps(snapshot: Snapshot, most: int = 12) -> dict[str, int]:
    """Return the fewest taps for each move, keyed by notation; omit moves that need more than ``most``."""
    taps_by_move: dict[str, int] = {}
    seen: set[Chosen] = set()
    queue: list[tuple[int, Chosen]] = [(0, ())]
    while queue:
        taps, chosen = heapq.heappop(queue)
        if chosen in seen or taps >= most:
            continue
        seen.add(chosen)
        for reach in _effects(snapshot, chosen):
            if reach.chosen is None:
                if taps + reach.taps <= min(most, taps_by_move.get(reach.move, most)):
                    taps_by_move[reach.move] = taps + reach.taps
            else:
                heapq.heappush(queue, (taps + reach.taps, reach.chosen))
    return taps_by_move


def _effects(snapshot: Snapshot, chosen: Chosen) -> Iterator[TapEffect]:
    for part in walk(panel_page(snapshot, "en", PanelContext(chosen)).components):
        if not isinstance(part, (Button, StringSelect)):
            continue
        _, verb, _, _, arg = (part.custom_id + 4 * ":").split(":", 4)
        arg = arg.rstrip(":")
        answers = tuple(arg.split(SEPARATOR)) if arg else ()
        if isinstance(part, StringSelect):
            yield from _of_menu(snapshot, verb, answers, part)
        elif verb == "way":
            yield TapEffect(1, answers)
        elif verb == "move":
            yield TapEffect(1, None, arg)


def _of_menu(snapshot: Snapshot, verb: str, before: Chosen, part: StringSelect) -> Iterator[TapEffect]:
    values = [option.value for option in part.options]
    sizes = range(part.min_values, part.max_values + 1)
    for picked in chain.from_iterable(combinations(values, size) for size in sizes):
        value = picked[0] if verb == "pick" else answer_for_cards(snapshot, before, picked)
        if value is not None:
            chosen = (*before, value)
            move = move_without_question(snapshot, chosen)
            taps = len(picked) + (2 if part.max_values > 1 else 1)
            yield TapEffect(taps, chosen) if move is None else TapEffect(taps, None, str(move))
