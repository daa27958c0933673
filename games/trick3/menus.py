"""The questions that lead to a move of Three Cards Trick Poker, and the texts of moves."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import NamedTuple

from games.core.cards import Card
from games.core.moves import Move
from games.core.presentation import (
    WITHOUT_SECOND_MOVE,
    Choice,
    DecisionStakes,
    Question,
)
from games.core.words import Text, text, yes_no
from games.trick3.hands import HANDS, classifier
from games.trick3.moves import (
    BATTLE_CARDS,
    DOWN,
    EXPOSED,
    EXPOSED_ROUND,
    FOLD,
    FOLDS,
    HIDDEN,
    PLAYS,
    REFILL_NONE,
    UP,
    Expose,
    Fold,
    Hand,
    Play,
    Refill,
    is_face_down,
    max_draw,
)
from games.trick3.pictures import (
    cards_of,
    hand_name,
    rank_of,
)
from games.trick3.possible import (
    ExposePlan,
    battle_of_next_exposed,
    best_hands,
    cards_by_best_strength,
    expose_plans,
    exposed_cards,
    is_last_battle,
    may_run_out,
    must_leave,
    needed_to_end,
    played_cards,
    suggested_refills,
)
from games.trick3.rules import Trick3View
from games.trick3.stakes import leave_text, penalty_stakes, refill_stakes

MAX_UNGROUPED_SETS = 9
"""With more sets of cards to choose from than this, the sets are grouped by size."""


def facing(view: Trick3View, way: str) -> str:
    """Return how a card that is played now will lie: ``up`` or ``down``.

    Args:
        way: the facing chosen for the first card of a battle; empty for later cards.
    """
    return "down" if is_face_down(view.round, way or view.way) else "up"


def move_text(move: Move, view: Trick3View) -> Text:
    """Return the text of a move."""
    if isinstance(move, Play):
        key = "trick3-move-lead" if move.way else "trick3-move-play"
        return text(key, card=cards_of(view.deck, move.card), facing=facing(view, move.way))
    if isinstance(move, Fold):
        if move.card:
            return text("trick3-move-fold-card", card=cards_of(view.deck, move.card))
        return text("trick3-move-fold")
    if isinstance(move, Expose):
        return text("trick3-move-expose", cards=cards_of(view.deck, *move.cards))
    assert isinstance(move, Refill)
    return refill_text(move, view)


def refill_text(move: Refill, view: Trick3View) -> Text:
    """Return the text of a refill: the cards to expose, and the number of cards to draw."""
    if must_leave(view, move):
        return text("trick3-choice-leave", cards=cards_of(view.deck, *move.cards))
    if move.cards and move.draw:
        return text("trick3-move-expose-draw", cards=cards_of(view.deck, *move.cards), count=move.draw)
    if move.cards:
        return text("trick3-move-expose", cards=cards_of(view.deck, *move.cards))
    if move.draw:
        return text("trick3-move-draw", count=move.draw)
    return text("trick3-move-none")


# --- questions --------------------------------------------------------------------------------------------


def next_question(view: Trick3View, answers: tuple[str, ...]) -> Question | Move | None:
    """Return the next question, or the chosen move; see ``Presenter.next_question``."""
    if view.seat is None or not view.is_my_turn:
        return None
    if view.phase == "play":
        return _next_play_question(view, answers)
    if view.phase == "refill":
        return _next_refill_question(view, answers)
    if answers:
        return Expose(tuple(answers[0].split()))
    return _expose_question(view)


# --- to play or to fold -----------------------------------------------------------------------------------


def _next_play_question(
    view: Trick3View, answers: tuple[str, ...], *, asks_refill: bool = False
) -> Question | Move | None:
    # Without ``asks_refill``, the usual refill follows the play.
    # The first card of a battle also decides whether it lies face up or face down.
    is_lead = view.round == 1 and not view.way
    match answers:
        case ():
            return _play_question(view, is_lead=is_lead, asks_refill=asks_refill)
        case (str(alone), *rest) if alone == WITHOUT_SECOND_MOVE:
            return _next_play_question(view, tuple(rest), asks_refill=True)
        case ("fold",):
            return FOLD if view.round > 1 else _penalty_question(view, asks_refill=asks_refill)
        case ("fold", str(card)):
            return FOLDS[card]
        case (str(card),):
            return _WAYS if is_lead else PLAYS[""][card]
        case (str(card), str(way)):
            return PLAYS[way][card]
    return None


_WAYS = Question(
    text("trick3-choose-way"),
    tuple(Choice(way, text(f"trick3-way-{way}"), text(f"trick3-way-{way}-about")) for way in (UP, DOWN)),
    stakes=DecisionStakes(text("trick3-stakes-way")),
)
"""The question of whether the first card of a battle is played face up or face down."""


def _play_question(view: Trick3View, *, is_lead: bool, asks_refill: bool) -> Question:
    judge = classifier(view.deck)
    choices: list[Choice] = []
    counts = _counts_after_play(view)
    if asks_refill or counts.is_refill_asked:
        next_ = "refill"
    else:
        next_ = "end"
    # The framed cards come first, and then those with the best prospects. A framed card is never in a menu.
    framed = [card for _, cards in best_hands(view, judge, 1) for card in cards]
    by_strength = sorted(cards_by_best_strength(view, judge), key=lambda pair: pair[0] not in framed)
    for card, best in by_strength:
        hand = judge.name(best)
        label = text(
            "trick3-tap-card",
            card=cards_of(view.deck, card),
            hand=hand_name(hand),
            rank=rank_of(view.deck, hand) if hand else 0,
            hands=len(judge.deck.order),
        )
        choices.append(Choice(card, label, is_always_button=card in framed))
    about = text("trick3-choice-fold-about", round=view.round)
    fold = Choice("fold", text("trick3-move-fold"), about, style="danger", is_always_button=True)
    facing_ = "free" if is_lead else facing(view, "")
    choices.append(fold)
    if next_ == "end" and counts.may_expose:
        alone = "trick3-choice-alone-leave" if counts.may_leave else "trick3-choice-alone"
        choices.append(Choice(WITHOUT_SECOND_MOVE, text(alone), text(f"{alone}-about")))
    prompt = text(
        "trick3-choose-play",
        round=view.round,
        facing=facing_,
        stock=counts.stock,
        next=next_,
    )
    if not asks_refill:
        return Question(prompt, tuple(choices))
    # The question is asked again before a refill, and says what that is for, or what it means to leave.
    line = text("trick3-stakes-more")
    if counts.may_leave:
        line = leave_text(view)
    return Question(prompt, tuple(choices), stakes=DecisionStakes(line))


def _penalty_question(view: Trick3View, *, asks_refill: bool) -> Question:
    best = dict(cards_by_best_strength(view, classifier(view.deck)))
    exposed = exposed_cards(view)
    choices = []
    are_followed = set[bool]()
    # The least useful cards come first.
    for card in sorted(dict.fromkeys(view.hand + exposed), key=lambda card: best.get(card, len(HANDS))):
        place = "exposed" if card in exposed else "hidden"
        are_followed.add(asks_refill and _counts_after_fold(view, card).may_expose)
        label = text("trick3-choice-penalty", card=cards_of(view.deck, card), place=place)
        choices.append(Choice(card, label))
    if len(are_followed) > 1:
        next_ = "maybe"
    elif True in are_followed:
        next_ = "refill"
    else:
        next_ = "end"
    return Question(
        text("trick3-choose-penalty", next=next_),
        tuple(choices),
        are_short=True,
        stakes=penalty_stakes(view),
    )


# --- what the same tap refills ------------------------------------------------------------------------------


def second_move(view: Trick3View) -> Move | None:
    """Return the usual draw after a play, which the same tap makes.

    Returns:
        ``None`` if no refill is due, or the person is asked for it.
    """
    if view.phase != "refill" or not view.is_my_turn:
        return None
    seat = view.seat
    assert seat is not None
    plays_exposed = battle_of_next_exposed(view) == "this"
    cards = _CardCounts(len(view.hand), len(exposed_cards(view)), _stock_size(view), plays_exposed)
    if cards.is_refill_asked:
        return None
    return Refill(draw=cards.usual_draw) if cards.usual_draw else REFILL_NONE


class _CardCounts(NamedTuple):
    """The numbers of cards of a seat before a refill.

    Args:
        plays_exposed: the seat still plays an exposed card in this battle.
    """

    hidden: int
    exposed: int
    stock: int
    plays_exposed: bool

    @property
    def may_expose(self) -> bool:
        return self.hidden > 0 and self.exposed < EXPOSED

    @property
    def may_leave(self) -> bool:
        """True if the seat can leave the game by exposing all its hidden cards."""
        return not self.stock and 0 < self.hidden <= EXPOSED - self.exposed

    @property
    def is_refill_asked(self) -> bool:
        """True if a seat in a battle would have to fold in round 2, as it has no exposed card.

        The usual draw is the plain answer to every other refill. A person who wants to expose a card says so
        when the card is played (``WITHOUT_SECOND_MOVE``).
        """
        return self.may_expose and not self.exposed and self.plays_exposed

    @property
    def usual_draw(self) -> int:
        return max_draw(self.hidden, self.stock)

    def with_filled_hand(self) -> _CardCounts:
        """Return the numbers after an empty hidden hand has been filled from the stock."""
        if self.hidden:
            return self
        drawn = min(self.stock, HIDDEN)
        return self._replace(hidden=drawn, stock=self.stock - drawn)


def _counts_after_play(view: Trick3View) -> _CardCounts:
    is_open = view.round == EXPOSED_ROUND
    counts = _CardCounts(
        hidden=len(view.hand) - (not is_open),
        exposed=len(exposed_cards(view)) - is_open,
        stock=_stock_size(view),
        plays_exposed=view.round < EXPOSED_ROUND,
    )
    return counts.with_filled_hand()


def _counts_after_fold(view: Trick3View, card: Card) -> _CardCounts:
    # The card that the fold costs is taken from the exposed hand if possible.
    exposed = exposed_cards(view)
    is_open = card in exposed
    counts = _CardCounts(len(view.hand) - (not is_open), len(exposed) - is_open, _stock_size(view), False)
    return counts.with_filled_hand()


# --- to refill --------------------------------------------------------------------------------------------


def _expose_question(view: Trick3View) -> Question:
    choices = [_exposed_choice(view, expose_plans(view.deck, view.hand)[0])]
    # Of equal cards no more are shown than may be picked.
    cards: list[Card] = []
    for card in dict.fromkeys(view.hand):
        cards += [card] * min(view.hand.count(card), EXPOSED)
    prompt = text("trick3-choose-exposed")
    return Question(prompt, tuple(choices), len(choices), tuple(cards), (EXPOSED, EXPOSED))


def _exposed_choice(view: Trick3View, plan: ExposePlan) -> Choice:
    judge = classifier(view.deck)
    group = text(
        "trick3-group-exposed",
        hand=hand_name(judge.name(plan.first)),
        next=yes_no(plan.second > 0),
        second=hand_name(judge.name(plan.second)),
    )
    return Choice(" ".join(plan.cards), _cards_text(view, plan.cards), group=group)


def _cards_text(view: Trick3View, cards: Hand) -> Text:
    return text("trick3-choice-play", card=cards_of(view.deck, *cards))


def _next_refill_question(view: Trick3View, answers: tuple[str, ...]) -> Question | Move | None:
    # The first answer is a likely refill, or the number of cards to draw.
    likely = {str(move): move for move in suggested_refills(view, classifier(view.deck))}
    if not answers:
        ways = _refill_choices(view)
        quick = [Choice(value, refill_text(move, view)) for value, move in likely.items()]
        others = [choice for value, choice in ways.items() if f"refill {value}" not in likely]
        battle = battle_of_next_exposed(view)
        if is_last_battle(view, view.seat or 0):
            battle = "last"
        elif battle == "next" and not needed_to_end(view):
            has_done = len(played_cards(view)) == BATTLE_CARDS or view.seat in view.folded
            battle = "leave" if has_done and may_run_out(view) else "none"
        prompt = text("trick3-choose-refill", stock=_stock_size(view), battle=battle)
        return Question(prompt, (*quick, *others), len(quick))
    how, *rest = answers
    if how in likely:
        return likely[how]
    # Values are "draw N", or "expose N": expose some cards, then draw N.
    kind, count = how.split()
    draw = int(count)
    if kind == "draw":
        return Refill((), draw)
    if rest:
        return Refill(tuple(rest[0].split()), draw)
    return _set_question(view, _sets_to_expose(view, draw))


def _sets_to_expose(view: Trick3View, draw: int) -> list[Hand]:
    sets: list[Hand] = []
    for size in _possible_expose_counts(view):
        # A seat that exposes its last hidden card draws without being asked.
        if draw and size == len(view.hand):
            continue
        if max_draw(len(view.hand) - size, _stock_size(view)) >= draw:
            sets += dict.fromkeys(combinations(view.hand, size))
    return sets


def _set_question(view: Trick3View, sets: list[Hand]) -> Question:
    choices = []
    for cards in sets:
        group: Text | None = None
        if len(sets) > MAX_UNGROUPED_SETS:
            group = _size_text(len(cards))
        label = _cards_text(view, cards)
        if must_leave(view, Refill(cards)):
            label = refill_text(Refill(cards), view)
        choices.append(Choice(" ".join(cards), label, group=group))
    stakes = refill_stakes(view) if may_run_out(view) else None
    return Question(text("trick3-choose-more-exposed"), tuple(choices), stakes=stakes)


@cache
def _size_text(count: int) -> Text:
    return text("trick3-part-exposed", count=count)


def _refill_choices(view: Trick3View) -> dict[str, Choice]:
    choices = [
        Choice(f"draw {count}", text("trick3-choice-draw", count=count), text("trick3-choice-draw-about"))
        for count in range(max_draw(len(view.hand), _stock_size(view)), 0, -1)
    ]
    # Each answer leaves open which cards are exposed; that is the next question. A single hidden card has a
    # quick answer already.
    sizes = _possible_expose_counts(view)
    if sizes and len(view.hand) > 1:
        about = text("trick3-choice-expose-about", room=sizes[-1]) if _stock_size(view) else None
        most = max([max_draw(len(view.hand) - size, _stock_size(view)) for size in sizes])
        choices += [
            Choice(
                f"expose {count}",
                text("trick3-choice-expose", count=count, stock=_stock_size(view)),
                about,
            )
            for count in range(most, -1, -1)
            if _sets_to_expose(view, count)
        ]
    return {choice.value: choice for choice in choices}


def _possible_expose_counts(view: Trick3View) -> range:
    return range(1, min(EXPOSED - len(exposed_cards(view)), len(view.hand)) + 1)


def _stock_size(view: Trick3View) -> int:
    assert view.seat is not None
    return view.stock[view.seat]
