"""How a table of Netsuzo Poker looks: the last declaration first, then chips, hands and the open cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.core.bluffs import bluffs_told
from games.core.cards import STANDARD
from games.core.events import Event
from games.core.moves import Move
from games.core.poker import by_rank
from games.core.presentation import (
    Board,
    PanelScene,
    Presenter,
    Question,
    Row,
    Shortcut,
    Style,
    TableScene,
    backs,
    faces,
)
from games.core.rules import Result
from games.core.seats import clockwise, next_in
from games.core.words import Seat, Text, text
from games.netsuzo.events import (
    Accepted,
    Declared,
    Discarded,
    Drawn,
    Eliminated,
    HandDealt,
    NothingToDraw,
    Reshuffled,
    Showdown,
)
from games.netsuzo.hands import Tally, best, evidence, is_true, tally
from games.netsuzo.menus import CLAIMS, ask_discard
from games.netsuzo.moves import ACCEPT, BY_NOTATION, LADDER, REJECT, Declare, Discard
from games.netsuzo.state import NetsuzoView
from games.netsuzo.strategy.belief import is_exact
from games.netsuzo.strategy.truths import lowest_true
from games.netsuzo.words import cards_of, claim_text

CHAIN = 6
"""How many of the earlier declarations of a hand the table lists."""


class NetsuzoPresenter(Presenter[NetsuzoView]):
    """Shows Netsuzo Poker."""

    def table(self, view: NetsuzoView) -> TableScene:
        """Describe the table: last declaration, chips, the chain, the last showdown, the open cards."""
        return TableScene(
            headline=_headline(view),
            seats=tuple((seat, _seat_line(view, seat)) for seat in clockwise(view.turn, view.seats)),
            lines=_table_lines(view),
            board=_table_board(view),
            public=_answers(view) if view.stage == "answer" else (),
        )

    def panel(self, view: NetsuzoView, legal: Sequence[Move]) -> PanelScene:
        """Describe a hand, what it makes, and on one's turn what may be tapped."""
        if not view.hand:
            return PanelScene(lines=(text("netsuzo-no-hand"),))
        cards = (*view.hand, *view.open)
        have = tally(cards)
        truth = best(have)
        shortcuts: tuple[Shortcut, ...] = ()
        if legal and view.stage == "declare":
            shortcuts = _claims(view, legal, have, truth)
        elif legal and view.stage == "answer":
            shortcuts = _answers(view)
        return PanelScene(_panel_lines(view, truth), _panel_board(view, truth), shortcuts)

    def say(self, event: Event, view: NetsuzoView) -> Text | None:
        """Tell what happened; what somebody drew or laid down face down only to who knows it."""
        match event:
            case HandDealt():
                return text("netsuzo-event-dealt", round=event.round, seat=Seat(event.starter))
            case Declared():
                return text(
                    "netsuzo-event-declared", seat=Seat(event.seat), claim=claim_text(event.declaration)
                )
            case Accepted():
                return text(
                    "netsuzo-event-accepted",
                    seat=Seat(event.seat),
                    giver=Seat(event.giver),
                    count=event.count,
                )
            case Drawn():
                return text("netsuzo-event-drew", cards=cards_of([event.card])) if event.card else None
            case Discarded():
                return text("netsuzo-event-discarded", seat=Seat(event.seat))
            case Reshuffled():
                return text("netsuzo-event-reshuffled", count=event.count)
            case NothingToDraw():
                return text("netsuzo-event-nothing", seat=Seat(event.seat))
            case Showdown():
                return _showdown_text(event)
            case Eliminated():
                return text("netsuzo-event-eliminated", seat=Seat(event.seat))
        return None

    def name(self, move: Move, view: NetsuzoView) -> Text:
        """Put a move into words."""
        if isinstance(move, Declare):
            return claim_text(str(move))
        if isinstance(move, Discard):
            return text("netsuzo-discard", cards=cards_of([move.card]))
        return text(f"netsuzo-{move}")

    def ask(self, view: NetsuzoView, chosen: tuple[str, ...]) -> Question | Move | None:
        """Ask for kind, ranks and suit of a declaration, or the card to discard; answers are buttons."""
        if not view.is_my_turn:
            return None
        if view.stage == "declare":
            return CLAIMS.ask(_last(view), chosen)
        return ask_discard(view.hand, chosen) if view.stage == "discard" else None

    def warning(self, move: Move, view: NetsuzoView) -> Text | None:
        """Warn a seat with one red chip of lies and of rejecting."""
        if view.seat is None or view.reds[view.seat] != 1:
            return None
        if isinstance(move, Declare):
            is_honest = is_true(move, tally((*view.hand, *view.open)), exact=is_exact(view))
            return None if is_honest else text("netsuzo-warning-lie")
        return text("netsuzo-warning-reject") if move == REJECT else None

    def hand(self, view: NetsuzoView) -> Row | None:
        """Lay the viewing seat's hidden cards open."""
        if view.seat is None or not view.hand:
            return None
        return Row(Seat(view.seat), (faces(by_rank(view.hand)),))

    def outcome(self, view: NetsuzoView, result: Result) -> tuple[Text, ...]:
        """Say how the winner won."""
        winner = result.ranking[0][0]
        if view.blues[winner] >= int(view.options["blues"]):
            return (text("netsuzo-outcome-blues", seat=Seat(winner), count=view.blues[winner]),)
        return (text("netsuzo-outcome-last", seat=Seat(winner)),)

    def facts(self, counts: Mapping[str, int]) -> tuple[Text, ...]:
        """Tell of claims and challenges."""
        return bluffs_told(counts)


