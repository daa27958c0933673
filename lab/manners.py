"""Report how the computer players bluff and doubt, in each game with claims and at each level.

python -m lab.manners [--seats 3] [--games 60] [--level LEVEL] [--tempers] [--effort 1.0] [--seed manners]
    [game ...]

All seats play the same level. The table has a row for each level. With ``--tempers`` the seats of a table
have different temperaments, and the table has a row for each of them. The columns are:

- The share of claims that are true.
- The share of lies that are not doubted.
- The share of doubts that are right.
- The mean number of claims per doubt.

Porker Bull has further columns:

- How often the first call of a round is doubted, and how often this doubt is right.
- How many first calls name a single card, how many of these a king or an ace, and how many a rank that the
  caller does not hold.
- The share of later calls of a higher kind than the call before.
- The share of doubts among the answers to calls.
- The number of calls in a round, by the seat that made the last one, and the share of rounds whose last call
  is of the same kind as the last call of the round before.
- The share of last calls that are a single card, a pair, two pairs, and more.

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
from operator import itemgetter
from typing import Any

from benchmarks import Figure, add_games, command, print_table
from games import Game
from games.bull.hands import Call
from games.bull.rules import CHALLENGE, BullState
from games.core.game import EVEN, TEMPERAMENTS, Temperament
from games.core.match import Match, ShuffleKey
from games.core.moves import Move
from games.lost.hands import JOKER, is_one_away, mask_of
from games.lost.moves import LOST, DiscardFromHand, Play, ReplaceFaceUpCard
from games.lost.strategy.claims import JOKER_CLAIM
from games.netsuzo.hands import Declare, count_cards, is_true
from games.netsuzo.possible import lowest_true
from games.netsuzo.rules import NetsuzoState
from lab.arena.standings import RateColumn, ratios_in, titles_of

TableCounts = Counter[str]
COLUMNS: tuple[RateColumn, ...] = (
    RateColumn("claims true", ("claims", "lies"), "claims"),
    RateColumn("lies through", ("lies", "lies_caught"), "lies"),
    RateColumn("doubts right", ("challenges_right",), "challenges"),
    RateColumn("claims a doubt", ("claims",), "challenges"),
)
MORE: dict[str, tuple[RateColumn, ...]] = {
    "bull": (
        RateColumn("openings doubted", ("openings doubted",), "openings"),
        RateColumn("of these right", ("openings caught",), "openings doubted"),
        RateColumn("open single", ("single openings",), "first calls"),
        RateColumn("king or ace", ("high singles",), "single openings"),
        RateColumn("open unheld", ("unheld openings",), "first calls"),
        RateColumn("raise the kind", ("higher kinds",), "raises"),
        RateColumn("doubt", ("doubts",), "answers"),
        RateColumn("calls a round", ("calls in rounds",), "rounds"),
        RateColumn("end as before", ("ends as before",), "rounds"),
        RateColumn("end single", ("last single",), "rounds"),
        RateColumn("end pair", ("last pair",), "rounds"),
        RateColumn("end two pairs", ("last twopair",), "rounds"),
        RateColumn("end higher", ("rounds", "last single", "last pair", "last twopair"), "rounds"),
    ),
    "lost": (
        RateColumn("turns to a card", ("turns before a card",), "games"),
        RateColumn("discards that answer", ("answering discards",), "discards"),
        RateColumn("answers in danger", ("discards in danger",), "answering discards"),
        RateColumn("jokers true", ("joker claims", "joker lies"), "joker claims"),
    ),
    "netsuzo": (
        RateColumn("openings false", ("false openings",), "openings"),
        RateColumn("false though a truth was held", ("needless lies",), "truths held"),
    ),
}


def main() -> None:
    """Run the command line: print a table of bluffs and doubts for each chosen game."""
    parser = command(__doc__)
    add_games(parser)
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--games", dest="games_each", type=int, default=60)
    parser.add_argument("--level")
    parser.add_argument("--tempers", action="store_true", help="a row for each temperament")
    parser.add_argument("--effort", type=float, default=1.0)
    parser.add_argument("--seed", default="manners")
    options = parser.parse_args()
    for game in options.games:
        if game.has_temperaments:  # a game with claims
            columns = COLUMNS + MORE.get(game.id, ())
            heads = (f"{game.id}, {options.seats} seats",) + titles_of(columns)
            print_table(heads, rows(game, columns, options))


def rows(
    game: Game, columns: Sequence[RateColumn], options: argparse.Namespace
) -> Iterator[tuple[Figure, ...]]:
    """Yield a table row for each level, or for each temperament of each level, with the rates of lies and
    doubts.
    """
    tempers = TEMPERAMENTS if options.tempers else (EVEN,)
    effort = options.effort
    seed = options.seed
    levels = game.levels
    if options.level:
        levels = (options.level,)
    for level in levels:
        games = [
            play_seats(game, level, options.seats, effort, f"{seed} {number}", tempers, number)
            for number in range(options.games_each)
        ]
        for temper in tempers:
            counts_of_games = [counts[temper.name] for counts in games]
            name = f"{level}:{temper.name}" if options.tempers else level
            yield (name,) + ratios_in(columns, counts_of_games)


def play(game: Game, level: str, seats: int, effort: float, seed: str) -> TableCounts:
    """Play a game at one level, and return the sums of all seats' counters."""
    return play_seats(game, level, seats, effort, seed)[EVEN.name]


