"""The rules of Netsuzo Poker (netsuzo.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal, TypeAlias

from msgspec.structs import replace

from games.core.bluffs import Claim, ClaimChallenge, best_bluffs, count_bluffs
from games.core.cards import STANDARD, Card
from games.core.events import find_event
from games.core.feats import Feat
from games.core.moves import ChanceRequest, Move
from games.core.results import Result
from games.core.rules import (
    CHANCE,
    OVER,
    SHORT_SUSPENSE,
    SUSPENSE_SECONDS,
    ClaimState,
    History,
    Rules,
    Setup,
)
from games.core.seats import rank_seats
from games.netsuzo import moves, transitions
from games.netsuzo.hands import JOKER, count_cards, deciding_cards, is_true
from games.netsuzo.moves import (
    ACCEPT,
    BY_NOTATION,
    DECLARATION_ORDER,
    DISCARDS,
    KINDS,
    REJECT,
    Accept,
    Declare,
    Discard,
)
from games.netsuzo.state import Eliminated, Hands, NetsuzoState, NetsuzoView, Showdown, Variant

FEAT_DECLARATIONS = 5
"""Number of declarations from which a hand counts as a long one."""

BOLD_KINDS = 4
"""Number of kinds above the true hand from which a lie counts as bold."""

LEAST_SECONDS, MOST_SECONDS, SECONDS_PER_CARD, GREAT_SECONDS = 3.0, 5.0, 0.25, 1.0
"""Seconds that a showdown is shown: the least, the most, the addition per card, and for a notable one."""

ANSWERS: tuple[Move, ...] = (ACCEPT, REJECT)
DEAL_ALL = ChanceRequest("deal", STANDARD.cards)


Story: TypeAlias = Literal["out", "five", "long", "bold", "joker"]
"""Why a showdown is notable.

