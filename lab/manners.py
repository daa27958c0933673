"""Report how the computer players bluff and doubt, in each game with claims and at each level.

python -m lab.manners [--seats 3] [--games 60] [--effort 1.0] [--seed manners] [game ...]

All seats play the same level. The table has a row for each level, with these columns:

- The share of claims that are true.
- The share of lies that are not doubted.
- The share of doubts that are right.
- The mean number of claims per doubt.

Porker Bull has two further columns: how often the first call of a round is doubted, and how often this doubt
is right.

Lost Poker has four further columns:

- The number of turns before the first card is played.
- The share of discards that answer a claim.
- The share of such discards in danger, when one more card could eliminate the seat.
- The share of claims of the joker that are true.

Netsuzo Poker has two further columns:

- The share of first declarations that are false.
- The share of later declarations that are false although a true one was possible.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from benchmarks import Figure, add_games, command, print_table
from games import Game
from games.bull.rules import CHALLENGE
from games.core.match import Match, ShuffleKey
from games.lost.hands import JOKER, is_one_away, mask_of
from games.lost.moves import LOST, DiscardFromHand, Play, ReplaceFaceUpCard
from games.lost.strategy.claims import JOKER_CLAIM
from games.netsuzo.hands import Declare, count_cards, is_true
from games.netsuzo.possible import lowest_true
from games.netsuzo.rules import NetsuzoState
from lab.arena.standings import ratio_text
from lab.responders.respond import player_of_level

TableCounts = Counter[str]
Column = tuple[str, tuple[str, ...], str]
"""A column: its title, the counters of the numerator, and the counter of the denominator.

The numerator is the first counter minus the others.
"""

COLUMNS: tuple[Column, ...] = (
    ("claims true", ("claims", "lies"), "claims"),
    ("lies through", ("lies", "lies_caught"), "lies"),
    ("doubts right", ("challenges_right",), "challenges"),
    ("claims a doubt", ("claims",), "challenges"),
)
MORE: dict[str, tuple[Column, ...]] = {
    "bull": (
        ("openings doubted", ("openings doubted",), "openings"),
        ("of these right", ("openings caught",), "openings doubted"),
    ),
    "lost": (
        ("turns to a card", ("turns before a card",), "games"),
        ("discards that answer", ("answering discards",), "discards"),
        ("answers in danger", ("discards in danger",), "answering discards"),
        ("jokers true", ("joker claims", "joker lies"), "joker claims"),
    ),
    "netsuzo": (
        ("openings false", ("false openings",), "openings"),
        ("false though a truth was held", ("needless lies",), "truths held"),
    ),
}


def main() -> None:
    """Run the command line: print a table of bluffs and doubts for each chosen game."""
    parser = command(__doc__)
    add_games(parser)
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--games", dest="games_each", type=int, default=60)
    parser.add_argument("--effort", type=float, default=1.0)
    parser.add_argument("--seed", default="manners")
    options = parser.parse_args()
    for game in options.games:
        if game.has_temperaments:  # a game with claims
            columns = (*COLUMNS, *MORE.get(game.id, ()))
            heads = (f"{game.id}, {options.seats} seats", *(title for title, _, _ in columns))
            print_table(heads, rows(game, columns, options))


def rows(game: Game, columns: Sequence[Column], options: argparse.Namespace) -> Iterator[tuple[Figure, ...]]:
    """Yield a table row for each level that people can choose, with the rates of lies and doubts."""
    for level in game.levels:
        games = [
            play(game, level, options.seats, options.effort, f"{options.seed} {number}")
            for number in range(options.games_each)
        ]
        shares = []
        for _, (part, *less), whole in columns:
            parts = [counts[part] - sum(counts[name] for name in less) for counts in games]
            shares.append(ratio_text(parts, [counts[whole] for counts in games]))
        yield (level, *shares)


def play(game: Game, level: str, seats: int, effort: float, seed: str) -> TableCounts:
    """Play a game at one level, and return the sums of all seats' counters."""
    rng, choose = random.Random(seed), player_of_level(game, level, effort)
    match = Match(game.rules, game.rules.setup(seats, {}, rng.randrange(seats)))
    counts = TableCounts(games=1)
    # Most counters are the game's own; a few more are counted move by move.
    for seat in match.decisions(ShuffleKey.from_text(seed)):
        before: Any = match.state
        move = choose(match.view(seat), match.legal(seat), rng)
        match.play(seat, move)
        after: Any = match.state
        if game.id == "bull" and len(before.calls) == 1:
            counts["openings"] += 1
            if move == CHALLENGE:
                counts["openings doubted"] += 1
                counts["openings caught"] += not after.shown.is_good
        if game.id == "lost":
            is_discard = isinstance(move, DiscardFromHand | ReplaceFaceUpCard)
            counts["turns before a card"] += is_discard and not counts["plays"]
            counts["plays"] += isinstance(move, Play)
            if isinstance(move, Play) and move.claim == JOKER_CLAIM:
                counts["joker claims"] += 1
                counts["joker lies"] += move.card != JOKER
            counts["discards"] += is_discard or move == LOST
            if move == LOST:
                counts["answering discards"] += 1
                counts["discards in danger"] += is_one_away(mask_of(before.fields[seat]))
        if game.id == "netsuzo" and isinstance(move, Declare):
            _count_declaration(counts, before, move)
    for facts in match.statistics():
        counts.update(facts)
    return counts


def _count_declaration(counts: TableCounts, before: NetsuzoState, claim: Declare) -> None:
    available, exact = count_cards((*before.hands[before.turn], *before.open)), before.variant.exact
    is_lie = not is_true(claim, available, exact=exact)
    if before.last is None:
        counts["openings"] += 1
        counts["false openings"] += is_lie
    elif lowest_true(available, before.last, exact=exact):
        counts["truths held"] += 1
        counts["needless lies"] += is_lie


if __name__ == "__main__":
    main()