def play_seats(
    game: Game,
    level: str,
    seats: int,
    effort: float,
    seed: str,
    tempers: Sequence[Temperament] = (EVEN,),
    turn: int = 0,
) -> dict[str, TableCounts]:
    """Play a game at one level, and return the counters by temperament.

    Args:
        tempers: the temperaments of the seats, in turn.
        turn: the seat with the first temperament.
    """
    rng = random.Random(seed)
    match = Match(game.rules, game.rules.setup(seats, {}, rng.randrange(seats)))
    of_seat = [tempers[(seat - turn) % len(tempers)] for seat in range(seats)]
    counts = {temper.name: TableCounts(games=1) for temper in tempers}
    last_kind = ""
    # Most counters are the game's own; a few more are counted move by move.
    for seat in match.decisions(ShuffleKey.from_text(seed)):
        before: Any = match.state
        move = game.advise(match.view(seat), match.legal(seat), level, rng, effort, of_seat[seat])
        match.play(seat, move)
        after: Any = match.state
        own = counts[of_seat[seat].name]
        if game.id == "bull":
            _count_call(own, before, after, seat, move)
            if move == CHALLENGE:
                caller, call = before.calls[-1]
                of_caller = counts[of_seat[caller].name]
                of_caller["rounds"] += 1
                of_caller["calls in rounds"] += len(before.calls)
                of_caller[f"last {call.kind}"] += 1
                of_caller["ends as before"] += call.kind == last_kind
                last_kind = call.kind
        if game.id == "lost":
            is_discard = isinstance(move, DiscardFromHand | ReplaceFaceUpCard)
            own["turns before a card"] += is_discard and not any(map(itemgetter("plays"), counts.values()))
            own["plays"] += isinstance(move, Play)
            if isinstance(move, Play) and move.claim == JOKER_CLAIM:
                own["joker claims"] += 1
                own["joker lies"] += move.card != JOKER
            own["discards"] += is_discard or move == LOST
            if move == LOST:
                own["answering discards"] += 1
                own["discards in danger"] += is_one_away(mask_of(before.fields[seat]))
        if game.id == "netsuzo" and isinstance(move, Declare):
            _count_declaration(own, before, move)
    for temper, facts in zip(of_seat, match.statistics(), strict=True):
        counts[temper.name].update(facts)
    return counts


def _count_call(counts: TableCounts, before: BullState, after: BullState, seat: int, move: Move) -> None:
    if before.calls:
        counts["answers"] += 1
        counts["doubts"] += move == CHALLENGE
    if len(before.calls) == 1:
        counts["openings"] += 1
        if move == CHALLENGE:
            counts["openings doubted"] += 1
            assert after.shown is not None
            counts["openings caught"] += not after.shown.is_good
    if not isinstance(move, Call):
        return
    if before.last is not None:
        counts["raises"] += 1
        counts["higher kinds"] += move.kind != before.last.kind
        return
    counts["first calls"] += 1
    counts["single openings"] += move.kind == "single"
    counts["high singles"] += move.kind == "single" and move.ranks[0] in "KA"
    counts["unheld openings"] += not any(card[0] in move.ranks for card in before.hands[seat])


def _count_declaration(counts: TableCounts, before: NetsuzoState, claim: Declare) -> None:
    available = count_cards(before.hands[before.turn] + before.open)
    exact = before.variant.exact
    is_lie = not is_true(claim, available, exact=exact)
    if before.last is None:
        counts["openings"] += 1
        counts["false openings"] += is_lie
    elif lowest_true(available, before.last, exact=exact):
        counts["truths held"] += 1
        counts["needless lies"] += is_lie


if __name__ == "__main__":
    main()