- ``out``: a seat is out.
- ``five``: the declaration was a true five of a kind.
- ``long``: the hand had many declarations.
- ``bold``: the declaration was a bold lie.
- ``joker``: the declaration was true only with the joker.
"""


class Netsuzo(Rules[NetsuzoState, NetsuzoView]):
    """The rules of Netsuzo Poker."""

    id: ClassVar[str] = "netsuzo"
    name: ClassVar[str] = "Netsuzo Poker"
    seats: ClassVar[tuple[int, int]] = (3, 10)
    has_elimination: ClassVar[bool] = True
    options: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "reds": ("2", "1", "3", "4", "5"),
        "blues": ("3", "1", "2", "4", "5"),
        "honesty": ("exact", "atleast"),
    }
    has_open_end: ClassVar[bool] = True
    decisions: ClassVar[Mapping[str, str]] = {
        "empty-pile": "When a draw finds the pile empty, all discards are shuffled into a new pile first; "
        'if there are none, nothing is drawn (netsuzo.md, section "A hand", step 4).',
        "starter-out": "If the player who should start the next hand is out, its left neighbour starts "
        '(netsuzo.md, section "A hand", step 6).',
    }

    def start(self, setup: Setup) -> NetsuzoState:
        options = setup.options
        variant = Variant(int(options["reds"]), int(options["blues"]), options["honesty"] == "exact")
        nothing: Hands = ((),) * setup.seats
        return NetsuzoState(
            to_act=CHANCE,
            setup=setup,
            variant=variant,
            stage="deal",
            reds=(variant.reds,) * setup.seats,
            blues=(0,) * setup.seats,
            turn=setup.first,
            hands=nothing,
            passed=nothing,
            last_pass=nothing,
            tossed=nothing,
        )

    # --- chance -----------------------------------------------------------------------------------

    def chance(self, state: NetsuzoState) -> ChanceRequest:
        if state.stage == "deal":
            return DEAL_ALL
        return ChanceRequest("reshuffle", STANDARD.sort(state.discards))

    def step_chance(self, state: NetsuzoState, cards: tuple[Card, ...]) -> NetsuzoState:
        if state.stage == "deal":
            return transitions.deal(state, cards)
        return transitions.reshuffle(state, cards)

    # --- moves ------------------------------------------------------------------------------------

    def legal_moves(self, state: NetsuzoState, seat: int) -> Sequence[Move]:
        if state.stage == "declare":
            return DECLARATION_ORDER.bids_above(state.last)
        if state.stage == "discard":
            return tuple([DISCARDS[card] for card in state.hands[seat]])
        return ANSWERS[1:] if DECLARATION_ORDER.is_highest(state.declared[-1][1]) else ANSWERS

    def step(self, state: NetsuzoState, seat: int, move: Move) -> NetsuzoState:
        if isinstance(move, Declare):
            return transitions.declare(state, seat, move)
        if isinstance(move, Discard):
            return transitions.discard(state, seat, move.card)
        return (
            transitions.accept(state, seat) if isinstance(move, Accept) else transitions.reject(state, seat)
        )

    parse_words = staticmethod(moves.parse_words)

    # --- knowledge and result ---------------------------------------------------------------------

    def public_view(self, state: NetsuzoState, common: Mapping[str, Any]) -> NetsuzoView:
        view = NetsuzoView(
            **common,
            stage=state.stage,
            round=state.round,
            turn=state.turn,
            reds=state.reds,
            blues=state.blues,
            out=state.out,
            open=state.open,
            sizes=tuple(map(len, state.hands)),
            pile=len(state.pile),
            discards=len(state.discards),
            reshuffles=state.reshuffles,
            declared=tuple([(seat, str(declaration)) for seat, declaration in state.declared]),
            shown=state.shown,
        )
        # At the end all cards are shown.
        if state.to_act != OVER:
            return view
        return replace(view, all_hands=state.hands, pile_cards=state.pile, discard_cards=state.discards)

    def private_fields(self, state: NetsuzoState, seat: int) -> dict[str, object]:
        own: dict[str, object] = {"hand": state.hands[seat]}
        if state.passed[seat]:
            own["passed"], own["last_pass"] = state.passed[seat], state.last_pass[seat]
        if state.tossed[seat]:
            own["tossed"] = state.tossed[seat]
        return own

    def result(self, state: NetsuzoState) -> Result | None:
        if state.to_act != OVER:
            return None
        alive = [seat for seat, red in enumerate(state.reds) if red]
        full = [seat for seat in alive if state.blues[seat] >= state.variant.blues]
        # A seat with enough blue chips wins before the last survivor does.
        winner = (full or alive)[0]
        chips = {seat: (state.blues[seat], state.reds[seat]) for seat in alive if seat != winner}
        ranking = ((winner,), *rank_seats(chips), *((seat,) for seat in reversed(state.out)))
        return Result(ranking, tuple(float(blue) for blue in state.blues))

    def provisional_result(self, state: NetsuzoState) -> Result:
        """Return the ranking by blue chips, then by red chips, eliminated seats last."""
        chips = {seat: (state.blues[seat], red) for seat, red in enumerate(state.reds) if red}
        ranking = (*rank_seats(chips), *((seat,) for seat in reversed(state.out)))
        return Result(ranking, tuple(float(blue) for blue in state.blues))

    def moment_seconds(self, view: NetsuzoView) -> float:
        showdown = find_event(view.news, Showdown)
        if showdown is None:
            return 0.0
        more = 0.0 if story_of(view, showdown) is None else GREAT_SECONDS
        return min(MOST_SECONDS, LEAST_SECONDS + SECONDS_PER_CARD * len(showdown.hand) + more)

    def suspense_seconds(self, view: NetsuzoView) -> float:
        """Return the seconds for turning over the hand of a showdown; 0 without a showdown."""
        showdown = find_event(view.news, Showdown)
        if showdown is None:
            return 0.0
        return SUSPENSE_SECONDS if len(showdown.hand) > 1 else SHORT_SUSPENSE

    def claim(self, view: NetsuzoView) -> ClaimState:
        showdown = find_event(view.news, Showdown)
        if showdown is not None:
            return "true" if showdown.is_true else "lie"
        return "open" if view.stage == "answer" else None

    def facts(self, history: History[NetsuzoState], seats: int) -> tuple[dict[str, int], ...]:
        return count_bluffs(history, seats, _classify_move)

    def feats(self, history: History[NetsuzoState], seat: int | None = None) -> tuple[Feat, ...]:
        return best_bluffs(history, _classify_move, seat)


def _classify_move(
    before: NetsuzoState, seat: int, move: Move, after: NetsuzoState
) -> Claim | ClaimChallenge | None:
    if isinstance(move, Declare):
        have = count_cards((*before.hands[seat], *before.open))
        is_lie = not is_true(move, have, exact=before.variant.exact)
        return Claim(is_lie, DECLARATION_ORDER.relative_strength(move), DECLARATION_ORDER.index[move] + 1)
    if move == REJECT and after.shown is not None:
        return ClaimChallenge(after.shown.caller, not after.shown.is_true)
    return None


def story_of(view: NetsuzoView, showdown: Showdown) -> Story | None:
    """Return why a showdown is notable; ``None`` for an ordinary one."""
    declaration = BY_NOTATION[showdown.declaration]
    made, five = deciding_cards(declaration, (*showdown.hand, *showdown.open))
    # The most important story comes first.
    if find_event(view.news, Eliminated) is not None:
        return "out"
    if showdown.is_true and made.kind == "five":
        return "five"
    if len(view.declared) >= FEAT_DECLARATIONS:
        return "long"
    if not showdown.is_true and KINDS.index(declaration.kind) - KINDS.index(made.kind) >= BOLD_KINDS:
        return "bold"
    if not showdown.is_true or JOKER not in five:
        return None
    # Did the joker decide? The declaration would have been false without it.
    cards = [card for card in (*showdown.hand, *showdown.open) if card != JOKER]
    # Fewer than five cards make no hand.
    is_true_without = len(cards) >= 5 and is_true(
        declaration, count_cards(cards), exact=view.options["honesty"] == "exact"
    )
    return None if is_true_without else "joker"
