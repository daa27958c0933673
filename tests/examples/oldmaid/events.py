"""The events of Old Maid and which viewers may see them (oldmaid.md, What is open)."""

from msgspec.structs import replace

from games.core.cards import Card
from games.core.events import Event


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
