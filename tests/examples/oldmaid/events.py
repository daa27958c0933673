"""What happens in Old Maid, and who sees it (oldmaid.md, What is open)."""

from msgspec.structs import replace

from games.core.cards import Card
from games.core.events import Event


class CardDrawn(Event, frozen=True):
    """A seat drew a card; ``pair`` is what it laid down at once, if the card made one."""

    seat: int
    owner: int
    place: int
    card: Card
    pair: tuple[Card, ...]

    def seen_by(self, viewer: int | None) -> "CardDrawn":
        """Show the card to the two who had it in hand; to everybody once it is laid down."""
        is_known = self.pair or viewer in (self.seat, self.owner)
        return self if is_known else replace(self, card="")
