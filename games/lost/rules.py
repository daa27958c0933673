"""The rules of Lost Poker (lost.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal, TypeAlias

from msgspec.structs import replace

from games.core.bluffs import BLUFF, KINDS, Claim, ClaimChallenge, bluffs, count_bluffs
from games.core.cards import NUMBERS, STANDARD, Card, Family
from games.core.events import visible_events
from games.core.feats import Feat, greatest
from games.core.moves import ChanceRequest, Move
from games.core.results import Result
from games.core.rules import CHANCE, OVER, SHORT_SUSPENSE, ClaimState, History, Rules, Setup
from games.core.seats import deal_blocks
from games.lost import moves
from games.lost.hands import DECK, JOKER, find_hand, is_one_away, mask_of
from games.lost.moves import ANSWERS, DOUBT, JUDGEMENTS, PLACES, TRUST, OpeningMoves, TurnMoves, is_true
from games.lost.state import (
    CardJudged,
    CardsBySeat,
    HandsDealt,
    LostState,
    LostView,
    LostVoided,
    Played,
    Variant,
    seen_piles,
)
from games.lost.transitions import TRANSITIONS

DEAL_ALL = ChanceRequest("deal", DECK)

OTHERS = {n: [tuple([s for s in range(n) if s != seat]) for seat in range(n)] for n in (3, 4)}
"""For each number of seats and each seat: the other seats."""


SHORT_SECONDS, STORY_SECONDS, LAST_SECONDS = 3.0, 4.0, 5.0
"""Seconds that a turned-up card is shown: normally, with a notable story, and when a seat is eliminated."""

MANY_ALIKE = 3
"""Number of true claims after which the first lie of a seat is notable, or of lies after which its first
true claim is.
"""

Reveal: TypeAlias = CardJudged | LostVoided
"""An event that turned a card face up."""

Story: TypeAlias = Literal["escape", "first-lie", "for-once"]
"""Why a turned-up card is notable: a hand was avoided, or it was a seat's first lie or first true claim."""


