"""How a table of Tomoefuda looks: the trick and its two suits, then the open hands by pairs of suits."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.cards import TOMOE, Card
from games.core.events import Event
from games.core.moves import Move
from games.core.presentation import (
    Board,
    Choice,
    Face,
    PanelScene,
    Presenter,
    Question,
    Row,
    Shortcut,
    TableScene,
    faces,
)
from games.core.rules import Result
from games.core.seats import clockwise
from games.core.words import Arg, Seat, Seats, Suit, Text, text
from games.tomoe.events import CardPlayed, GameDealt, GameEnded, MatchExtended, TrickWon
from games.tomoe.moves import PLAYS, Play
from games.tomoe.state import TomoeView
from games.tomoe.tricks import BACK, METAL, PAIRS, SEATS, SUIT, playable, role, worth
from games.tomoe.words import plain, printed, results_text, suits_text, won_text

Groups = tuple[tuple[Face, ...], ...]

SHORTCUTS = 5
"""With at most so many playable cards each gets a button."""


class TomoePresenter(Presenter[TomoeView]):
    """Shows Tomoefuda."""

    def table(self, view: TomoeView) -> TableScene:
        """Describe the table: who leads what, the seats in the order of play, the last trick explained."""
        return TableScene(
            headline=_headline(view),
            seats=tuple((seat, _seat_line(view, seat)) for seat in clockwise(view.lead, SEATS)),
            lines=_table_lines(view),
            board=_table_board(view),
            public=_public(view),
        )

    def panel(self, view: TomoeView, legal: Sequence[Move]) -> PanelScene:
        """Describe a hand: what may be played and why not the rest, then everything that is known."""
        assert view.seat is not None
        shown = view.open[view.seat]
        if not shown and not view.hidden:
            return PanelScene(lines=(text("tomoe-no-hand"),))
        allowed = playable(shown + view.hidden, view.trick) if legal else ()
        lines = [_why(view, allowed)]
        if 0 < len(allowed) < len(shown) + len(view.hidden):
            lines.append(text("tomoe-playable", cards=printed(TOMOE.sort(allowed))))
        for key, cards in (("tomoe-open", shown), ("tomoe-hidden", view.hidden)):
            if cards:
                lines.append(text(key, cards=printed(_playable_first(cards, allowed)), count=len(cards)))
        if unknown := view.unseen:
            lines.append(text("tomoe-unseen", cards=printed(unknown), count=len(unknown)))
        rows = [_trick_row(view)] if view.trick else []
        rows += [
            Row(text(key), _hand_groups(cards, allowed))
            for key, cards in (("tomoe-row-open", shown), ("tomoe-row-hidden", view.hidden))
            if cards
        ]
        return PanelScene(tuple(lines), Board(TOMOE.name, tuple(rows)), _shortcuts(TOMOE.sort(allowed)))

    def say(self, event: Event, view: TomoeView) -> Text | None:
        """Tell what happened."""
        match event:
            case GameDealt():
                return text(
                    "tomoe-event-dealt", number=event.number, games=view.games, seat=Seat(event.leader)
                )
            case CardPlayed():
                key = "tomoe-event-played-hidden" if event.was_hidden else "tomoe-event-played"
                return text(key, seat=Seat(event.seat), card=printed((event.card,)))
            case TrickWon():
                return won_text(event.number, event.trick, event.points)
            case GameEnded():
                return text(
                    "tomoe-event-ended", number=event.number, results=results_text(event.points, event.totals)
                )
            case MatchExtended():
                return text("tomoe-event-extended", seats=Seats(event.seats), games=event.games)
        return None

    def name(self, move: Move, view: TomoeView) -> Text:
        """Put a move into words."""
        assert isinstance(move, Play)
        return text("tomoe-play", card=printed((move.card,)))

    def ask(self, view: TomoeView, chosen: tuple[str, ...]) -> Question | Move | None:
        """Ask for the card; its detail says from which part of the hand and what it is in this trick."""
        assert view.seat is not None
        cards = playable(view.open[view.seat] + view.hidden, view.trick)
        if chosen:
            return PLAYS[chosen[0]] if chosen[0] in cards else None
        return Question(text("tomoe-choose"), tuple([_choice(view, card) for card in cards]))

    def hand(self, view: TomoeView) -> Row | None:
        """Lay the viewing seat's hidden cards open."""
        if view.seat is None or not view.hidden:
            return None
        return Row(Seat(view.seat), _by_pairs(view.hidden))

    def outcome(self, view: TomoeView, result: Result) -> tuple[Text, ...]:
        """Say with how many points in how many games the match was won, and whether it needed extra games."""
        points = plain(max(result.scores))
        lines = [text("tomoe-outcome", seats=Seats(result.ranking[0]), points=points, games=view.games)]
        extra = view.games - int(view.options["games"])
        if extra:
            lines.append(text("tomoe-outcome-extra", extra=extra))
        return tuple(lines)


# --- the table ----------------------------------------------------------------------------------------


def _headline(view: TomoeView) -> Text:
    if view.result is not None:
        return text("tomoe-headline-over", seats=Seats(view.result.ranking[0]))
    if not view.number:
        return text("tomoe-headline-start", seat=Seat(view.leader))
    if not isinstance(view.to_act, tuple):
        return text("tomoe-headline-between", number=view.number)
    if not view.trick:
        return text("tomoe-headline-lead", seat=Seat(view.lead), number=len(view.tricks) + 1)
    led: dict[str, Arg] = {"seat": Seat(view.lead), "card": printed(view.trick[:1])}
    return Text("tomoe-headline-led", {**led, "suits": suits_text(view.trick[0])})


