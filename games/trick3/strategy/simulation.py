"""A battle played out fast: mutable, on places in the chart, by the rules of ``transitions``.

Only what counts for the outcome is kept: of the pot and of captured cards their number. What a deal hides has
been filled in (``worlds``), so the simulation never looks at a view.
"""

from __future__ import annotations

from games.trick3.moves import DOWN, EXPOSED, HIDDEN, UP
from games.trick3.strategy.chart import Chart

NOBODY = -1


class Choice:
    """A move of the simulation: a card to play or to fold with, cards to expose.

    Args:
        card: place of the card; ``None`` for a fold after round 1.
        is_fold: whether it gives up.
        way: of the first card of a battle.
    """

    __slots__ = ("card", "is_fold", "way")

    def __init__(self, card: int | None, is_fold: bool = False, way: str = "") -> None:
        self.card = card
        self.is_fold = is_fold
        self.way = way


class Playout:
    """A position. Lists go by seat.

    Attributes:
        hidden, exposed: hands.
        stock: stocks, the top last.
        played: cards of this battle.
        captured: numbers of cards.
        pot: number of cards.
        folded, left: the seats that folded in this battle, and left the game, in order.
        order: the seats of this battle.
        at: place in ``order`` of who is to act.
        refilling: whether it is to refill.
    """

    __slots__ = (
        *("chart", "end", "hidden", "exposed", "stock", "played", "captured", "pot", "folded", "left"),
        *("order", "round", "way", "at", "refilling", "is_ended", "is_battle_over"),
    )

    def __init__(self, chart: Chart, end: str) -> None:
        self.chart = chart
        self.end = end
        self.hidden: list[list[int]] = []
        self.exposed: list[list[int]] = []
        self.stock: list[list[int]] = []
        self.played: list[list[int]] = []
        self.captured: list[int] = []
        self.pot = 0
        self.folded: list[int] = []
        self.left: list[int] = []
        self.order: tuple[int, ...] = ()
        self.round = 1
        self.way = ""
        self.at = 0
        self.refilling = False
        self.is_ended = False
        self.is_battle_over = False

    def copy(self) -> Playout:
        """Make an independent copy."""
        other = Playout.__new__(Playout)
        other.chart, other.end = self.chart, self.end
        other.hidden = [cards[:] for cards in self.hidden]
        other.exposed = [cards[:] for cards in self.exposed]
        other.stock = [cards[:] for cards in self.stock]
        other.played = [cards[:] for cards in self.played]
        other.captured = self.captured[:]
        other.pot = self.pot
        other.folded, other.left = self.folded[:], self.left[:]
        other.order, other.round, other.way = self.order, self.round, self.way
        other.at, other.refilling = self.at, self.refilling
        other.is_ended, other.is_battle_over = self.is_ended, self.is_battle_over
        return other

    # --- whose turn it is -------------------------------------------------------------------------------

    def to_act(self) -> int:
        """Go on to the next decision; ``NOBODY`` when the battle is over."""
        while not self.is_battle_over:
            order, folded = self.order, self.folded
            if self.refilling:
                return order[self.at]
            while self.at < len(order) and order[self.at] in folded:
                self.at += 1
            if self.at < len(order):
                seat = order[self.at]
                if self.round == 2 and not self.exposed[seat]:
                    self._give_up(seat)
                    continue
                return seat
            if len(folded) == len(order):
                self._end_battle()
            elif self.round == 3:
                self._showdown()
            else:
                self.round += 1
                self.at = 0
        return NOBODY

    # --- moves ------------------------------------------------------------------------------------------

    def act(self, seat: int, choice: Choice) -> None:
        """Play a card, or fold."""
        card = choice.card
        if choice.is_fold:
            if card is not None:
                exposed = self.exposed[seat]
                (exposed if card in exposed else self.hidden[seat]).remove(card)
                self.pot += 1
            self._give_up(seat)
            return
        assert card is not None
        (self.exposed if self.round == 2 else self.hidden)[seat].remove(card)
        self.way = self.way or choice.way
        self.played[seat].append(card)
        self._after_act(seat)

    def refill(self, seat: int, cards: list[int], draw: int) -> None:
        """Expose cards, then draw."""
        hidden = self.hidden[seat]
        for card in cards:
            hidden.remove(card)
        self.exposed[seat] += cards
        stock = self.stock[seat]
        for _ in range(draw):
            hidden.append(stock.pop())
        if not hidden:
            self._fill(seat)
        self.refilling = False
        self.at += 1

    def _give_up(self, seat: int) -> None:
        self.pot += len(self.played[seat])
        self.played[seat].clear()
        self.folded.append(seat)
        self._after_act(seat)

    def _after_act(self, seat: int) -> None:
        if not self.hidden[seat]:
            self._fill(seat)
        hidden = len(self.hidden[seat])
        if hidden and (len(self.exposed[seat]) < EXPOSED or (hidden < HIDDEN and self.stock[seat])):
            self.refilling = True
        else:
            self.at += 1

    def _fill(self, seat: int) -> None:
        stock = self.stock[seat]
        if stock:
            count = min(HIDDEN, len(stock))
            self.hidden[seat] += [stock.pop() for _ in range(count)]
        elif len(self.played[seat]) < 3:
            if seat not in self.folded:
                self.folded.append(seat)
            self._leave(seat)

    def _leave(self, seat: int) -> None:
        self.pot += len(self.played[seat]) + len(self.exposed[seat])
        self.played[seat].clear()
        self.exposed[seat].clear()
        self.left.append(seat)

    # --- the end of a battle ----------------------------------------------------------------------------

    def _showdown(self) -> None:
        active = [seat for seat in self.order if seat not in self.folded]
        rows, played = self.chart.rows, self.played
        strengths = []
        for seat in active:
            one, two, three = played[seat]
            strengths.append(rows[one][two][three])
            played[seat].clear()
        best = max(strengths)
        cards = self.pot + 3 * len(active)
        if best:
            winners = [seat for seat, strength in zip(active, strengths, strict=True) if strength == best]
            each, cards = divmod(cards, len(winners))
            for seat in winners:
                self.captured[seat] += each
        self.pot = cards
        for seat in active:
            if not (self.hidden[seat] or self.stock[seat]):
                self._leave(seat)
        self._end_battle()

    def _end_battle(self) -> None:
        seats, gone = len(self.hidden), len(self.left)
        self.is_battle_over = True
        if self.end == "L":
            self.is_ended = gone >= seats - 1
        elif self.end == "M":
            self.is_ended = 2 * gone >= seats
        else:
            self.is_ended = gone > 0
        if self.is_ended and self.end != "S":
            self._share_out()

    def _share_out(self) -> None:
        cards = self.pot
        for holdings in (self.hidden, self.exposed, self.stock):
            for held in holdings:
                cards += len(held)
                held.clear()
        each, rest = divmod(cards, len(self.left))
        for place, seat in enumerate(self.left):
            self.captured[seat] += each + (place < rest)
        self.pot = 0


def is_concealed(round_: int, way: str) -> bool:
    """Tell whether the card of a round lies face down."""
    return (way == UP and round_ == 3) or (way == DOWN and round_ == 1)
