"""How Porker Bull is shown: reveals, boards, sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain
from typing import NamedTuple

from games.bull.hands import CALL_ORDERS, COUNTS, Call, is_good, matching_cards, size_of
from games.bull.menus import about_kind, last_call, next_question
from games.bull.pictures import (
    CLOTH,
    beyond_text,
    brief_text,
    call_of,
    call_text,
    cards_in_play,
    hand_board,
    hand_faces,
    impossible_text,
    is_wild,
    last_board,
    loss_limit,
    missing_texts,
    picture_story,
    round_board,
    showdown_board,
    shown_evidence,
    tap_text,
)
from games.bull.possible import CardSet, chance, plan_of
from games.bull.rules import (
    BullView,
    Called,
    Eliminated,
    HandsDealt,
    Showdown,
)
from games.core.bluffs import best_claim_lines, bluff_lines, bluff_measures
from games.core.cards import STANDARD, Card
from games.core.moves import Move
from games.core.poker import RANKS, by_rank
from games.core.presentation import (
    Board,
    DecisionStakes,
    Example,
    Measure,
    PanelScene,
    Presenter,
    RevealScene,
    Row,
    SeatClaim,
    TableScene,
)
from games.core.rules import Event, Result, find_event
from games.core.words import Arg, Cards, Joined, Seat, Seats, Text, text, yes_no

# --- moments ------------------------------------------------------------------------------------------------
# Texts and pictures of a showdown in Porker Bull.

LARGE = 3
"""Smallest size of a called hand for which "only one card was missing" is mentioned."""

OF_CALLS = "bull-"
"""Beginning of the keys of texts about bluffs in words of this game: a call is there or not, and no lie."""


def showdown_reveal(view: BullView) -> RevealScene | None:
    """Return the text and picture of a showdown; ``None`` if the last move led to none."""
    showdown = find_event(view.news, Showdown)
    if showdown is None:
        return None
    line = _remarkable_line(view, showdown)
    seats = (showdown.caller, showdown.challenger)
    return RevealScene(showdown_text(showdown), showdown_board(view, showdown), line, seats, _fact(showdown))


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
        evidence=Cards(by_rank(shown_evidence(showdown)), STANDARD.name),
        count=len(showdown.evidence),
    )


def showdown_consequence(view: BullView) -> Text | None:
    """Return what a showdown means for the viewing seat in one sentence; ``None`` without a showdown."""
    showdown = find_event(view.news, Showdown)
    seat = view.seat
    if showdown is None or seat is None or not showdown.hands[seat]:
        return None
    # At the end of the game the line below says who is out and who has won.
    cards: Arg = view.sizes[seat] if view.result is None else "over"
    if seat == showdown.loser:
        lost = {"losses": view.losses[seat], "limit": loss_limit(view, seat)}
        if seat == showdown.caller:
            challenger = Seat(showdown.challenger)
            line = text("bull-consequence-caught", challenger=challenger, cards=cards, **lost)
        else:
            line = text("bull-consequence-true", cards=cards, **lost)
        # The first loss of a seat explains what the next ones mean.
        if view.losses[seat] > 1 or not view.sizes[seat] or view.result is not None:
            return line
        return text("bull-consequence-first", told=line, deal=view.options["deal"], limit=lost["limit"])
    # The other seats have not lost the round.
    if seat == showdown.challenger:
        caller = showdown.caller
        caught: Arg = view.sizes[caller]
        if view.result is not None:
            caught = "over"
        losses = view.losses[caller]
        limit = loss_limit(view, caller)
        return text("bull-consequence-catch", caller=Seat(caller), cards=caught, losses=losses, limit=limit)
    if seat == showdown.caller:
        return text("bull-consequence-stood", challenger=Seat(showdown.challenger))
    over = yes_no(view.result is not None)
    return text("bull-consequence-safe", loser=Seat(showdown.loser), over=over)


def showdown_aftermath(view: BullView, before: BullView | None) -> Text | None:
    """Return what was called, whether it was there and who lost the round, for a seat that decides next.

    A call of the seat that was raised in the round is judged, too: all hands have been shown.
    """
    showdown = find_event(view.news, Showdown)
    if showdown is None:
        return None
    line = text(
        f"bull-told-{'good' if showdown.is_good else 'bad'}",
        call=call_text(showdown.call),
        caller=Seat(showdown.caller),
        challenger=Seat(showdown.challenger),
        size=size_of(call_of(showdown.call)),
        out=yes_no(not view.sizes[showdown.loser]),
    )
    own = []
    if before is not None:
        own += [call for seat, call in before.calls[:-1] if seat == view.seat]
    if not own:
        return line
    cards = tuple(chain.from_iterable(showdown.hands))
    was_there = is_good(call_of(own[-1]), cards, wild=is_wild(view))
    return text("bull-told-own", told=line, call=brief_text(own[-1]), there=yes_no(was_there))


def _remarkable_line(view: BullView, showdown: Showdown) -> Text | None:
    if not view.sizes[showdown.loser]:
        return _elimination_line(view, showdown.loser)
    if not showdown.is_good:
        return _false_call_line(showdown)
    # True calls: made without holding any of it, or true only thanks to the challenger's own cards.
    call = call_of(showdown.call)
    wild = is_wild(view)
    if not matching_cards(call, showdown.hands[showdown.caller], wild=wild):
        return text("bull-great-blind", caller=Seat(showdown.caller))
    others: list[Card] = []
    for seat, hand in enumerate(showdown.hands):
        if seat != showdown.challenger:
            others += hand
    if not is_good(call, others, wild=wild):
        own = [card for card in showdown.hands[showdown.challenger] if card in shown_evidence(showdown)]
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
    size = size_of(call_of(showdown.call))
    dealt = len(showdown.evidence)
    # Of a single card the sentence about the call says it.
    if not dealt and size > 1:
        return text("bull-great-nothing")
    if size >= LARGE and dealt == size - 1:
        return text("bull-great-close")
    return None


# --- presenter ----------------------------------------------------------------------------------------------
# The presenter of Porker Bull: the public table and the private panels.

RARE = 0.06
"""Probability below which a hint calls it unlikely that the needed cards are there.