def _seat_line(view: TomoeView, seat: int) -> Text:
    place = (seat - view.lead) % SEATS
    args: dict[str, Arg] = {
        "won": _tricks_of(view, seat),
        "total": plain(view.totals[seat]),
        "hidden": view.hidden_counts[seat],
    }
    if place < len(view.trick):
        return Text("tomoe-seat-played", {**args, "card": printed((view.trick[place],))})
    return Text("tomoe-seat", args)


def _table_lines(view: TomoeView) -> tuple[Text, ...]:
    if not view.number:
        return ()
    hand = len(view.deck) // SEATS
    trick = min(len(view.tricks) + 1, hand)
    lines = [text("tomoe-progress", game=view.number, games=view.games, trick=trick, tricks=hand)]
    if view.tricks:
        last = view.tricks[-1]
        lines.append(won_text(len(view.tricks), last, worth(last.card, float(view.options["ace"]))))
    elif view.past:
        results = results_text(view.past[-1], view.totals)
        lines.append(text("tomoe-event-ended", number=len(view.past), results=results))
    return tuple(lines)


def _table_board(view: TomoeView) -> Board | None:
    if not view.number:
        return None
    rows = [_trick_row(view)] if view.trick or view.tricks else []
    for seat in clockwise(view.lead, SEATS):
        if view.open[seat]:
            note = text("tomoe-note", won=_tricks_of(view, seat), hidden=view.hidden_counts[seat])
            rows.append(Row(Seat(seat), _by_pairs(view.open[seat]), note, view.to_act == (seat,)))
    return Board(TOMOE.name, tuple(rows))


def _trick_row(view: TomoeView) -> Row:
    """Show the running trick, or before its first card the last one with the winning card framed."""
    if view.trick:
        *before, last = view.trick
        groups = (*((Face(card),) for card in before), (Face(last, "new"),))
        return Row(text("tomoe-row-trick"), groups, suits_text(view.trick[0]))
    trick = view.tricks[-1]
    groups = tuple((Face(card, "hot" if card == trick.card else ""),) for card in trick.cards)
    return Row(text("tomoe-row-last"), groups, text("tomoe-note-won", seat=Seat(trick.winner)))


def _public(view: TomoeView) -> tuple[Shortcut, ...]:
    """Offer the cards of a seat at the table itself once everybody knows all it may play."""
    if not isinstance(view.to_act, tuple) or view.hidden_counts[view.to_act[0]]:
        return ()
    return _shortcuts(playable(view.open[view.to_act[0]], view.trick))


def _tricks_of(view: TomoeView, seat: int) -> int:
    return sum(trick.winner == seat for trick in view.tricks)


# --- the panel ----------------------------------------------------------------------------------------


def _why(view: TomoeView, allowed: Sequence[Card]) -> Text:
    """Say what may be played and so why the rest may not; off turn, whom everybody waits for."""
    if not allowed:
        assert isinstance(view.to_act, tuple)
        return text("tomoe-wait", seat=Seat(view.to_act[0]))
    if not view.trick:
        return text("tomoe-must-lead")
    kind = _role(view, allowed[0])
    front = SUIT[view.trick[0]]
    back = BACK[front]
    if back is None:
        return text("tomoe-must-metal" if kind == "front" else "tomoe-may-metal")
    return text(
        {"front": "tomoe-must-front", "back": "tomoe-must-back"}.get(kind, "tomoe-may-any"),
        front=Suit(front, TOMOE.name),
        back=Suit(back, TOMOE.name),
    )


def _role(view: TomoeView, card: Card) -> str:
    """Tell what a card would be in the running trick: ``lead``, ``front``, ``back`` or ``lower``."""
    return role(SUIT[view.trick[0]], SUIT[card]) if view.trick else "lead"


def _choice(view: TomoeView, card: Card) -> Choice:
    part = "hidden" if card in view.hidden else "open"
    detail = text("tomoe-detail", part=part, role=_role(view, card))
    return Choice(card, text("tomoe-card", card=printed((card,))), detail)


def _by_pairs(cards: Sequence[Card], dim: bool = False) -> Groups:
    """Group cards by pairs of suits, metals last."""
    groups = [[card for card in cards if SUIT[card] != METAL and SUIT[card] in pair] for pair in PAIRS]
    groups.append([card for card in cards if SUIT[card] == METAL])
    return tuple(faces(group, dim=group if dim else ()) for group in groups if group)


def _hand_groups(cards: Sequence[Card], allowed: Sequence[Card]) -> Groups:
    """Put the playable cards first and dim the others; off turn nothing is dim."""
    others = [card for card in cards if card not in allowed]
    if not allowed or not others:
        return _by_pairs(cards)
    return _by_pairs([card for card in cards if card in allowed]) + _by_pairs(others, dim=True)


def _playable_first(cards: Sequence[Card], allowed: Sequence[Card]) -> list[Card]:
    return sorted(cards, key=lambda card: card not in allowed)


def _shortcuts(cards: Sequence[Card]) -> tuple[Shortcut, ...]:
    if len(cards) > SHORTCUTS:
        return ()
    return tuple(
        Shortcut(text("tomoe-play", card=printed((card,))), str(PLAYS[card]), "primary") for card in cards
    )
