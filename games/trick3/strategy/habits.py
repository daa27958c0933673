"""How a player is taken to play in the simulation: quick rules of thumb, about as good as ``normal``.

It stays with a hand that is likely enough to win what lies there, folds with the card it misses least,
exposes what leaves the best hand to be played, and draws all it can.
"""

from __future__ import annotations

from games.core.search import Draw
from games.trick3.moves import DOWN, EXPOSED, HIDDEN, UP
from games.trick3.strategy.simulation import Choice, Playout, is_concealed

STAYS = 0.3
"""Expected number of cards won from which on one stays in."""
KEEPS = 0.5
"""What the best hand that can be kept for later is worth, in cards."""
WILLING = 0.9
"""Probability that somebody who has not played yet stays in."""
COMING = 0.7
"""Expected number of cards added for each that is still to be played."""

FOLD = Choice(None, is_fold=True)


def chances(table: Playout, seat: int) -> list[float]:
    """Tell, for each strength, how likely it wins against all others who are still in the battle."""
    chart, folded, way = table.chart, table.folded, table.way
    wins = [1.0] * chart.strengths
    for other in table.order:
        if other == seat or other in folded:
            continue
        played = table.played[other]
        seen = [card for number, card in enumerate(played, 1) if not is_concealed(number, way)]
        if len(seen) > 1:
            beats = chart.beats_with_two(seen[0], seen[1])
        elif seen:
            beats = chart.beats_with_one(seen[0])
        elif len(played) < 2 and not table.exposed[other]:
            continue
        else:
            beats = chart.beats
        if played:
            wins = [chance * part for chance, part in zip(wins, beats, strict=True)]
        else:
            wins = [chance * (1 - WILLING * (1 - part)) for chance, part in zip(wins, beats, strict=True)]
    wins[0] = 0.0
    return wins


def _stake(table: Playout, seat: int) -> float:
    """Estimate how many cards the winner takes."""
    cards = table.pot + 3.0
    for other in table.order:
        if other != seat and other not in table.folded:
            played = len(table.played[other])
            cards += played + COMING * (3 - played)
    return cards


def play(table: Playout, seat: int, draw: Draw) -> Choice:
    """Choose a card to play, or to fold with."""
    hidden, exposed, played = table.hidden[seat], table.exposed[seat], table.played[seat]
    rows = table.chart.rows
    wins = chances(table, seat)
    least = STAYS / _stake(table, seat)
    if len(played) == 2:
        row = rows[played[0]][played[1]]
        card = max(hidden, key=row.__getitem__)
        return Choice(card) if wins[row[card]] >= least and row[card] else FOLD
    if played:
        base = rows[played[0]]
        strength, card = max([(max(map(base[card].__getitem__, hidden)), card) for card in exposed])
        return Choice(card) if wins[strength] >= least and strength else FOLD
    return _open(table, seat, draw, wins, least)


def _open(table: Playout, seat: int, draw: Draw, wins: list[float], least: float) -> Choice:
    """Plan a battle in round 1: win it with the hand that leaves the best one for later."""
    hidden, exposed, chart = table.hidden[seat], table.exposed[seat], table.chart
    rows, count = chart.rows, len(hidden)
    plans: dict[int, tuple[int, int, int]] = {}
    start = int(draw() * count)
    turned = hidden[start:] + hidden[:start]
    for card in exposed:
        row = rows[card]
        for i in range(count - 1):
            one = turned[i]
            line = row[one]
            for two in turned[i + 1 :]:
                strength = line[two]
                if strength and strength not in plans:
                    plans[strength] = (one, card, two)
    keep = KEEPS / _stake(table, seat)
    best, chosen = least, None
    for strength, plan in plans.items():
        chance = wins[strength]
        if chance < least or chance + keep <= best:
            continue
        left = hidden + exposed
        for card in plan:
            left.remove(card)
        worth = chance + keep * chart.goodness[chart.best(left)]
        if worth > best:
            best, chosen = worth, plan
    if chosen is None:
        return Choice(_spare(table, seat, draw), is_fold=True)
    return Choice(chosen[0 if draw() < 0.5 else 2], way=UP if draw() < 0.5 else DOWN)


def _spare(table: Playout, seat: int, draw: Draw) -> int:
    """Pick a card that the best hand of all does without."""
    cards = table.hidden[seat] + table.exposed[seat]
    start = int(draw() * len(cards))
    best, spare = -1, cards[start]
    for card in dict.fromkeys(cards[start:] + cards[:start]):
        left = cards[:]
        left.remove(card)
        strength = table.chart.best(left)
        if strength > best:
            best, spare = strength, card
    return spare


def refill(table: Playout, seat: int, draw: Draw) -> tuple[list[int], int]:
    """Choose what to expose and how much to draw."""
    hidden, exposed, stock = table.hidden[seat][:], table.exposed[seat][:], len(table.stock[seat])
    played, chart = table.played[seat], table.chart
    is_in = seat not in table.folded and len(played) < 3
    needed = _needed(table, seat) if is_in else None
    shown: list[int] = []
    while len(exposed) < EXPOSED and hidden:
        if len(hidden) == 1 and not stock and (is_in or table.end == "S"):
            break
        free = [card for card in dict.fromkeys(hidden) if card != needed] or hidden
        if len(free) > 1:
            start = int(draw() * len(free))
            best = -1
            for card in free[start:] + free[:start]:
                rest = hidden[:]
                rest.remove(card)
                strength = chart.playable([*exposed, card], rest)
                if strength > best:
                    best, chosen = strength, card
        else:
            chosen = free[0]
        hidden.remove(chosen)
        exposed.append(chosen)
        shown.append(chosen)
    return shown, min(HIDDEN - len(hidden), stock) if hidden else 0


def _needed(table: Playout, seat: int) -> int | None:
    """Find the hidden card that completes this battle's hand best."""
    hidden, played, rows = table.hidden[seat], table.played[seat], table.chart.rows
    if len(played) == 2:
        return max(hidden, key=rows[played[0]][played[1]].__getitem__)
    if len(played) == 1 and table.exposed[seat]:
        base = rows[played[0]]
        return max(hidden, key=lambda card: max([base[other][card] for other in table.exposed[seat]]))
    return None