class Lost(Rules[LostState, LostView]):
    """The rules of Lost Poker."""

    id: ClassVar[str] = "lost"
    name: ClassVar[str] = "Lost Poker"
    seats: ClassVar[tuple[int, int]] = (3, 4)
    has_elimination: ClassVar[bool] = True
    options: ClassVar[Mapping[str, tuple[str, ...]]] = {"losts": ("3", "0", "1", "2", "4", "5")}
    has_open_end: ClassVar[bool] = True
    decisions: ClassVar[Mapping[str, str]] = {
        "void-lost": "A lost declared on the joker does not count against the limit, though one must be left "
        'to declare it (lost.md, section "On one\'s turn").',
        "pass": 'A seat passes only when nothing else is legal (lost.md, section "On one\'s turn").',
        "several-out": 'If several are to be eliminated at once, all of them are (lost.md, section "End").',
    }

    def family(self, options: Mapping[str, str]) -> Family:
        return NUMBERS

    def start(self, setup: Setup) -> LostState:
        nothing: CardsBySeat = ((),) * setup.seats
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

    # --- chance -----------------------------------------------------------------------------------

    def chance(self, state: LostState) -> ChanceRequest:
        return DEAL_ALL

    def step_chance(self, state: LostState, cards: tuple[Card, ...]) -> LostState:
        """Deal each seat an equal block of the cards, and put the remaining cards aside."""
        seats = state.setup.seats
        size = len(cards) // seats
        blocks = deal_blocks(cards, state.first, (size,) * seats)
        return replace(
            state,
            to_act=tuple(range(seats)),
            hands=tuple([STANDARD.sort(block) for block in blocks]),
            aside=cards[size * seats :],
            news=(HandsDealt(state.first, size),),
        )

    # --- moves ------------------------------------------------------------------------------------

    def legal_moves(self, state: LostState, seat: int) -> Sequence[Move]:
        hand = state.hands[seat]
        # The phases exclude each other: placing a card, answering, laying the first field, and a turn.
        if state.is_placing:
            return tuple([PLACES[card] for card in hand])
        if state.play is not None:
            return ANSWERS if state.losts_left(seat) else JUDGEMENTS
        fields = state.fields
        face_up = fields[seat]
        if not face_up:
            return OpeningMoves(hand)
        others = targets = OTHERS[len(fields)][seat]
        if hand[-1] == JOKER:
            targets = tuple([other for other in others if not is_one_away(mask_of(fields[other]))])
        return TurnMoves(hand, face_up, others, targets, state.losts_left(seat) > 0)

    def step(self, state: LostState, seat: int, move: Move) -> LostState:
        return TRANSITIONS[type(move)](state, seat, move)

    parse_words = staticmethod(moves.parse_words)

    # --- knowledge and result ---------------------------------------------------------------------

    def public_view(self, state: LostState, common: Mapping[str, Any]) -> LostView:
        # Hidden cards are shown only when the game is over.
        is_over = state.to_act == OVER
        play = state.play
        return LostView(
            **common,
            first=state.first,
            turn=state.turn,
            limit=state.variant.losts,
            hand=(),
            laid=(),
            sizes=tuple([len(hand) for hand in state.hands]),
            fields=state.fields,
            piles=state.piles if is_over else seen_piles(state.piles, None),
            play=play and Played(play.seat, play.target, play.claim, ""),
            is_placing=state.is_placing,
            told=state.told,
            joker_in=state.joker_in,
            log=state.log if is_over else visible_events(state.log, None),
            out=state.out,
            hands=state.hands if is_over else (),
            aside=state.aside if is_over else (),
        )

    def private_fields(self, state: LostState, seat: int) -> dict[str, object]:
        own: dict[str, object] = {"hand": state.hands[seat]}
        if state.laid[seat]:
            own["laid"] = state.laid[seat]
        if state.to_act != OVER:
            if any(state.piles):
                own["piles"] = seen_piles(state.piles, seat)
            # After the end the public view shows everything, so these fields are private only before.
            own["log"] = visible_events(state.log, seat)
            if state.play is not None and state.play.seat == seat:
                own["play"] = state.play
        return own

    def result(self, state: LostState) -> Result | None:
        if state.to_act != OVER:
            return None
        seats = range(state.setup.seats)
        others = tuple([seat for seat in seats if seat not in state.out])
        return Result((others, state.out), tuple([float(seat in others) for seat in seats]))

    def moment_seconds(self, view: LostView) -> float:
        if view.out:
            return LAST_SECONDS
        reveal = find_reveal(view)
        if reveal is None:
            return 0.0
        return SHORT_SECONDS if story_of(view, reveal) is None else STORY_SECONDS

    def suspense_seconds(self, view: LostView) -> float:
        return SHORT_SUSPENSE if isinstance(find_reveal(view), CardJudged) else 0.0

    def claim(self, view: LostView) -> ClaimState:
        reveal = find_reveal(view)
        if reveal is not None:
            return "true" if is_true(reveal.card, reveal.claim) else "lie"
        return "open" if view.play is not None and not view.is_placing else None

    def facts(self, history: History[LostState], seats: int) -> tuple[dict[str, int], ...]:
        return count_bluffs(history, seats, _classify_move)

    def feats(self, history: History[LostState], seat: int | None = None) -> tuple[Feat, ...]:
        """Return the most remarkable bluffs and doubts of a game. A lie counts only if it was trusted."""
        # The history is read twice below.
        history = [*history]
        acts = bluffs(history, _classify_move)
        believed = (feat for feat in acts if feat.kind != BLUFF or history[feat.last_move][2] == TRUST)
        return greatest(believed, KINDS, seat)


def find_reveal(view: LostView) -> Reveal | None:
    """Return the event of the last move that turned a card up; ``None`` if there is none."""
    return next((event for event in view.news if isinstance(event, CardJudged | LostVoided)), None)


def story_of(view: LostView, reveal: Reveal) -> Story | None:
    """Return why a turned-up card is notable; ``None`` if it is not."""
    if not isinstance(reveal, CardJudged):
        return None
    if reveal.is_right:
        is_close = reveal.card != JOKER and find_hand((*view.fields[reveal.target], reveal.card)) is not None
        return "escape" if is_close else None
    true, false = view.told[reveal.seat]
    # The counts include the claim just shown, so 1 means that it is the first of its kind.
    if true >= MANY_ALIKE and (false, is_true(reveal.card, reveal.claim)) == (1, False):
        return "first-lie"
    if false >= MANY_ALIKE and (true, is_true(reveal.card, reveal.claim)) == (1, True):
        return "for-once"
    return None


def _classify_move(
    before: LostState, seat: int, move: Move, after: LostState
) -> Claim | ClaimChallenge | None:
    if isinstance(move, moves.Play):
        is_near = is_one_away(mask_of(before.fields[move.target]))
        return Claim(not is_true(move.card, move.claim), 1.0 if is_near else 0.5)
    if move == DOUBT:
        waiting = before.waiting
        return ClaimChallenge(waiting.seat, not is_true(waiting.card, waiting.claim))
    return None
