"""Menus and words for moves: what comes next on the way to a move, and what each choice is called."""

from __future__ import annotations

from functools import cache
from itertools import combinations

from msgspec.structs import replace

from games.core.cards import Card
from games.core.moves import Move
from games.core.questions import Choice, Part, Question
from games.core.words import Text, text
from games.trick3.hands import classifier
from games.trick3.moves import (
    DOWN,
    EXPOSED,
    FOLD,
    FOLDS,
    PLAYS,
    REFILL_NONE,
    UP,
    Expose,
    Fold,
    Hand,
    Play,
    Refill,
    is_face_down,
    most_drawn,
)
from games.trick3.state import Trick3View
from games.trick3.strategy.hints import exposed, prospects
from games.trick3.words import hand_name, printed

MOST = 25
"""How many choices a menu holds."""


def facing(view: Trick3View, way: str) -> str:
    """Tell how a card of this round lies, ``up`` or ``down``, in a way that may still be a choice."""
    return "down" if is_face_down(view.round, way or view.way) else "up"


def move_name(move: Move, view: Trick3View) -> Text:
    """Put a move into words."""
    if isinstance(move, Play):
        key = "trick3-move-lead" if move.way else "trick3-move-play"
        return text(key, card=printed(view.deck, move.card), facing=facing(view, move.way))
    if isinstance(move, Fold):
        if move.card:
            return text("trick3-move-fold-card", card=printed(view.deck, move.card))
        return text("trick3-move-fold")
    if isinstance(move, Expose):
        return text("trick3-move-expose", cards=printed(view.deck, *move.cards))
    assert isinstance(move, Refill)
    return refill_name(move, view)


def refill_name(move: Refill, view: Trick3View) -> Text:
    """Put a refill into words."""
    if move.cards and move.draw:
        return text("trick3-move-expose-draw", cards=printed(view.deck, *move.cards), count=move.draw)
    if move.cards:
        return text("trick3-move-expose", cards=printed(view.deck, *move.cards))
    if move.draw:
        return text("trick3-move-draw", count=move.draw)
    return text("trick3-move-none")


# --- menus ------------------------------------------------------------------------------------------------


def ask(view: Trick3View, chosen: tuple[str, ...]) -> Question | Move | None:
    """Say what comes next: the card and then its way; to fold and with what; to refill and how."""
    if not view.is_my_turn:
        return None
    if view.phase == "play":
        return _ask_play(view, chosen)
    if view.phase == "refill":
        return _ask_refill(view, chosen)
    question = _pick(text("trick3-choose-exposed"), view.hand, EXPOSED, EXPOSED)
    if not chosen:
        return question
    cards = _picked(question, chosen[0])
    return Expose(cards) if cards and len(chosen) == 1 else None


# --- to play or to fold -----------------------------------------------------------------------------------


_WAYS = Question(
    text("trick3-choose-way"),
    tuple(Choice(way, text(f"trick3-way-{way}"), text(f"trick3-way-{way}-about")) for way in (UP, DOWN)),
    plays=True,
)
"""Asked of the first card of a battle only."""


def _ask_play(view: Trick3View, chosen: tuple[str, ...]) -> Question | Move | None:
    cards = exposed(view) if view.round == 2 else view.hand
    if not chosen:
        return _play_question(view, cards)
    first, *rest = chosen
    if first == "fold":
        return _ask_fold(view, rest)
    if first not in cards:
        return None
    if view.round > 1 or view.way:
        return None if rest else PLAYS[""][first]
    if not rest:
        return _WAYS
    return PLAYS[rest[0]][first] if len(rest) == 1 and rest[0] in (UP, DOWN) else None


def _play_question(view: Trick3View, cards: Hand) -> Question:
    """Ask which card to play, each with the best hand that playing it leaves possible, or to fold."""
    judge = classifier(view.deck)
    best = prospects(view, judge)
    choices = [
        Choice(
            card,
            text("trick3-choice-play", card=printed(view.deck, card)),
            text("trick3-prospect", hand=hand_name(judge.name(best.get(card, 0)))),
        )
        for card in dict.fromkeys(cards)
    ]
    fold = Choice("fold", text("trick3-move-fold"), text("trick3-choice-fold-about", round=view.round))
    is_led = view.round > 1 or bool(view.way)
    return Question(text("trick3-choose-play", round=view.round), (*choices, fold), plays=is_led)


