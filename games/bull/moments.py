"""Texts and pictures of a showdown in Porker Bull, and stories of the best bluffs of a finished game."""

from __future__ import annotations

from games.bull.hands import is_good, matching_cards, size_of
from games.bull.moves import Call
from games.bull.pictures import FEW, showdown_board
from games.bull.state import BullView, Showdown
from games.bull.words import call_of, call_text, is_wild, tap_text
from games.core.bluffs import bluff_story, claimer_and_answerer
from games.core.cards import STANDARD
from games.core.events import find_event
from games.core.feats import Feat
from games.core.match import GameHistory
from games.core.poker import by_rank
from games.core.presentation import Moment, PictureStory, Row, faces
from games.core.words import Arg, Cards, Seat, Text, text

LARGE = 3
"""Smallest size of a called hand for which "only one card was missing" is mentioned."""


def showdown_moment(view: BullView) -> Moment | None:
    """Return the text and picture of a showdown; ``None`` if the last move led to none."""
    showdown = find_event(view.news, Showdown)
    if showdown is None:
        return None
    line, seats = _remarkable_line(view, showdown), (showdown.caller, showdown.challenger)
    return Moment(showdown_text(showdown), showdown_board(view, showdown), line, seats, _fact(showdown))


def showdown_suspense(view: BullView) -> Text | None:
    """Return the question whether a challenged call is true; ``None`` without a showdown."""
    showdown = find_event(view.news, Showdown)
    if showdown is None:
        return None
    return text(
        "bull-suspense",
        challenger=Seat(showdown.challenger),
        caller=Seat(showdown.caller),
        call=call_text(showdown.call),
    )


def showdown_text(showdown: Showdown) -> Text:
    """Return the outcome of a showdown in one sentence."""
    return text(
        f"bull-showdown-{'good' if showdown.is_good else 'bad'}",
        fact=_fact(showdown),
        challenger=Seat(showdown.challenger),
        caller=Seat(showdown.caller),
    )


def _fact(showdown: Showdown) -> Text:
    return text(
        f"bull-fact-{'good' if showdown.is_good else 'bad'}",
        call=tap_text(call_of(showdown.call)),
        evidence=Cards(by_rank(showdown.evidence), STANDARD.name),
        count=len(showdown.evidence),
    )


def showdown_verdict(view: BullView) -> Text | None:
    """Return what a showdown means for the viewing seat in one sentence; ``None`` without a showdown."""
    showdown, seat = find_event(view.news, Showdown), view.seat
    if showdown is None or seat is None or not showdown.hands[seat]:
        return None
    # At the end of the game the line below says who is out and who has won.
    cards: Arg = view.sizes[seat] if view.result is None else "over"
    if seat == showdown.loser:
        if seat == showdown.caller:
            return text("bull-verdict-caught", challenger=Seat(showdown.challenger), cards=cards)
        return text("bull-verdict-true", cards=cards)
    # The other seats have not lost the round.
    if seat == showdown.challenger:
        return text("bull-verdict-catch", caller=Seat(showdown.caller))
    if seat == showdown.caller:
        return text("bull-verdict-stood", challenger=Seat(showdown.challenger))
    return text("bull-verdict-safe", loser=Seat(showdown.loser))


def _remarkable_line(view: BullView, showdown: Showdown) -> Text | None:
    if not view.sizes[showdown.loser]:
        return _elimination_line(view, showdown.loser)
    if not showdown.is_good:
        return _false_call_line(showdown)
    # True calls: made without holding any of it, or true only thanks to the challenger's own cards.
    call, wild = call_of(showdown.call), is_wild(view)
    if not matching_cards(call, showdown.hands[showdown.caller], wild=wild):
        return text("bull-great-blind", caller=Seat(showdown.caller))
    others = [
        card for seat, hand in enumerate(showdown.hands) if seat != showdown.challenger for card in hand
    ]
    if not is_good(call, others, wild=wild):
        own = [card for card in showdown.hands[showdown.challenger] if card in showdown.evidence]
        cards = Cards(by_rank(own), STANDARD.name)
        return text("bull-great-own", challenger=Seat(showdown.challenger), cards=cards)
    return None


def _elimination_line(view: BullView, loser: int) -> Text:
    remaining = [seat for seat, size in enumerate(view.sizes) if size]
    if len(remaining) == 1:
        return text("bull-great-last", loser=Seat(loser), winner=Seat(remaining[0]))
    return text("bull-event-eliminated" if view.result is None else "bull-outcome-first", seat=Seat(loser))


def _false_call_line(showdown: Showdown) -> Text | None:
    # Notable: no card of the call was dealt, or a large call lacked a single card.
    size, dealt = size_of(call_of(showdown.call)), len(showdown.evidence)
    if not dealt:
        return text("bull-great-nothing")
    return text("bull-great-close") if size >= LARGE and dealt == size - 1 else None


# --- feats in three pictures: the call, the hand of the seat that answered, and all hands ---------------


def picture_story(feat: Feat, past: GameHistory) -> PictureStory:
    """Return a remarkable bluff or challenge of a finished game as a story in three pictures."""
    _, call = past.moves[feat.first_move]
    assert isinstance(call, Call)
    _, answer = past.moves[feat.last_move]
    claimer, answerer = claimer_and_answerer(feat)
    # Each seat's own view together shows all dealt cards, which is allowed after the game.
    views = [
        past.view_before(feat.first_move, seat) for seat in range(past.view_before(feat.first_move).seats)
    ]
    dealt = [card for view in views for card in view.hand]
    # The cards that support the call are framed in the last picture.
    wild = is_wild(views[0])
    support = matching_cards(call, dealt, wild=wild)
    hands = [(seat, by_rank(view.hand)) for seat, view in enumerate(views) if view.hand]
    return bluff_story(
        feat,
        tap_text(call),
        STANDARD.name,
        answer=text("bull-tale-higher", call=tap_text(answer))
        if isinstance(answer, Call)
        else text("bull-challenge"),
        known_cards=tuple(Row(Seat(seat), (faces(hand),)) for seat, hand in hands if seat == answerer),
        true_cards=tuple(
            Row(Seat(seat), (faces(hand, hot=support),))
            for seat, hand in hands
            if len(hands) <= FEW or seat in (claimer, answerer) or {*support} & {*hand}
        ),
        explanation=text(
            "bull-tale-lay",
            lie="no" if is_good(call, dealt, wild=wild) else "yes",
            count=len(support),
            size=size_of(call),
        ),
    )