def _last(view: NetsuzoView) -> Declare | None:
    return BY_NOTATION[view.declared[-1][1]] if view.declared else None


def _is_exact(view: NetsuzoView) -> bool:
    return view.options["honesty"] == "exact"


# --- the table ----------------------------------------------------------------------------------------


def _headline(view: NetsuzoView) -> Text:
    if view.shown and view.stage in ("deal", "over"):
        return _showdown_text(view.shown)
    if not view.declared:
        return text("netsuzo-headline-first", seat=Seat(view.turn))
    caller, notation = view.declared[-1]
    claim = claim_text(notation)
    if view.stage == "declare":
        return text("netsuzo-headline-higher", seat=Seat(view.turn), claim=claim)
    neighbour = Seat(next_in(view.reds, caller))
    if view.stage == "answer":
        return text("netsuzo-headline-claim", seat=Seat(caller), claim=claim, neighbour=neighbour)
    return text("netsuzo-headline-accepted", seat=Seat(caller), claim=claim, neighbour=neighbour)


def _seat_line(view: NetsuzoView, seat: int) -> Text:
    if not view.reds[seat]:
        return text("netsuzo-seat-out", blues=view.blues[seat])
    return text("netsuzo-seat", reds=view.reds[seat], blues=view.blues[seat], cards=view.sizes[seat])


def _table_lines(view: NetsuzoView) -> tuple[Text, ...]:
    lines = [text("netsuzo-round", round=view.round, pile=view.pile, discards=view.discards)]
    if view.stage in ("deal", "over"):
        return tuple(lines)
    earlier = view.declared[:-1]
    if len(earlier) > CHAIN:
        lines.append(text("netsuzo-claims-before", count=len(earlier) - CHAIN))
    lines += [
        text("netsuzo-claim-line", seat=Seat(seat), claim=claim_text(claim))
        for seat, claim in earlier[-CHAIN:]
    ]
    if view.shown:
        lines.append(_showdown_text(view.shown))
    return tuple(lines)


def _showdown_text(shown: Showdown) -> Text:
    claim = BY_NOTATION[shown.declaration]
    made, five = evidence(claim, (*shown.hand, *shown.open))
    better = shown.is_true and made != claim
    return text(
        f"netsuzo-showdown-{'better' if better else 'true' if shown.is_true else 'false'}",
        caller=Seat(shown.caller),
        rejecter=Seat(shown.rejecter),
        claim=claim_text(shown.declaration),
        made=claim_text(str(made)),
        cards=cards_of(by_rank(five)),
        hand=cards_of(by_rank(shown.hand)),
    )


