"""How a player is taken to play in a playout: quick rules of thumb, about as good as ``normal``.

It stays with a hand that is likely enough to win what lies there, folds with the card it misses least,
exposes what leaves the best hand to be played, and draws all it can.
"""

from __future__ import annotations

from itertools import combinations
from math import prod

from games.core.cards import without
from games.core.moves import Move
from games.trick3.moves import EXPOSED, FOLD, FOLDS, PLAYS, UP, Fold, Hand, Refill, is_face_down, most_drawn
from games.trick3.strategy.chances import beats, weaker
from games.trick3.strategy.playout import Playout

STAYS = 0.3
"""Expected number of cards won from which on one stays in."""
KEEPS = 0.5
"""What the best hand that can be kept for later is worth, in cards."""
WILLING = 0.9
"""Probability that somebody who has not played yet stays in."""
COMING = 0.7
"""Expected number of cards added for each that is still to be played."""


def choose(table: Playout, seat: int) -> Move:
    """Choose a move; one that opens a battle is played face up."""
    return refill(table, seat) if table.refilling else _play(table, seat)


def _play(table: Playout, seat: int) -> Move:
    """Win the battle, planned in round 1 so that the best hand is left for later, or fold."""
    rivals, stake = _rivals(table, seat)
    least, keep = STAYS / stake, 0.0 if table.played[seat] else KEEPS / stake
    best, chosen = least, ""
    held, worth_keeping = table.hidden[seat] + table.exposed[seat], weaker(table.deck)
    for strength, cards in sorted(dict(table.plans(seat)).items(), reverse=True):
        worth = prod([1 - stays * (1 - beaten[strength]) for stays, beaten in rivals])
        if not strength or worth < least or worth + keep <= best:
            break
        if keep:
            worth += keep * worth_keeping[table.best(without(held, cards))]
        if worth > best:
            best, chosen = worth, cards[0]
    if not chosen:
        return fold(table, seat)
    return PLAYS["" if table.way else UP][chosen]


def fold(table: Playout, seat: int) -> Fold:
    """Fold, in round 1 with a card that the best hand of all does without."""
    if table.round > 1:
        return FOLD
    held = table.hidden[seat] + table.exposed[seat]
    return FOLDS[max(dict.fromkeys(held), key=lambda card: table.best(without(held, (card,))))]


def _rivals(table: Playout, seat: int) -> tuple[list[tuple[float, list[float]]], float]:
    """Tell of each rival how likely it stays in and what beats it, and how many cards the winner takes."""
    rivals, stake = [], table.pot + 3.0
    for other in table.order:
        if other == seat or other in table.folded:
            continue
        played = table.played[other]
        stake += len(played) + COMING * (3 - len(played))
        seen = [card for number, card in enumerate(played, 1) if not is_face_down(number, table.way)]
        if seen or len(played) > 1 or table.exposed[other]:
            rivals.append((1.0 if played else WILLING, beats(table.deck, *seen)))
    return rivals, stake


def refill(table: Playout, seat: int) -> Refill:
    """Expose what leaves the best hand to be played, but not the card that this battle needs; draw all."""
    hidden, exposed, stock = table.hidden[seat], table.exposed[seat], len(table.stock[seat])
    is_in = seat not in table.folded and len(table.played[seat]) < 3
    needed = max(table.plans(seat), default=(0, ("",)))[1][-1] if is_in and table.played[seat] else ""
    rest = hidden
    while len(exposed) < EXPOSED and rest:
        if len(rest) == 1 and not stock and (is_in or table.end == "S"):
            break
        free = [card for card in rest if card != needed] or rest
        chosen = max(free, key=lambda card: _playable(table, (*exposed, card), without(rest, (card,))))
        rest, exposed = without(rest, (chosen,)), (*exposed, chosen)
    return Refill(without(hidden, rest), most_drawn(len(rest), stock))


def _playable(table: Playout, exposed: Hand, hidden: Hand) -> int:
    """Find the strongest hand of one exposed card and two hidden ones."""
    rows, pairs = table.rows, list(combinations(hidden, 2))
    return max([rows[two][one][three] for two in exposed for one, three in pairs], default=0)
