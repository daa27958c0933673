"""Texts of Tomoefuda about cards, suits and tricks."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.cards import TOMOE, Card
from games.core.words import Arg, Cards, Joined, Seat, Seats, Suit, Text, text
from games.tomoe.state import GameEnded, MatchExtended, TomoeView
from games.tomoe.tricks import BACK, SUIT, Trick


def back_text(led: Card) -> Text:
    """Return a text that names the back suit, which is the partner of the suit led."""
    back = BACK[SUIT[led]]
    return text("tomoe-back-none") if back is None else text("tomoe-back", suit=Suit(back, TOMOE.name))


def won_text(number: int, trick: Trick, points: float) -> Text:
    """Return a sentence on the trick with this number: its winner, the points, and the reason."""
    args: dict[str, Arg] = {
        "number": number,
        "seat": Seat(trick.winner),
        "card": printable((trick.card,)),
        "why": why_text(trick),
    }
    if points == 1:
        return Text("tomoe-won", args)
    return Text("tomoe-won-ace", {**args, "points": points_text(points)})


def why_text(trick: Trick) -> Text:
    """Return a text on why the winner of a trick won it."""
    return text(f"tomoe-why-{trick.case}", led=printable(trick.cards[:1]))


def ended_text(event: GameEnded | MatchExtended) -> Text:
    """Return a text on the end of a game, or on the extension of the match."""
    if isinstance(event, MatchExtended):
        return text("tomoe-event-extended", seats=Seats(event.seats), games=event.games)
    return text("tomoe-event-ended", number=event.number, results=results_text(event.points, event.totals))


def results_text(points: Sequence[float], totals: Sequence[float]) -> Joined:
    """Return a list of each seat's points in a game and in the match so far."""
    return Joined(
        tuple(
            text("tomoe-result", seat=Seat(seat), points=points_text(made), total=plain_number(totals[seat]))
            for seat, made in enumerate(points)
        )
    )


def points_by_game(view: TomoeView, seat: int) -> tuple[int | float, ...]:
    """Return a seat's points in each game of the match, the current game last."""
    return tuple(plain_number(game[seat]) for game in (*view.past, view.points)) if view.number else ()


def points_text(points: float) -> Text:
    """Return a number of points followed by the word for points."""
    return text("tomoe-points", points=plain_number(points))


def plain_number(points: float) -> int | float:
    """Return a number as an ``int`` if it is whole, otherwise unchanged."""
    return int(points) if points == int(points) else points


def printable(cards: Sequence[Card]) -> Cards:
    """Return cards of this game as an argument of translated texts."""
    return Cards(tuple(cards), TOMOE.name)