Above 1 minus this number the hint calls it likely.
"""


class BullPresenter(Presenter[BullView]):
    """Describes positions and moves of Porker Bull for display."""

    cloth = CLOTH
    claims_rise = True
    equal_scores_reason = text("bull-equal-losses")
    next_question = staticmethod(next_question)
    reveal = staticmethod(showdown_reveal)
    suspense = staticmethod(showdown_suspense)
    consequence = staticmethod(showdown_consequence)
    aftermath = staticmethod(showdown_aftermath)
    picture_story = staticmethod(picture_story)

    def table(self, view: BullView) -> TableScene:
        """Return the last call and a picture of the round, or the winner at the end."""
        return TableScene(_headline(view), _line(view), _board(view))

    def panel(self, view: BullView, legal: Sequence[Move]) -> PanelScene:
        """Return a seat's panel: its hand, and a warning if the last call needs too many cards."""
        if view.is_over or view.seat in view.out:
            return PanelScene(_idle_lines(view), table=_board(view))
        if not view.hand:
            return PanelScene(_idle_lines(view))
        lines = _beyond_lines(view) if legal else ()
        return PanelScene(lines, hand_board(view), last_reveal=last_board(view))

    def claims(self, view: BullView) -> tuple[SeatClaim, ...]:
        """Return the calls of the round."""
        return tuple([SeatClaim(seat, brief_text(call)) for seat, call in view.calls])

    def stakes(self, view: BullView) -> DecisionStakes | None:
        """Return what a challenge and a call can cost: which loss it would be, and for whom."""
        if view.seat is None or not view.is_my_turn:
            return None
        own = _next_loss(view, view.seat)
        last = last_call(view)
        key = "bull-stakes-first"
        caller = view.seat
        if last is not None:
            key = "bull-stakes"
            caller, _ = view.calls[-1]
        other = _next_loss(view, caller)
        facts: dict[str, Arg] = {
            "own": own.number,
            "other": other.number,
            "limit": own.limit,
            "deal": view.options["deal"],
            "is_out": _loss_end(view, own),
            "is_other_out": _loss_end(view, other),
            "seat": Seat(caller),
            "may_call": yes_no(last is None or not CALL_ORDERS[is_wild(view)].is_highest(last)),
        }
        short = text(f"{key}-short", **facts)
        return DecisionStakes(text(key, **facts), is_loud=own.is_last, short_line=short)

    def say(self, event: Event, view: BullView) -> Text | None:
        match event:
            case HandsDealt():
                return text("bull-event-dealt", round=event.round)
            case Called():
                return text("bull-event-called", seat=Seat(event.seat), call=call_text(event.call))
            case Showdown():
                return showdown_text(event)
            case Eliminated():
                return text("bull-event-eliminated", seat=Seat(event.seat))
        return None

    def name(self, move: Move, view: BullView) -> Text:
        if isinstance(move, Call):
            return call_text(str(move))
        return text("bull-challenge")

    def reason(self, move: Move, view: BullView) -> Text | None:
        """Return which unseen cards a call needs, and how likely the call is to be true."""
        # The warning about an impossible call says the same.
        if self.warning(move, view) is not None:
            return None
        # A challenge is judged by the call that it challenges.
        call = last_call(view)
        if isinstance(move, Call):
            call = move
        assert call is not None
        wild = is_wild(view)
        known = CardSet(view.hand)
        cards = cards_in_play(view)
        share = chance(plan_of(call), known, cards - known.size, wild, ())
        if share >= 1:
            return text("bull-reason-sure", call=call_text(str(call)))
        if share <= 0:
            return text("bull-reason-never", call=call_text(str(call)), cards=cards)
        # Uncertain: name the missing cards, with a rough probability.
        missing = Joined(missing_texts(call, view.hand, wild=wild))
        if share < RARE:
            odds = "rare"
        elif share > 1 - RARE:
            odds = "likely"
        else:
            odds = "open"
        percent = round(100 * share)
        return text(
            "bull-reason-lacks", missing=missing, unseen=cards - known.size, odds=odds, percent=percent
        )

    def warning(self, move: Move, view: BullView) -> Text | None:
        """Return a warning about a call that needs more cards than are in play."""
        if isinstance(move, Call):
            return beyond_text(move, cards_in_play(view))
        return None

    def tip(self, view: BullView) -> Text | None:
        if view.is_over or not view.hand:
            return None
        count = cards_in_play(view)
        if not view.is_my_turn:
            return text("bull-tip-wait", count=count)
        # In the first round it is said which hands of poker are missing.
        lacks = yes_no(view.shown is None and not is_wild(view))
        if view.calls:
            return text("bull-tip-call", count=count, lacks=lacks)
        return text("bull-tip-first", count=count, why=_opening_reason(view), lacks=lacks)

    def needs_tip(self, view: BullView) -> bool:
        """True at the opening of a round, of which the tip says who opens it."""
        return view.shown is not None and not view.calls

    def is_tense(self, view: BullView) -> bool:
        """True if the last call is clearly higher than usual for the number of cards in play."""
        last = last_call(view)
        if last is None or view.is_over:
            return False
        return _RARITIES[last.kind] > 1 + cards_in_play(view) / len(RANKS)

    def chapter(self, view: BullView) -> tuple[Text, ...]:
        # A showdown that was just shown belongs to the round before.
        if find_event(view.news, Showdown) is not None and not view.is_over:
            return (text("bull-round", round=view.round - 1),)
        return (text("bull-round", round=view.round),)

    def score(self, view: BullView, result: Result, seat: int) -> Text | None:
        return text("bull-losses", losses=view.losses[seat])

    def hand(self, view: BullView) -> Row | None:
        # After the last showdown all hands lie open on the table.
        if view.seat is None or not view.hand or view.is_over:
            return None
        return Row(Seat(view.seat), (hand_faces(view),))

    def guide(self, view: BullView) -> tuple[Example, ...]:
        """Return the kinds of calls from high to low, each with an example."""
        guide = []
        for kind, cards in _EXAMPLES.items():
            if is_wild(view) or kind in _PLAIN_KINDS:
                about = text("bull-guide", kind=text(f"bull-kind-{kind}"), about=about_kind(kind))
                guide.append((about, cards))
        guide.reverse()
        return tuple(guide)

    def statistics(self, counts: Mapping[str, int]) -> tuple[Text, ...]:
        """Return lines of text about a person's calls, such as their highest one that was not there."""
        wild = best_claim_lines(counts, partial(_text_of_number, True), "_wild", OF_CALLS)
        return (*bluff_lines(counts, partial(_text_of_number, False), OF_CALLS), *wild)

    def measures(self) -> tuple[Measure, ...]:
        """Return the measures for leaderboards: the highest calls, without and with wild twos."""
        return (
            *bluff_measures(partial(_text_of_number, False), OF_CALLS),
            Measure("best_bluff_wild", text("bull-measure-bluff-wild"), partial(_text_of_number, True)),
            Measure("best_truth_wild", text("bull-measure-truth-wild"), partial(_text_of_number, True)),
        )


