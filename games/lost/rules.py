"""The rules of Lost Poker (lost.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from msgspec.structs import replace

from games.core.bluffs import Claim, Doubted, count_bluffs
from games.core.cards import NUMBERS, STANDARD, Card, Family
from games.core.errors import Refusal
from games.core.events import Event, witnessed
from games.core.moves import ChanceRequest, Move
from games.core.rules import CHANCE, OVER, Actor, Result, Rules, Setup, ToAct
from games.lost import events, moves
from games.lost.hands import DECK, JOKER, is_made, is_one_away, made, mask_of
from games.lost.legal import Openings, TurnMoves
from games.lost.moves import DOUBT, LOST, PLACES, TRUST, is_true
from games.lost.position import LostCard, LostState, LostView, Played, Variant, seen_pile
from games.lost.refusals import refuse

LOG_SIZE = 5
"""How many events a log keeps: the outcome of the last claim and the latest after it."""

ANSWERS: tuple[Move, ...] = (TRUST, DOUBT)
T = TypeVar("T")


class Lost(Rules[LostState, LostView]):
    """Rules of Lost Poker."""

    id: ClassVar[str] = "lost"
    name: ClassVar[str] = "Lost Poker"
    seats: ClassVar[tuple[int, int]] = (3, 4)
    options: ClassVar[Mapping[str, tuple[str, ...]]] = {"losts": ("3", "0", "1", "2", "4", "5")}
    ends_open: ClassVar[bool] = True
    decisions: ClassVar[Mapping[str, str]] = {
        "void-lost": "A lost declared on the joker does not count against the limit, though one must be left "
        "to declare it (lost.md, On one's turn).",
        "pass": "A seat passes only when nothing else is legal (lost.md, On one's turn).",
        "several-out": "If several are to be eliminated at once, all of them are (lost.md, End).",
    }

    def family(self, options: Mapping[str, str]) -> Family:
        return NUMBERS

    def start(self, setup: Setup) -> LostState:
        nothing: tuple[tuple[Card, ...], ...] = ((),) * setup.seats
        return LostState(
            to_act=CHANCE,
            setup=setup,
            variant=Variant(int(setup.options["losts"])),
            first=setup.first,
            turn=setup.first,
            hands=nothing,
            laid=nothing,
            fields=nothing,
            piles=((),) * setup.seats,
            told=((0, 0),) * setup.seats,
        )

    def chance(self, state: LostState) -> ChanceRequest:
        return ChanceRequest("deal", DECK)

    def step_chance(self, state: LostState, cards: tuple[Card, ...]) -> LostState:
        """Give each seat, from ``first`` on, its block of cards; the rest leaves the game unseen."""
        seats = len(state.hands)
        size = len(cards) // seats
        hands = []
        for seat in range(seats):
            at = (seat - state.first) % seats * size
            hands.append(STANDARD.sort(cards[at : at + size]))
        return replace(
            state,
            to_act=tuple(range(seats)),
            hands=tuple(hands),
            aside=cards[size * seats :],
            news=(events.HandsDealt(state.first, size),),
        )

    def moves_of(self, state: LostState, seat: int) -> Sequence[Move]:
        hand = state.hands[seat]
        if state.is_placing:
            return [PLACES[card] for card in hand]
        losts_left = state.variant.losts - len(state.piles[seat])
        if state.play is not None:
            return (*ANSWERS, LOST) if losts_left else ANSWERS
        fields = state.fields
        if not fields[seat]:
            return Openings(hand)
        others = _OTHERS[len(fields)][seat]
        targets = others
        if hand[-1] == JOKER:
            targets = tuple([other for other in others if not is_one_away(mask_of(fields[other]))])
        return TurnMoves(hand, fields[seat], others, targets, losts_left > 0)

    def step(self, state: LostState, seat: int, move: Move) -> LostState:
        match move:
            case moves.Play():
                return self._play(state, seat, move)
            case moves.Trust() | moves.Doubt():
                return self._judge(state, str(move))
            case moves.Place():
                return self._place(state, seat, move.card)
            case moves.DeclareLost():
                return self._take(state)
            case moves.LayField():
                return self._lay(state, seat, move.cards)
            case moves.LoseFromHand():
                return self._lose_from_hand(state, seat, move.card)
            case moves.LoseFromField():
                return self._lose_from_field(state, seat, move)
            case moves.Back():
                return self._back(state, seat, move.cards)
        return _complete(state, state.turn, state.hands, state.fields, events.Passed(seat))

    # --- the opening ------------------------------------------------------------------------------

    def _lay(self, state: LostState, seat: int, cards: tuple[Card, ...]) -> LostState:
        """Lay three cards; when all have, all fields turn up at once (lost.md, Set-up)."""
        assert isinstance(state.to_act, tuple)
        hands = _set(state.hands, seat, tuple([card for card in state.hands[seat] if card not in cards]))
        laid = _set(state.laid, seat, cards)
        left = tuple([other for other in state.to_act if other != seat])
        if left:
            return replace(state, to_act=left, hands=hands, laid=laid, news=(events.FieldLaid(seat),))
        return replace(
            state,
            to_act=(state.first,),
            hands=hands,
            laid=((),) * len(laid),
            fields=laid,
            news=(events.FieldLaid(seat), events.FieldsShown(laid)),
        )

    # --- a play and its answer --------------------------------------------------------------------

    def _play(self, state: LostState, seat: int, move: moves.Play) -> LostState:
        return replace(
            state,
            to_act=(move.target,),
            hands=_set(state.hands, seat, _drop(state.hands[seat], move.card)),
            play=Played(seat, move.target, move.claim, move.card),
            news=(events.CardPlayed(seat, move.target, move.claim),),
        )

    def _judge(self, state: LostState, answer: str) -> LostState:
        """Turn the card up: it goes to the loser's field, a joker judged rightly to the judge's hand."""
        play = state.play
        assert play is not None
        card, target = play.card, play.target
        claim_holds = is_true(card, play.claim)
        is_right = claim_holds == (answer == "trust")
        taker = play.seat if is_right and card != JOKER else target
        hands, fields = state.hands, state.fields
        joker_in = state.joker_in
        if is_right and card == JOKER:
            hands = _set(hands, target, (*hands[target], JOKER))
            joker_in = target
        else:
            fields = _set(fields, taker, (*fields[taker], card))
            joker_in = None if card == JOKER else joker_in
        judged = events.CardJudged(play.seat, target, play.claim, answer, card, is_right, taker)
        told = _tell(state.told, play.seat, claim_holds)
        return _complete(state, taker, hands, fields, judged, told=told, joker_in=joker_in)

    def _take(self, state: LostState) -> LostState:
        """Put the card on the judge's lost pile, or a joker in its field, before it lays another one."""
        play = state.play
        assert play is not None
        target = play.target
        if play.card == JOKER:
            voided = events.LostVoided(play.seat, target, play.claim)
            return replace(
                state,
                fields=_set(state.fields, target, (*state.fields[target], JOKER)),
                is_placing=True,
                told=_tell(state.told, play.seat, True),
                joker_in=None,
                log=(voided,),
                news=(voided,),
            )
        taken = events.CardTaken(play.seat, target, play.claim, play.card)
        pile = (*state.piles[target], LostCard(play.card, play.seat))
        return replace(
            state, piles=_set(state.piles, target, pile), is_placing=True, log=(taken,), news=(taken,)
        )

    def _place(self, state: LostState, seat: int, card: Card) -> LostState:
        hands = _set(state.hands, seat, _drop(state.hands[seat], card))
        fields = _set(state.fields, seat, (*state.fields[seat], card))
        return _complete(
            state, seat, hands, fields, events.CardPlaced(seat, card), joker_in=_hidden(state, card)
        )

    # --- other turns ------------------------------------------------------------------------------

    def _lose_from_hand(self, state: LostState, seat: int, card: Card) -> LostState:
        hands = _set(state.hands, seat, _drop(state.hands[seat], card))
        piles = _set(state.piles, seat, (*state.piles[seat], LostCard(card, seat)))
        return _complete(state, seat, hands, state.fields, events.HandCardLost(seat, card), piles=piles)

    def _lose_from_field(self, state: LostState, seat: int, move: moves.LoseFromField) -> LostState:
        hands = _set(state.hands, seat, _drop(state.hands[seat], move.placed))
        fields = _set(state.fields, seat, (*_drop(state.fields[seat], move.card), move.placed))
        piles = _set(state.piles, seat, (*state.piles[seat], LostCard(move.card, seat, True)))
        lost = events.FieldCardLost(seat, move.card, move.placed)
        joker_in = _hidden(state, move.placed)
        return _complete(state, seat, hands, fields, lost, piles=piles, joker_in=joker_in)

    def _back(self, state: LostState, seat: int, cards: tuple[Card, ...]) -> LostState:
        left = [card for card in state.hands[seat] if card not in cards]
        hands = _set(state.hands, seat, (*left, JOKER))
        fields = _set(state.fields, seat, (*_drop(state.fields[seat], JOKER), *cards))
        return _complete(state, seat, hands, fields, events.JokerTakenBack(seat, cards), joker_in=seat)

    # --- what people know -------------------------------------------------------------------------

    def open_view(self, state: LostState, common: Mapping[str, Any]) -> LostView:
        is_over = state.to_act == OVER
        play = state.play
        if play is not None and not is_over:
            play = Played(play.seat, play.target, play.claim, "")
        return LostView(
            **common,
            first=state.first,
            turn=state.turn,
            limit=state.variant.losts,
            hand=(),
            laid=(),
            sizes=tuple([len(hand) for hand in state.hands]),
            fields=state.fields,
            piles=state.piles if is_over else _seen_piles(state, None),
            play=play,
            is_placing=state.is_placing,
            told=state.told,
            joker_in=state.joker_in,
            log=state.log if is_over else witnessed(state.log, None),
            out=state.out,
            hands=state.hands if is_over else (),
            aside=state.aside if is_over else (),
        )

    def own_view(self, state: LostState, seat: int) -> dict[str, object]:
        own: dict[str, object] = {"hand": state.hands[seat], "laid": state.laid[seat]}
        if state.to_act != OVER:
            own["piles"] = _seen_piles(state, seat)
            own["log"] = witnessed(state.log, seat)
            if state.play is not None and state.play.seat == seat:
                own["play"] = state.play
        return own

    def result(self, state: LostState) -> Result | None:
        if state.to_act != OVER:
            return None
        others = tuple(seat for seat in range(len(state.hands)) if seat not in state.out)
        return Result((others, state.out), tuple(float(seat in others) for seat in range(len(state.hands))))

    def parse_words(self, words: list[str]) -> Move:
        return moves.parse_words(words)

    def refuse(self, state: LostState, seat: int, move: Move) -> Refusal:
        return refuse(state, seat, move)

    def facts(
        self, history: Iterable[tuple[LostState, Actor, Move, LostState]], seats: int
    ) -> tuple[dict[str, int], ...]:
        return count_bluffs(history, seats, _judge)


