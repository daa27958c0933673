"""How a battle goes on: turns, refills, leaving, showdown, the end of a game (trick3.md, A battle)."""

from __future__ import annotations

from games.core.cards import Card, without
from games.core.events import Event
from games.core.rules import CHANCE, OVER, ToAct
from games.trick3.decks import FAMILIES
from games.trick3.hands import classifier
from games.trick3.moves import EXPOSED, HIDDEN, Expose, Fold, Play, Refill
from games.trick3.state import (
    AllFolded,
    CardPlayed,
    ExposedChosen,
    Folded,
    GameEnded,
    GameLeft,
    Hand,
    HandFilled,
    HandsExposed,
    Phase,
    Refilled,
    Showdown,
    ShownHand,
    Side,
    Trick3State,
)


class Draft:
    """A position on its way to the next one; ``finish`` makes it a value.

    Args:
        state: the position to go on from; it stays as it is.
    """

    __slots__ = (
        "battle",
        "chosen",
        "folded",
        "game",
        "lead",
        "left",
        "news",
        "order",
        "phase",
        "pot",
        "remains",
        "round",
        "setup",
        "shown",
        "sides",
        "sort",
        "to_act",
        "totals",
        "variant",
        "way",
    )

    def __init__(self, state: Trick3State) -> None:
        self.setup = state.setup
        self.variant = state.variant
        self.sort = FAMILIES[state.variant.family].sort
        self.to_act: ToAct = state.to_act
        self.phase: Phase = state.phase
        self.sides = list(state.sides)
        self.pot = state.pot
        self.chosen = state.chosen
        self.battle = state.battle
        self.game = state.game
        self.lead = state.lead
        self.order = state.order
        self.round = state.round
        self.way = state.way
        self.folded = state.folded
        self.left = state.left
        self.totals = state.totals
        self.remains = state.remains
        self.shown = state.shown
        self.news: list[Event] = []

    def finish(self) -> Trick3State:
        """Make the position that has been reached."""
        return Trick3State(
            to_act=self.to_act,
            news=tuple(self.news),
            setup=self.setup,
            variant=self.variant,
            phase=self.phase,
            sides=tuple(self.sides),
            pot=self.pot,
            chosen=self.chosen,
            game=self.game,
            battle=self.battle,
            lead=self.lead,
            order=self.order,
            round=self.round,
            way=self.way,
            folded=self.folded,
            left=self.left,
            totals=self.totals,
            remains=self.remains,
            shown=self.shown,
        )

    # --- moves of players -------------------------------------------------------------------------------

    def expose(self, seat: int, move: Expose) -> None:
        """Note a first exposed hand; with the last one all are shown and the first battle begins."""
        self.chosen = (*self.chosen[:seat], move.cards, *self.chosen[seat + 1 :])
        self.news.append(ExposedChosen(seat))
        waiting = tuple([other for other, cards in enumerate(self.chosen) if not cards])
        if waiting:
            self.to_act = waiting
            return
        for other, cards in enumerate(self.chosen):
            side = self.sides[other]
            self.sides[other] = Side(without(side.hidden, cards), cards, side.stock)
        self.news.append(HandsExposed(self.chosen))
        self.chosen = ()
        self._begin_battle(self.lead)

    def play(self, seat: int, move: Play) -> None:
        """Play a card: of the exposed hand in round 2, else of the hidden one."""
        side = self.sides[seat]
        hidden, exposed = side.hidden, side.exposed
        if self.round == 2:
            exposed = without(exposed, (move.card,))
        else:
            hidden = without(hidden, (move.card,))
        self.way = move.way or self.way
        self.sides[seat] = Side(hidden, exposed, side.stock, (*side.played, move.card), side.captured)
        self.news.append(CardPlayed(seat, move.card, self.round, self.way))
        self._after_act(seat)

    def fold(self, seat: int, move: Fold) -> None:
        """Give up; a penalty of which one copy is exposed is taken from the exposed hand."""
        side = self.sides[seat]
        if move.card in side.exposed:
            exposed = without(side.exposed, (move.card,))
            self.sides[seat] = Side(side.hidden, exposed, side.stock, side.played, side.captured)
        elif move.card:
            hidden = without(side.hidden, (move.card,))
            self.sides[seat] = Side(hidden, side.exposed, side.stock, side.played, side.captured)
        self._fold(seat, move.card, False)

    def refill(self, seat: int, move: Refill) -> None:
        """Move cards to the exposed hand, then draw; a hand exposed to the last card fills by itself."""
        side = self.sides[seat]
        hidden, exposed, stock = side.hidden, side.exposed, side.stock
        if move.cards:
            hidden, exposed = without(hidden, move.cards), self.sort((*exposed, *move.cards))
        if move.draw:
            hidden, stock = self.sort((*hidden, *stock[: move.draw])), stock[move.draw :]
        self.sides[seat] = Side(hidden, exposed, stock, side.played, side.captured)
        self.news.append(Refilled(seat, move.cards, move.draw))
        self._fill_empty(seat)
        self._next_turn(seat)

    # --- a turn -------------------------------------------------------------------------------------------

    def _fold(self, seat: int, penalty: Card, is_forced: bool) -> None:
        side = self.sides[seat]
        self.pot = (*self.pot, *side.played, penalty) if penalty else (*self.pot, *side.played)
        self.sides[seat] = Side(side.hidden, side.exposed, side.stock, (), side.captured)
        self.folded = (*self.folded, seat)
        self.news.append(Folded(seat, side.played, penalty, is_forced))
        self._after_act(seat)

    def _after_act(self, seat: int) -> None:
        """Go on to the refill of a seat, or past it where nothing could be refilled."""
        self._fill_empty(seat)
        if can_refill(self.sides[seat]):
            self.phase, self.to_act = "refill", (seat,)
        else:
            self._next_turn(seat)

    def _fill_empty(self, seat: int) -> None:
        """Fill an empty hidden hand; without stock its seat leaves, unless it has played three cards."""
        side = self.sides[seat]
        if side.hidden:
            return
        if side.stock:
            hidden, stock = self.sort(side.stock[:HIDDEN]), side.stock[HIDDEN:]
            self.sides[seat] = Side(hidden, side.exposed, stock, side.played, side.captured)
            self.news.append(HandFilled(seat, len(hidden)))
        elif len(side.played) < 3:
            if seat not in self.folded:
                self.folded = (*self.folded, seat)
            self._leave(seat)

    def _leave(self, seat: int) -> None:
        side = self.sides[seat]
        cards = (*side.played, *side.exposed)
        self.pot = (*self.pot, *cards)
        self.sides[seat] = Side(captured=side.captured)
        self.left = (*self.left, seat)
        self.news.append(GameLeft(seat, cards))

    def _next_turn(self, seat: int) -> None:
        later = self.order[self.order.index(seat) + 1 :]
        for other in later:
            if other not in self.folded:
                self._begin_turn(other)
                return
        active = [other for other in self.order if other not in self.folded]
        if not active:
            self.news.append(AllFolded(self.battle, self.folded[-1]))
            self._end_battle(self.folded[-1])
        elif self.round == 3:
            self._showdown(active)
        else:
            self.round += 1
            self._begin_turn(active[0])

    def _begin_turn(self, seat: int) -> None:
        if self.round == 2 and not self.sides[seat].exposed:
            self._fold(seat, "", True)
        else:
            self.phase, self.to_act = "play", (seat,)

    # --- battles --------------------------------------------------------------------------------------------

    def _begin_battle(self, lead: int) -> None:
        seats = len(self.sides)
        self.battle += 1
        self.lead = lead
        around = [(lead + step) % seats for step in range(seats)]
        self.order = tuple([seat for seat in around if seat not in self.left])
        self.round, self.way, self.folded = 1, "", ()
        self._begin_turn(lead)

    def _showdown(self, active: list[int]) -> None:
        """Compare hands, give out the cards, let those leave who have run out (trick3.md, Showdown)."""
        judge = classifier(self.variant.deck)
        strengths = [judge.strength(*self.sides[seat].played) for seat in active]
        best = max(strengths)
        winners = [seat for seat, level in zip(active, strengths, strict=True) if level == best > 0]
        hands = tuple(
            [
                ShownHand(seat, self.sides[seat].played, judge.name(level))
                for seat, level in zip(active, strengths, strict=True)
            ]
        )
        cards = self.sort((*self.pot, *[card for hand in hands for card in hand.cards]))
        each = len(cards) // len(winners) if winners else 0
        for seat in active:
            side = self.sides[seat]
            share: Hand = ()
            if seat in winners:
                share, cards = cards[:each], cards[each:]
            self.sides[seat] = Side(side.hidden, side.exposed, side.stock, (), (*side.captured, *share))
        self.pot = cards
        self.shown = Showdown(self.battle, hands, tuple(winners), each, len(cards))
        self.news.append(self.shown)
        for seat in active:
            if not (self.sides[seat].hidden or self.sides[seat].stock):
                self._leave(seat)
        self._end_battle(winners[0] if winners else active[0])

    def _end_battle(self, lead: int) -> None:
        """Go on with the next battle, led by ``lead`` or who comes after it, or end the game."""
        seats, gone = len(self.sides), len(self.left)
        if gone == seats:
            lead = (self.lead + 1) % seats
        else:
            while lead in self.left:
                lead = (lead + 1) % seats
        end = self.variant.end
        if gone >= seats - 1 if end == "L" else 2 * gone >= seats if end == "M" else gone > 0:
            self._end_game(lead)
        else:
            self._begin_battle(lead)

    def _end_game(self, lead: int) -> None:
        """Share what was not captured, count, and go on to the next game if there is one."""
        self.remains = tuple(self.sides)
        shares = (0,) * len(self.sides) if self.variant.end == "S" else self._share_out()
        points = tuple([len(side.captured) for side in self.sides])
        self.totals = tuple([total + more for total, more in zip(self.totals, points, strict=True)])
        self.lead = lead
        self.news.append(GameEnded(self.game, points, shares, self.totals))
        is_last = self.game == self.variant.games
        self.phase, self.to_act = ("over", OVER) if is_last else ("deal", CHANCE)

    def _share_out(self) -> tuple[int, ...]:
        """Share all cards not captured among those who left; one each of the rest in the order of leaving."""
        held = [card for side in self.sides for card in (*side.hidden, *side.exposed, *side.stock)]
        cards = self.sort((*self.pot, *held))
        each, rest = divmod(len(cards), len(self.left))
        shares: dict[int, Hand] = {}
        for place, seat in enumerate(self.left):
            size = each + (place < rest)
            shares[seat], cards = cards[:size], cards[size:]
        self.sides = [
            Side(captured=(*side.captured, *shares.get(seat, ()))) for seat, side in enumerate(self.sides)
        ]
        self.pot = cards
        return tuple([len(shares.get(seat, ())) for seat in range(len(self.sides))])


def can_refill(side: Side) -> bool:
    """Tell whether a seat could expose or draw anything."""
    if not side.hidden:
        return False
    return len(side.exposed) < EXPOSED or (len(side.hidden) < HIDDEN and bool(side.stock))
