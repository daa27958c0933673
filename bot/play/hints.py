"""A hint in words: what a strong player would do, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games import Game
from games.core.game import Estimate, nearly_best
from games.core.moves import Move
from games.core.words import Arg, Joined, Text

NAMED = 2
"""Limit of equally good moves that a hint names. If there are more, it names only one."""

SHARES = {
    0.08: "none",
    0.25: "few",
    0.42: "third",
    0.58: "half",
    0.75: "thirds",
    0.92: "most",
}
"""Words for shares of opponents. The word of the first limit above the share is used; a larger share is
"all".
"""


def share_word(share: float) -> str:
    """Return the name of a share of the opponents, such as ``"half"`` for 0.5."""
    return next((word for limit, word in SHARES.items() if share < limit), "all")


def hint_text(game: Game, view: Any, legal: Sequence[Move], estimates: Sequence[Estimate]) -> Text:
    """Return a hint: the best moves, how good they are, and the reason.

    Args:
        estimates: values of moves, best first; empty if the game could not judge them.
    """
    # The game cannot judge this position.
    if not estimates:
        return Text("hint-none")
    presenter, others = game.presenter, view.seats - len(view.gone) - 1
    # Moves that differ less than the estimate can tell count as equally good.
    best, *rivals = nearly_best(estimates, game.resolution)
    percent, share = round(100 * best.expected_share), share_word(best.expected_share)
    args: dict[str, Arg] = {
        "move": presenter.name(best.move, view),
        "prospects": Text("hint-prospects", {"others": others, "percent": percent, "share": share}),
    }
    # From here on the text depends on how many equally good moves there are.
    if len(rivals) + 1 == len(legal) > 1:
        return Text("hint-any", args)
    if len(rivals) >= NAMED:
        return Text("hint-many", {**args, "more": len(rivals)})
    if rivals:
        moves = tuple([presenter.name(estimate.move, view) for estimate in (best, *rivals)])
        return Text("hint-equal", {**args, "moves": Joined(moves)})
    # For a false claim, the chance of being caught is part of the hint.
    risk = round(100 * (best.risk or 0))
    sentence = Text("hint-claim", {**args, "risk": risk}) if risk else Text("hint", args)
    why = presenter.reason(best.move, view)
    return sentence if why is None else Text("hint-why", {"hint": sentence, "why": why})