class _NextLoss(NamedTuple):
    number: int  # of the losses with this one
    limit: int  # the number of losses that a seat can have

    @property
    def is_last(self) -> bool:
        return self.number == self.limit


def _loss_end(view: BullView, loss: _NextLoss) -> str:
    # The first one out may end the game for all.
    if loss.is_last and view.options["end"] == "first":
        return "end"
    return yes_no(loss.is_last)


def _next_loss(view: BullView, seat: int) -> _NextLoss:
    return _NextLoss(view.losses[seat] + 1, loss_limit(view, seat))


_RARITIES = COUNTS | {"twopair": 3, "straight": 4, "flush": 4, "full": 4, "sflush": 6}
"""For each kind of call, the number of cards of one rank that is about equally rare."""

_PLAIN_KINDS = {call.kind for call in CALL_ORDERS[False].bids}


def _text_of_number(wild: bool, number: int) -> Text:
    return call_text(str(CALL_ORDERS[wild].bids[number - 1]))


def _headline(view: BullView) -> Text:
    if view.result is not None:
        return _outcome(view, view.result)
    if showdown := find_event(view.news, Showdown):
        return showdown_text(showdown)
    if view.calls:
        seat, call = view.calls[-1]
        return text("bull-headline-call", seat=Seat(seat), call=call_text(call))
    return text("bull-headline-first", seat=Seat(view.caller), why=_opening_reason(view))


