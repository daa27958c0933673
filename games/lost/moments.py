"""Moments of truth: a card is turned up, somebody is out; for the table and in each seat's own terms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

from games.core.cards import Card
from games.core.presentation import Moment
from games.core.words import Arg, Joined, Seat, Text, text
from games.lost import events
from games.lost.hands import JOKER, NEEDED, RANKS, made
from games.lost.moves import is_true
from games.lost.pictures import ends_board, reveal_board
from games.lost.state import LostView
from games.lost.words import end_of, ends, hand_text, named, said

SHORT, LONG, LAST = 3.0, 4.0, 5.0
"""Seconds for a card that was turned up, for one with a story, for somebody's end."""

USUAL = 3
"""After so many claims of one kind the first of the other kind is a surprise."""

Revealed: TypeAlias = "events.CardJudged | events.LostVoided"
"""A card that was turned up."""


def moment(view: LostView) -> Moment | None:
    """Say what the last move brought to light; ``None`` when it was nothing."""
    shown = _revealed(view)
    if shown is None:
        if not view.out:
            return None
        return Moment(over_text(view), ends_board(view), _epitaph(view), LAST)
    headline, board = said(shown), reveal_board(view, shown)
    assert headline is not None
    if view.out:
        return Moment(headline, board, _end_of_claim(view, shown), LAST)
    line = _story(view, shown)
    return Moment(headline, board, line, LONG if line else SHORT)


def over_text(view: LostView) -> Text:
    """Say who is out, and by what."""
    return text("lost-headline-over", reasons=Joined(ends(view)))


def _revealed(view: LostView) -> Revealed | None:
    for event in view.news:
        if isinstance(event, events.CardJudged | events.LostVoided):
            return event
    return None


def _card_of(shown: Revealed) -> Card:
    return shown.card if isinstance(shown, events.CardJudged) else JOKER


# --- lines worth reading ------------------------------------------------------------------------------


def _epitaph(view: LostView) -> Text | None:
    """Say what is great about an end that no claim brought."""
    seat = view.out[0]
    return text("lost-great-five", seat=Seat(seat)) if is_five(view.fields[seat]) else None


def _end_of_claim(view: LostView, shown: Revealed) -> Text:
    """Tell whose end a claim was, and how."""
    args: dict[str, Arg] = {"reasons": Joined(ends(view)), "seat": Seat(shown.seat)}
    if len(view.out) > 1:
        return text("lost-great-both", reasons=args["reasons"])
    (out,) = view.out
    if is_five(view.fields[out]):
        return text("lost-great-end-five", reasons=args["reasons"])
    if not view.sizes[out]:
        return text("lost-headline-over", reasons=args["reasons"])
    if out == shown.seat:
        return text("lost-great-own", reasons=args["reasons"])
    return text("lost-great-true" if is_true(_card_of(shown), shown.claim) else "lost-great-lie", **args)


def _story(view: LostView, shown: Revealed) -> Text | None:
    """Say what is great about a card after which play goes on."""
    if not isinstance(shown, events.CardJudged):
        return None
    if shown.is_right:
        avoided = made((*view.fields[shown.target], shown.card)) if shown.card != JOKER else None
        return avoided and text("lost-great-escape", target=Seat(shown.target), hand=hand_text(*avoided))
    true, false = view.told[shown.seat]
    if true >= USUAL and (false, is_true(shown.card, shown.claim)) == (1, False):
        return text("lost-great-first-lie", seat=Seat(shown.seat), count=true)
    if false >= USUAL and (true, is_true(shown.card, shown.claim)) == (1, True):
        return text("lost-great-for-once", seat=Seat(shown.seat), count=false)
    return None


def is_five(field: Sequence[Card]) -> bool:
    """Tell whether a field makes a hand with a card to spare: five of a suit, of a rank, or in a row."""
    plain = [card for card in field if card != JOKER]
    suits, ranks = Counter(card[1] for card in plain), Counter(card[0] for card in plain)
    size = NEEDED + 1
    runs = [len(ranks.keys() & set(RANKS[low : low + size])) for low in range(len(RANKS) - NEEDED)]
    most = max(*suits.values(), *ranks.values(), *runs) if plain else 0
    return most + len(field) - len(plain) >= size


# --- for each seat --------------------------------------------------------------------------------------


def verdict(view: LostView) -> Text | None:
    """Say what the last moment of truth means for the viewing seat; ``None`` where it means nothing to it."""
    shown, seat = _revealed(view), view.seat
    if seat is None:
        return None
    if view.out:
        return _end_for(view, seat)
    if shown is None or seat not in (shown.seat, shown.target):
        return None
    if isinstance(shown, events.LostVoided):
        key = "lost-verdict-void" if seat == shown.target else "lost-verdict-voided"
        return text(key, target=Seat(shown.target))
    return _verdict_of_judge(shown) if seat == shown.target else _verdict_of_player(shown)


def _end_for(view: LostView, seat: int) -> Text:
    """Tell a seat how the game ended for it."""
    if seat in view.out:
        return text("lost-verdict-out", hand=hand_text(*end_of(view, seat)))
    return text("lost-verdict-won")


def _verdict_of_judge(shown: events.CardJudged) -> Text:
    if not shown.is_right:
        truth = "true" if is_true(shown.card, shown.claim) else "lie"
        return text(f"lost-verdict-wrong-{truth}", card=named(shown.card))
    if shown.card == JOKER:
        return text("lost-verdict-joker")
    return text("lost-verdict-right", seat=Seat(shown.seat), card=named(shown.card))


def _verdict_of_player(shown: events.CardJudged) -> Text:
    if shown.is_right and shown.card == JOKER:
        return text("lost-verdict-joker-gone", target=Seat(shown.target))
    way = "back" if shown.is_right else "kept"
    truth = "true" if is_true(shown.card, shown.claim) else "lie"
    return text(f"lost-verdict-{way}-{truth}", target=Seat(shown.target), card=named(shown.card))
