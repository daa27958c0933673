"""Events, positions and views of Old Maid (oldmaid.md, What is open)."""

from msgspec.structs import replace

from games.core.cards import Card, CardGroup, own_card_groups
from games.core.events import Event
from games.core.rules import State, View


class CardDrawn(Event, frozen=True):
    """A seat drew a card. ``pair`` is the pair that it laid down at once; empty if there was none."""

    seat: int
    owner: int
    place: int
    card: Card
    pair: tuple[Card, ...]

    def seen_by(self, viewer: int | None) -> "CardDrawn":
        """Return the event, without the card unless the viewer has held it or it is laid down in a pair."""
        is_known = self.pair or viewer in (self.seat, self.owner)
        return self if is_known else replace(self, card="")


class OldMaidState(State, frozen=True, kw_only=True):
    """A position of Old Maid: for each seat its hand in order and its pairs laid down; and the last draw."""

    hands: tuple[tuple[Card, ...], ...]
    laid: tuple[tuple[Card, ...], ...]
    drawn: CardDrawn | None = None

    def card_groups(self) -> tuple[CardGroup, ...]:
        """Return hands as groups of their seats, and pairs laid down as public. The whole deck is dealt."""
        return (*own_card_groups(self.hands), CardGroup(self.laid, None))


class OldMaidView(View, frozen=True, kw_only=True):
    """The facts that one seat knows: hand sizes, pairs, the last draw, the seat from which the next card is
    drawn, and its own hand.
    """

    sizes: tuple[int, ...]
    laid: tuple[tuple[Card, ...], ...]
    drawn: CardDrawn | None
    owner: int | None
    hand: tuple[Card, ...] = ()