def _judge(before: LostState, seat: int, move: Move, after: LostState) -> Claim | Doubted | None:
    """A claim that does not fit its card is a lie; to doubt it is a challenge."""
    if isinstance(move, moves.Play):
        return Claim(not is_true(move.card, move.claim))
    if move == DOUBT and before.play is not None:
        return Doubted(before.play.seat, not is_true(before.play.card, before.play.claim))
    return None


def _seen_piles(state: LostState, viewer: int | None) -> tuple[tuple[LostCard, ...], ...]:
    return tuple([seen_pile(pile, owner, viewer) for owner, pile in enumerate(state.piles)])


_OTHERS = {n: [tuple([s for s in range(n) if s != seat]) for seat in range(n)] for n in (3, 4)}
"""By the number of seats: for each seat the other ones."""


def _complete(
    state: LostState,
    grown: int,
    hands: tuple[tuple[Card, ...], ...],
    fields: tuple[tuple[Card, ...], ...],
    event: Event,
    **changes: object,
) -> LostState:
    """End a turn: judge who is eliminated, then give the turn on (lost.md, End).

    Args:
        state: the position before.
        grown: the only seat whose field may have changed.
        hands: the new hands.
        fields: the new fields.
        event: what happened.
        changes: what else is new.
    """
    is_grown_out = is_made(mask_of(fields[grown]))
    out: tuple[int, ...] = ()
    if is_grown_out or () in hands:
        out = tuple([seat for seat, hand in enumerate(hands) if not hand or (is_grown_out and seat == grown)])
    turn = (state.turn + 1) % len(hands) if not out else state.turn
    to_act: ToAct = OVER if out else (turn,)
    news: tuple[Event, ...] = (event,)
    if out:
        news += tuple([_eliminated(seat, hands[seat], fields[seat]) for seat in out])
    return replace(
        state,
        to_act=to_act,
        turn=turn,
        hands=hands,
        fields=fields,
        play=None,
        is_placing=False,
        log=_logged(state.log, event),
        news=news,
        out=out,
        **changes,
    )


def _logged(log: tuple[Event, ...], event: Event) -> tuple[Event, ...]:
    """Note an event, keeping the outcome of the last claim and as many later events as there is room for."""
    if isinstance(event, events.CardJudged):
        return (event,)
    if len(log) < LOG_SIZE:
        return (*log, event)
    keep = 1 if isinstance(log[0], events.OUTCOMES) else 0
    return (*log[:keep], *log[keep + 1 :], event)


def _eliminated(seat: int, hand: tuple[Card, ...], field: tuple[Card, ...]) -> events.Eliminated:
    found = made(field)
    if found is not None:
        return events.Eliminated(seat, *found)
    assert not hand
    return events.Eliminated(seat, "hand")


def _hidden(state: LostState, shown: Card) -> int | None:
    """Say who is known to hold the joker after a card was laid open."""
    return None if shown == JOKER else state.joker_in


def _tell(told: tuple[tuple[int, int], ...], seat: int, is_so: bool) -> tuple[tuple[int, int], ...]:
    true, false = told[seat]
    return _set(told, seat, (true + 1, false) if is_so else (true, false + 1))


def _drop(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def _set(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*values[:at], value, *values[at + 1 :])
