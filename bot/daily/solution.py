"""What the solution of a daily puzzle says: the values of the moves, the reason, and what was so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec import structs

from bot.daily.puzzles import Puzzle
from bot.language import Localizer
from bot.pages.boards import board_items, with_hands
from bot.pages.people import seat_names
from bot.pages.phone import TABLE, picture_height_beside
from bot.pictures import MAX_BOARD_HEIGHT
from bot.tables.positions import claim_truth
from bot.tables.snapshot import Snapshot
from bot.thinking.reviews import FAIR
from bot.wire.components import Item
from games.core.moves import Move
from games.core.presentation import Board
from games.core.words import Arg, Seat, Text, yes_no
from storage.daily import DailyAnswer


def comparison_text(puzzle: Puzzle, snapshot: Snapshot, answer: DailyAnswer) -> Text:
    """Return what the best move and the person's own are worth: of games that all but one win, how many are
    won; of others, the share of the opponents that are beaten.

    A best move is compared with the best one of those that are worse. A move that was not played on has only
    an estimate, by which it was graded.
    """
    game = snapshot.game
    options = puzzle.setup.options

    def percent(worth: float) -> int:
        return round(100 * game.chance(worth, puzzle.seats, options))

    best = puzzle.tried[0].worth
    args: dict[str, Arg] = {
        "best": percent(best),
        "times": puzzle.continuations,
        "one_loser": yes_no(game.has_one_loser(options)),
    }
    mine = next((tried for tried in puzzle.tried if tried.move == answer.move), None)
    if answer.grade == "best":
        rival = next(tried for tried in puzzle.tried if tried.behind)
        name = snapshot.game.presenter.name(snapshot.game.rules.parse(rival.move), snapshot.mine.view)
        return Text("daily-worth-rival", args | {"other": percent(rival.worth), "move": name})
    if mine is not None:
        return Text("daily-worth", args | {"other": percent(mine.worth)})
    return Text(f"daily-worth-{answer.grade}", args | {"limit": percent(best - FAIR)})


def reason_text(snapshot: Snapshot, best: Move, played: Move, *, is_best: bool) -> Text | None:
    """Return why the best move is better than the person's own; ``None`` if no move has a reason.

    Several moves can be best: a best answer has its own reason. Otherwise the reasons of both moves stand
    side by side, unless they are the same, such as the odds of a claim that is trusted or doubted. The odds
    may speak for the worse move.

    Args:
        is_best: ``played`` is one of the best moves.
    """
    presenter = snapshot.game.presenter
    view = snapshot.mine.view
    why_played = presenter.reason(played, view)
    why_best = presenter.reason(best, view)
    if is_best and why_played is not None:
        why_best = why_played
    if why_best is None:
        return why_played and Text("daily-why-own", {"own": why_played})
    if why_best == why_played:
        return Text("daily-why" if is_best else "daily-why-known", {"reason": why_best})
    if why_played is None:
        return Text("daily-why-best", {"reason": why_best})
    return Text("daily-why-both", {"reason": why_best, "own": why_played})


class Truth(NamedTuple):
    """What was so in a daily puzzle: a sentence about the claim in question, and all cards."""

    line: Text
    board: Board


def truth_of(puzzle: Puzzle, snapshot: Snapshot) -> Truth:
    """Return whether the claim in question was true, with all cards."""
    match = puzzle.match()
    presenter = snapshot.game.presenter
    truth = claim_truth(match, puzzle.seat, list(map(match.rules.parse, puzzle.best)))
    reveal = None if truth is None else presenter.reveal(truth.view)
    if truth is not None and reveal is not None and reveal.board is not None:
        key = "daily-truth-lie" if truth.is_lie else "daily-truth-true"
        return Truth(Text(key, {"seat": Seat(truth.claimer)}), _with_cards_only(reveal.board))
    # Without an open claim the question was about the hidden hands.
    hands = list(map(match.view, range(puzzle.seats)))
    family = match.rules.family(puzzle.setup.options).name
    return Truth(Text("daily-truth-cards", {}), with_hands(snapshot.scene.board, presenter, hands, family))


def _with_cards_only(board: Board) -> Board:
    # The board is that of an answer which the reader may not have given, so it tells nobody's losses.
    rows = []
    for row in board.rows:
        if isinstance(row.title, Seat):
            rows.append(structs.replace(row, note=None, tags=()))
        else:
            rows.append(row)
    return structs.replace(board, rows=tuple(rows))


def truth_picture(
    board: Board, snapshot: Snapshot, words: Localizer, stem: str, beside: Sequence[Item]
) -> tuple[list[Item], list[Any]]:
    """Return the picture with the height that the other items of its message leave, and its files."""
    tall = picture_height_beside(beside, (), TABLE, MAX_BOARD_HEIGHT)
    items, files = board_items(board, words, seat_names(snapshot, words.language), stem, tall)
    return list(items), list(files)