def _table_board(view: NetsuzoView) -> Board | None:
    rows: list[Row] = []
    if view.open and view.stage not in ("deal", "over"):
        # Backs beside the open cards: how much lies behind the declaration.
        holder = next_in(view.reds, view.turn) if view.stage in ("discard", "taker-draws") else view.turn
        rows.append(Row(text("netsuzo-row-open"), (faces(view.open),)))
        rows.append(Row(Seat(holder), (backs(view.sizes[holder]),), is_turn=view.to_act == (holder,)))
    if view.shown:
        rows.append(_shown_row(view.shown))
    return Board(STANDARD.name, tuple(rows)) if rows else None


def _shown_row(shown: Showdown) -> Row:
    """Show the last hand with the open cards it lay beside; the five that make something stand out."""
    _, five = evidence(BY_NOTATION[shown.declaration], (*shown.hand, *shown.open))
    groups = tuple(
        faces(cards, hot=[c for c in cards if c in five]) for cards in (by_rank(shown.hand), shown.open)
    )
    return Row(text("netsuzo-row-shown", seat=Seat(shown.caller)), groups, text(_note(shown)))


def _note(shown: Showdown) -> str:
    return "netsuzo-note-true" if shown.is_true else "netsuzo-note-false"


def _answers(view: NetsuzoView) -> tuple[Shortcut, ...]:
    reject = Shortcut(text("netsuzo-reject"), str(REJECT), "danger")
    if LADDER.is_top(BY_NOTATION[view.declared[-1][1]]):
        return (reject,)
    return (Shortcut(text("netsuzo-accept"), str(ACCEPT), "success"), reject)


# --- the panel ----------------------------------------------------------------------------------------


def _panel_lines(view: NetsuzoView, truth: Declare) -> tuple[Text, ...]:
    lines = [
        text("netsuzo-hand", cards=cards_of(by_rank(view.hand))),
        text("netsuzo-makes", claim=claim_text(str(truth))),
    ]
    if view.declared:
        caller, claim = view.declared[-1]
        lines.append(
            text("netsuzo-last", seat=Seat(caller), claim=claim_text(claim), cards=view.sizes[caller])
        )
    if view.is_my_turn and view.stage in ("declare", "answer", "discard"):
        lines.append(text(f"netsuzo-todo-{view.stage}"))
    if view.last_pass:
        lines.append(text("netsuzo-passed", cards=cards_of(by_rank(view.last_pass))))
    if view.tossed:
        lines.append(text("netsuzo-tossed", cards=cards_of(view.tossed[-10:])))
    return tuple(lines)


def _panel_board(view: NetsuzoView, truth: Declare) -> Board:
    _, five = evidence(truth, (*view.hand, *view.open))
    rows = [
        Row(text(title), (faces(cards, hot=[card for card in cards if card in five]),))
        for title, cards in (("netsuzo-row-hand", by_rank(view.hand)), ("netsuzo-row-open", view.open))
    ]
    return Board(STANDARD.name, tuple(rows))


def _claims(view: NetsuzoView, legal: Sequence[Move], have: Tally, truth: Declare) -> tuple[Shortcut, ...]:
    """Offer the best true declaration, the next higher true one, and the lowest that is allowed."""
    offers: dict[str, Shortcut] = {}
    if truth in legal:
        _offer(offers, "best", truth, "success")
        lowest = lowest_true(have, _last(view), exact=is_exact(view))
        assert lowest is not None
        _offer(offers, "next", lowest, "primary")
    _offer(offers, "lowest", legal[0], "secondary")
    return tuple(offers.values())


def _offer(offers: dict[str, Shortcut], name: str, move: Move, style: Style) -> None:
    claim = str(move)
    if claim not in offers:
        label = text(f"netsuzo-shortcut-{name}", claim=claim_text(claim))
        offers[claim] = Shortcut(label, claim, style)
