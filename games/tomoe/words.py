"""What Tomoefuda says of cards, suits and tricks, for refusals and presenter."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.cards import TOMOE, Card
from games.core.words import Arg, Cards, Joined, Seat, Suit, Text, text
from games.tomoe.tricks import BACK, SUIT, Trick


def suits_text(led: Card) -> Text:
    """Name front and back suit."""
    front = SUIT[led]
    back = BACK[front]
    if back is None:
        return text("tomoe-suits-metal")
    return text("tomoe-suits", front=Suit(front, TOMOE.name), back=Suit(back, TOMOE.name))


def won_text(number: int, trick: Trick, points: float) -> Text:
    """Say who won a trick, which case it was and why that card won."""
    why = text(f"tomoe-why-{trick.case}", card=printed((trick.card,)), led=printed(trick.cards[:1]))
    args: dict[str, Arg] = {
        "number": number,
        "seat": Seat(trick.winner),
        "card": printed((trick.card,)),
        "cards": printed(trick.cards),
        "why": why,
    }
    if points == 1:
        return Text("tomoe-won", args)
    return Text("tomoe-won-ace", {**args, "points": plain(points)})


def results_text(points: Sequence[float], totals: Sequence[float]) -> Joined:
    """List what each seat made in a game and what it has by now."""
    return Joined(
        tuple(
            text("tomoe-result", seat=Seat(seat), points=plain(made), total=plain(totals[seat]))
            for seat, made in enumerate(points)
        )
    )


def plain(points: float) -> int | float:
    """Write whole points without a fraction."""
    return int(points) if points == int(points) else points


def printed(cards: Sequence[Card]) -> Cards:
    """Print cards of this game."""
    return Cards(tuple(cards), TOMOE.name)
