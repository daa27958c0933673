"""What the decisions of Three Cards Trick Poker can win and cost, and warnings before leaving the game."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.moves import Move
from games.core.presentation import DecisionStakes
from games.core.standing import standing_text
from games.core.words import Arg, Seat, Text, text, yes_no
from games.trick3.moves import BATTLE_CARDS, Fold, Refill
from games.trick3.possible import (
    battle_of_next_exposed,
    best_rival_win,
    exposed_cards,
    is_last_battle,
    least_share,
    may_run_out,
    missing_card,
    nearness_of_end,
    needed_to_end,
    needs_exit_warning,
    played_cards,
    rival_seats,
)
from games.trick3.rules import Trick3View


def stakes(view: Trick3View) -> DecisionStakes | None:
    """Return what the decision of the viewing seat can win and cost; ``None`` out of turn."""
    if view.seat is None or not view.is_my_turn:
        return None
    match view.phase:
        case "expose":
            line = text("trick3-stakes-expose", lost=BATTLE_CARDS)
            short = text("trick3-stakes-expose-short", lost=BATTLE_CARDS)
            return DecisionStakes(line, short_line=short)
        case "refill":
            return refill_stakes(view)
        case "play":
            return _play_stakes(view, view.seat)
    return None


# --- to play or to fold -------------------------------------------------------------------------------------


def _play_stakes(view: Trick3View, seat: int) -> DecisionStakes:
    missing = missing_card(view)
    if missing == "hidden":
        line = _last_card_text(view)
        return DecisionStakes(line, is_loud=True, short_line=text("trick3-stakes-leave-short"))
    if missing == "exposed":
        line = text("trick3-stakes-bare")
        return DecisionStakes(line, is_loud=True, short_line=text("trick3-stakes-bare-short"))
    own = len(view.played[seat])
    totals = [total + len(taken) for total, taken in zip(view.totals, view.captured, strict=True)]
    # The cards on the table, and those that the seat still has to play itself.
    least = sum(map(len, view.played)) + len(view.pot) + BATTLE_CARDS - own
    # A fold gives away the cards played so far; in round 1 it costs another card.
    is_first = view.round == 1
    # Nobody else adds a card if all rivals have played their last one.
    is_exact = all(len(view.played[rival]) == BATTLE_CARDS for rival in rival_seats(view))
    is_last = is_last_battle(view, seat)
    near = nearness_of_end(view)
    # The end of a match is also about places.
    is_decisive = view.number == int(view.options["games"]) and (is_last or near == "end")
    figures: dict[str, Arg] = {
        "pot": len(view.pot),
        "standing": _standing_text(view, totals, seat, ends=needed_to_end(view) <= 1),
        "decisive": yes_no(is_decisive),
        "least": least,
        "lost": BATTLE_CARDS,
        "cost": own + is_first,
        "exact": yes_no(is_exact),
        "brief": yes_no(view.round < BATTLE_CARDS),
        **_share_figures(view, plays_on=True),
    }
    last = yes_no(is_last)
    line = text("trick3-stakes", near=near_text(view), last=last, **figures)
    if is_last:
        return DecisionStakes(line, is_loud=True, short_line=text("trick3-stakes-last-short", **figures))
    brief = near_text(view, is_brief=True)
    key = "trick3-stakes-near-short" if is_decisive else "trick3-stakes"
    figures |= {"decisive": "no", "brief": "yes"}
    short = text(key, near=brief, last="no", **figures)
    return DecisionStakes(line, short_line=short)


def _standing_text(view: Trick3View, totals: Sequence[int], seat: int, *, ends: bool) -> Text:
    # The win of a rival that would bring it to the top says more than the present numbers.
    win = best_rival_win(view, totals)
    if win is None:
        return standing_text(totals, seat, "cards")
    exact = yes_no(win.is_exact)
    shared = yes_no(ends and view.options["end"] != "S")
    return text(
        "trick3-stakes-rival",
        seat=Seat(win.rival),
        theirs=win.theirs,
        own=win.own,
        exact=exact,
        shared=shared,
    )


def _last_card_text(view: Trick3View) -> Text:
    figures = _share_figures(view, plays_on=False)
    return text("trick3-stakes-leave", exposed=yes_no(bool(exposed_cards(view))), **figures)


def penalty_stakes(view: Trick3View) -> DecisionStakes:
    """Return the stakes of the card that a fold costs."""
    leaves = len(view.hand) == 1 and not view.stock[view.seat or 0]
    figures = _share_figures(view, plays_on=False)
    line = text("trick3-stakes-penalty", leaves=yes_no(leaves), near=near_text(view), **figures)
    return DecisionStakes(line)


# --- to refill ----------------------------------------------------------------------------------------------


def refill_stakes(view: Trick3View) -> DecisionStakes:
    """Return what exposed cards are for, or what it means to expose all hidden cards and leave the game."""
    assert view.seat is not None
    if exposed_cards(view):
        bare = "no"
    else:
        bare = battle_of_next_exposed(view)
    if may_run_out(view):
        battle = battle_after_leaving(view)
        figures = _share_figures(view, plays_on=battle == "done" and is_in(view))
        return DecisionStakes(text("trick3-stakes-out", bare=bare, battle=battle, **figures))
    stock = view.stock[view.seat]
    line = text("trick3-stakes-refill", bare=bare, stock=stock, near=near_text(view))
    short = text("trick3-stakes-refill", bare=bare, stock=stock, near=near_text(view, is_brief=True))
    return DecisionStakes(line, short_line=short)


# --- to leave the game --------------------------------------------------------------------------------------


def near_text(view: Trick3View, *, is_brief: bool = False) -> Text:
    """Return how many more seats have to run out of cards for the game to end; empty if none is close to it.

    Args:
        is_brief: leave out that the seats that are out share the cards that nobody has won.
    """
    if nearness_of_end(view) == "no":
        return text("trick3-near-none")
    shared = yes_no(view.options["end"] != "S" and not is_brief)
    return text("trick3-near", more=needed_to_end(view), out=len(view.left), shared=shared)


def _share_figures(view: Trick3View, *, plays_on: bool) -> dict[str, Arg]:
    ends = yes_no(needed_to_end(view) <= 1)
    share = text("trick3-share", share=least_share(view, plays_on=plays_on), ends=ends)
    return {"end": view.options["end"], "share": share, "ends": ends}


def leave_text(view: Trick3View) -> Text:
    """Return what it means to play a card, and then to expose all hidden cards and leave the game."""
    battle = "lost"
    if view.round == BATTLE_CARDS:
        battle = "done"
    figures = _share_figures(view, plays_on=battle == "done")
    return text("trick3-stakes-out", bare="no", battle=battle, **figures)


def is_in(view: Trick3View) -> bool:
    """True if the viewing seat has not folded in this battle."""
    return view.seat not in view.folded


def battle_after_leaving(view: Trick3View) -> str:
    """Return whether the viewing seat loses the battle if it leaves the game: ``lost`` or ``done``."""
    # A seat that has played all its cards of a battle stays in it until the showdown.
    if len(played_cards(view)) < BATTLE_CARDS and is_in(view):
        return "lost"
    return "done"


def warning(move: Move, view: Trick3View) -> Text | None:
    """Return a warning before a move that gives up the battle and leaves the game; otherwise ``None``.

    Its words are those of the stakes, so that a page has them once.
    """
    if not needs_exit_warning(view, move) or battle_after_leaving(view) == "done":
        return None
    match move:
        case Refill():
            return refill_stakes(view).line
        case Fold():
            return penalty_stakes(view).line
    return _last_card_text(view)