def _opening_reason(view: BullView) -> str:
    # Why the caller opens the round: bull.md, section "A round", step 5.
    if view.shown is None:
        return "start"
    if view.shown.loser in view.out:
        return "out"
    return "lost"


def _line(view: BullView) -> Text | None:
    if view.shown is None:
        return _last_impossible(view)
    if view.is_over:
        return showdown_text(view.shown)
    if reveal := showdown_reveal(view):
        return reveal.line
    if view.calls:
        return _last_impossible(view)
    return text("bull-round-before", round=view.round - 1, told=showdown_text(view.shown))


def _board(view: BullView) -> Board | None:
    reveal = showdown_reveal(view)
    return reveal.board if reveal else round_board(view)


def _idle_lines(view: BullView) -> tuple[Text, ...]:
    if view.is_over:
        return ()
    if view.seat not in view.out:
        return (text("bull-no-hand"),)
    place = view.seats - view.out.index(view.seat)
    return (text("bull-out", place=place, seats=view.seats),)


def _last_impossible(view: BullView) -> Text | None:
    last = last_call(view)
    if last is None or view.is_over:
        return None
    return impossible_text(last, cards_in_play(view))


def _beyond_lines(view: BullView) -> tuple[Text, ...]:
    last = last_call(view)
    if last is None:
        return ()
    warning = beyond_text(last, cards_in_play(view))
    return () if warning is None else (warning,)


def _outcome(view: BullView, result: Result) -> Text:
    if view.options["end"] == "first":
        return text("bull-outcome-first", seat=Seat(view.out[0]))
    return text("bull-outcome-last", seats=Seats(result.ranking[0]))


# --- the guide ----------------------------------------------------------------------------------------


def _example(ranks: str, suits: str) -> tuple[Card, ...]:
    return tuple(rank + suit for rank, suit in zip(ranks, suits, strict=True))


_EXAMPLES: dict[str, tuple[Card, ...]] = {
    "single": _example("6", "s"),
    "pair": _example("66", "sh"),
    "twopair": _example("JJ33", "sdhc"),
    "trips": _example("222", "shd"),
    "straight": _example("98765", "shdsc"),
    "flush": _example("QT763", "hhhhh"),
    "full": _example("22288", "shdsc"),
    "quads": _example("KKKK", "shdc"),
    "sflush": _example("QJT98", "hhhhh"),
    "five": _example("KKKK2", "shdcs"),
    "six": _example("KKKK22", "shdcsh"),
    "seven": _example("KKKK222", "shdcshd"),
    "eight": _example("KKKK2222", "shdcshdc"),
}
"""Example hands of each kind, from low to high."""