def _ask_fold(view: Trick3View, rest: list[str]) -> Question | Move | None:
    """Ask in round 1 which card to give to the pot."""
    if view.round > 1:
        return None if rest else FOLD
    cards = view.hand + exposed(view)
    if rest:
        return FOLDS[rest[0]] if len(rest) == 1 and rest[0] in cards else None
    choices = tuple(_penalty(view, card) for card in dict.fromkeys(cards))
    return Question(text("trick3-choose-penalty"), choices, plays=True)


def _penalty(view: Trick3View, card: Card) -> Choice:
    place = "exposed" if card in exposed(view) else "hidden"
    return Choice(card, text("trick3-choice-penalty", card=printed(view.deck, card), place=place))


# --- to refill --------------------------------------------------------------------------------------------


def _ask_refill(view: Trick3View, chosen: tuple[str, ...]) -> Question | Move | None:
    """Ask at once whether cards are exposed and how many are drawn, then which are exposed."""
    ways = _refill_ways(view)
    if not chosen:
        return Question(text("trick3-choose-refill"), tuple(ways.values()))
    how, *rest = chosen
    if how not in ways:
        return None
    if how == "none":
        return None if rest else REFILL_NONE
    kind, count = how.split()
    draw = int(count)
    if kind == "draw":
        return None if rest else Refill((), draw)
    least = next(size for size in _sizes(view) if most_drawn(len(view.hand) - size, _stock(view)) >= draw)
    question = _pick(text("trick3-choose-more-exposed"), view.hand, least, _sizes(view)[-1])
    if draw:  # who exposes the last hidden card draws without being asked
        question = replace(question, sizes=(least, min(question.sizes[1], len(view.hand) - 1)))
    if not rest:
        return _listed(view, question)
    cards = _picked(question, rest[0])
    return Refill(cards, draw) if cards and len(rest) == 1 else None


def _listed(view: Trick3View, question: Question) -> Question:
    """Make each set of cards a choice; where one menu has no room for all, each size has its own."""
    least, most = question.sizes
    sets = (cards for size in range(least, most + 1) for cards in combinations(question.cards, size))
    values = [value.split() for value in dict.fromkeys(map(question.value_of, sets))]
    parts = {size: _part_of(size) if len(values) > MOST else None for size in range(least, most + 1)}
    choices = [
        Choice(
            " ".join(cards),
            text("trick3-choice-play", card=printed(view.deck, *cards)),
            part=parts[len(cards)],
        )
        for cards in values
    ]
    return Question(question.prompt, tuple(choices))


@cache
def _part_of(size: int) -> Part:
    return Part(text("trick3-part-exposed", count=size))


def _refill_ways(view: Trick3View) -> dict[str, Choice]:
    """List all ways to refill: only to draw, nothing, or to expose and draw; the most cards first."""
    choices = [
        Choice(f"draw {count}", text("trick3-choice-draw", count=count), text("trick3-choice-draw-about"))
        for count in range(most_drawn(len(view.hand), _stock(view)), 0, -1)
    ]
    choices.append(Choice("none", text("trick3-move-none"), text("trick3-choice-none-about")))
    if sizes := _sizes(view):
        about = text("trick3-choice-expose-about", room=sizes[-1])
        most = max(most_drawn(len(view.hand) - size, _stock(view)) for size in sizes)
        choices += [
            Choice(f"expose {count}", text("trick3-choice-expose", count=count), about)
            for count in range(most, -1, -1)
        ]
    return {choice.value: choice for choice in choices}


def _sizes(view: Trick3View) -> range:
    """Tell how many cards may be exposed."""
    return range(1, min(EXPOSED - len(exposed(view)), len(view.hand)) + 1)


def _stock(view: Trick3View) -> int:
    assert view.seat is not None
    return view.stock[view.seat]


# --- to pick cards ----------------------------------------------------------------------------------------


def _pick(prompt: Text, hand: Hand, least: int, most: int) -> Question:
    """Ask for some cards of a sorted hand; of equal ones no more are shown than may be picked."""
    cards = tuple(card for card in dict.fromkeys(hand) for _ in range(min(hand.count(card), most)))
    return Question(prompt, cards=cards, sizes=(least, min(most, len(hand))), plays=True)


def _picked(question: Question, answer: str) -> Hand:
    """Read the cards that an answer names; none where it is no answer to the question."""
    cards = tuple(answer.split())
    least, most = question.sizes
    return cards if least <= len(cards) <= most and question.value_of(cards) == answer else ()
