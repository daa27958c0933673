"""The questions by which a player of Lost Poker chooses a move."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import Literal, NamedTuple, TypeAlias, get_args

from msgspec.structs import replace

from games.core.cards import Card
from games.core.moves import Move
from games.core.poker import SUITS
from games.core.presentation import AT_A_GLANCE, Choice, DecisionStakes, Question
from games.core.words import Seat, Text, text, yes_no
from games.lost import moves
from games.lost.hands import BIT, JOKER, RANKS, is_made, is_one_away, mask_of
from games.lost.moves import CLAIMS, DOUBT, LOST, PASS, PLACES, TRUST, is_true
from games.lost.pictures import cards_of, cards_text, claim_text, move_text, short_claim_text
from games.lost.possible import (
    can_end_danger,
    count_pairs_sharing_hand,
    may_be_joker,
    open_cards,
    outlook_with,
    public_part,
    safer_moves,
    sorted_by_danger,
    suggested_first_cards,
)
from games.lost.rules import LostView, Played

# A play takes three answers: the target, the card, the claim. A lie takes as many taps as the truth.

LIKELY_CARDS = 8
"""Number of cards to mark as likely when a hand is long."""


def next_question(view: LostView, answers: tuple[str, ...]) -> Question | Move | None:
    """Return the next question or the chosen move; see ``Presenter.next_question``."""
    # An answer to a claim hides nothing, so the public table offers it, too.
    if view.seat is None:
        if view.play is None or view.is_placing or view.is_over:
            return None
        if answers:
            return ANSWERS[answers[0]]
        return _answer_question(view, view.play)
    if not view.is_my_turn:
        return None
    face_up = view.fields[view.seat]
    if not face_up:
        if answers:
            return moves.LayFirstCards(tuple(answers[0].split()))
        return _first_cards_question(view.hand)
    if view.is_placing:
        if answers:
            return PLACES[answers[0]]
        return _place_question(view.hand, face_up)
    # A card waits for this seat's answer.
    if view.play is not None:
        if answers:
            return ANSWERS[answers[0]]
        return _answer_question(view, view.play)
    return _next_turn_question(view, view.seat, answers)


ANSWERS: dict[str, Move] = {str(move): move for move in moves.ANSWERS}
"""The answers to a claim, by their notation."""


def _next_turn_question(view: LostView, seat: int, answers: tuple[str, ...]) -> Question | Move | None:
    match answers:
        case ():
            return _turn_question(view, seat)
        case (str(word),) if word == str(PASS):
            return PASS
        case ("lose" | "joker back" as what, *rest):
            return _next_own_cards_question(view, seat, what, rest)
        case (str(target),) if target in _SEATS:
            return _card_to_play_question(view, seat, int(target))
        # A likely play: card and target in one answer, as in "2s 1".
        case (str(both),) if both[-1:] in _SEATS and both[:-2] in view.hand:
            return _claim_question(view, both[:-2], int(both[-1]))
        case (str(word),):
            return next((move for move in safer_moves(view) if str(move) == word), None)
        case (str(target), str(card)) if target in _SEATS:
            return _claim_question(view, card, int(target))
        case (str(target), str(card), str(claim)):
            return moves.Play(card, int(target), claim)
        case (str(both), str(claim)):
            card, target = both.split()
            return moves.Play(card, int(target), claim)
    return None


_SEATS = ("0", "1", "2", "3")


def _next_own_cards_question(
    view: LostView, seat: int, kind: str, answers: list[str]
) -> Question | Move | None:
    face_up = view.fields[seat]
    match (kind, *answers):
        case ("lose",):
            return _discard_question(view.hand, face_up)
        case ("lose", card) if card in face_up:
            kept = tuple([other for other in face_up if other != card])
            return _place_question(view.hand, kept)
        case ("lose", card):
            return moves.DiscardFromHand(card)
        case ("lose", card, placed):
            return moves.ReplaceFaceUpCard(card, placed)
        case ("joker back",):
            return _joker_back_question(view.hand)
        case ("joker back", cards):
            return moves.TakeJokerBack(tuple(cards.split()))
    return None


def _discard_question(hand: Sequence[Card], face_up: Sequence[Card]) -> Question:
    # A discard from the field has a price, which the heading says. A menu is named by its options.
    choices = []
    for card in sorted(_without_joker(face_up), key=lambda card: not can_end_danger(card, face_up, hand)):
        is_rescue = can_end_danger(card, face_up, hand)
        key = "lost-group-lose-near" if is_rescue else "lost-group-lose-field"
        choices.append(Choice(card, cards_text(card), group=text(key)))
    likely_count = len(choices)
    choices += [Choice(card, text("lost-lose-hand", cards=cards_of(card))) for card in _without_joker(hand)]
    stakes = DecisionStakes(text("lost-stakes-lose", left=len(hand) - 1), is_loud=len(hand) == 1)
    return Question(text("lost-choose-lost"), tuple(choices), likely_count, stakes=stakes)


def _without_joker(cards: Iterable[Card]) -> list[Card]:
    return [card for card in cards if card != JOKER]


# --- questions --------------------------------------------------------------------------------------


def _answer_question(view: LostView, play: Played) -> Question:
    choices = [
        Choice(str(TRUST), text("lost-trust"), style="success", is_always_button=True),
        Choice(str(DOUBT), text("lost-doubt"), style="success", is_always_button=True),
    ]
    if losts := view.losts_left(play.target):
        choices.append(Choice(str(LOST), text("lost-lost", left=losts), is_always_button=True))
    about = text("lost-caption-claim", claim=claim_text(play.claim))
    return Question(text("lost-choose-answer", seat=Seat(play.seat)), tuple(choices), about=about)


def _first_cards_question(hand: tuple[Card, ...]) -> Question:
    choices = [
        Choice(" ".join(three), cards_text(*three), group=_openings_heading(three), is_shortcut=True)
        for three in suggested_first_cards(hand)
    ]
    return Question(text("lost-choose-lay"), tuple(choices), len(choices), cards=hand, sizes=(3, 3))


def _openings_heading(three: tuple[Card, ...]) -> Text:
    return text("lost-group-openings", pairs=count_pairs_sharing_hand(three))


def _turn_question(view: LostView, seat: int) -> Question:
    possible = list[_PossiblePlay]()
    targets = list[Choice]()
    for other in range(view.seats):
        if other == seat:
            continue
        effects = play_effects(view, seat, other)
        possible += [_PossiblePlay(card, other, effect) for card, effect in effects.items()]
        if effects:
            targets.append(_target_choice(other))
    own = _own_choices(view, seat)
    # Nothing else is legal, so a pass is the only answer.
    if not possible and not own:
        return Question(text("lost-choose-kind"), (Choice(str(PASS), text("lost-pass")),))
    # Plays with a strong effect come first. They fill the places that targets and own moves leave free.
    possible.sort(key=lambda play: _EFFECTS.index(play.effect))
    safer = safer_moves(view)
    likely = possible[: AT_A_GLANCE - len(safer) - len(targets) - len(own)]
    # A play that puts a target out always has room, and moves that make the own field safer keep it longer
    # than other plays.
    first = [play for play in likely[:1] if play.effect in _KNOCKOUTS]
    choices = [_knockout_choice(play.card, play.target) for play in first]
    choices += [Choice(str(move), move_text(move), is_shortcut=True) for move in safer]
    choices += [_play_choice(play.card, play.target) for play in likely[len(first) :]]
    choices += targets
    choices += own
    return Question(text("lost-choose-kind"), tuple(choices))


class _PossiblePlay(NamedTuple):
    card: Card
    target: int
    effect: PlayEffect


@cache
def _play_choice(card: Card, target: int) -> Choice:
    label = text("lost-play-to", card=cards_of(card), target=Seat(target))
    return Choice(f"{card} {target}", label, is_shortcut=True)


@cache
def _knockout_choice(card: Card, target: int) -> Choice:
    return replace(_play_choice(card, target), is_shortcut=False, is_always_button=True)


@cache
def _target_choice(target: int) -> Choice:
    return Choice(str(target), text("lost-kind-play", target=Seat(target)), is_always_button=True)


def _own_choices(view: LostView, seat: int) -> tuple[Choice, ...]:
    choices = []
    losts = view.losts_left(seat)
    if losts and view.hand and _without_joker((*view.hand, *view.fields[seat])):
        choices.append(Choice("lose", text("lost-kind-lose", left=losts), is_always_button=True))
    if JOKER in view.fields[seat] and len(view.hand) > 1:
        choices.append(Choice("joker back", text("lost-kind-joker-back")))
    return tuple(choices)


def _place_question(hand: Sequence[Card], face_up: tuple[Card, ...]) -> Question:
    # Headings say what each card makes of the field, unless all are harmless.
    cards = sorted_by_danger(hand, face_up)
    outlooks = {card: outlook_with(face_up, card) for card in cards}
    has_headings = set(outlooks.values()) != {"safe"}
    choices = []
    for card, outlook in outlooks.items():
        heading = text(f"lost-lays-{outlook}") if has_headings else None
        choices.append(Choice(card, cards_text(card), group=heading))
    return Question(text("lost-choose-place"), tuple(choices), min(len(choices), LIKELY_CARDS))


def _card_to_play_question(view: LostView, seat: int, target: int) -> Question:
    what = play_effects(view, seat, target)
    has_headings = set(what.values()) != {"nothing"}
    choices = []
    for card in sorted(what, key=lambda card: _EFFECTS.index(what[card])):
        heading = text(f"lost-brings-{what[card]}") if has_headings else None
        choices.append(Choice(card, cards_text(card), group=heading))
    # Only the joker is missing among the cards, and the source forbids it there.
    stakes = None
    if JOKER in view.hand and JOKER not in what:
        stakes = DecisionStakes(text("lost-stakes-no-joker", target=Seat(target)))
    prompt = text("lost-choose-card", target=Seat(target))
    return Question(prompt, tuple(choices), min(len(choices), LIKELY_CARDS), stakes=stakes)


PlayEffect: TypeAlias = Literal["hit", "both", "near", "duel", "nothing", "miss", "joker", "risk", "empty"]
"""The effect that a played card may have, in the order of the menu.

- ``hit``: the card completes a hand among the target's face-up cards.
- ``both``: the same, and the card is the player's last one, without which the player is out.
- ``near``: with the card, the target lacks only one card for a hand.
- ``duel``: the card completes a hand for the target, and one for the player.
- ``nothing``: the target lacks more than one card for a hand, with the card as without it.
- ``miss``: the target lacks one card for a hand, and still does.
- ``joker``: the card is the joker.
- ``risk``: the card completes a hand among the player's own face-up cards.
- ``empty``: the card is the player's last one, and does not put the target out.
"""

_EFFECTS: tuple[PlayEffect, ...] = get_args(PlayEffect)

_KNOCKOUTS: tuple[PlayEffect, ...] = ("hit", "both")


def play_effects(view: LostView, seat: int, target: int) -> Mapping[Card, PlayEffect]:
    """Return the effect that each card may have if ``seat`` plays it to ``target``. Cards that may not be
    played are missing.
    """
    return _effects_by_card(view.hand, mask_of(view.fields[seat]), mask_of(view.fields[target]))


@lru_cache(maxsize=1024)
def _effects_by_card(hand: tuple[Card, ...], own_mask: int, target_mask: int) -> Mapping[Card, PlayEffect]:
    is_near = is_one_away(target_mask)
    is_last = len(hand) == 1
    effect = dict[Card, PlayEffect]()
    for card in hand:
        if card == JOKER:
            if not is_near:
                effect[card] = "empty" if is_last else "joker"
            continue
        hits = is_near and is_made(target_mask | BIT[card])
        risks = is_made(own_mask | BIT[card])
        if is_last:
            effect[card] = "both" if hits else "empty"
        elif hits and risks:
            effect[card] = "duel"
        elif hits:
            effect[card] = "hit"
        elif risks:
            effect[card] = "risk"
        elif not is_near and is_one_away(target_mask | BIT[card]):
            effect[card] = "near"
        else:
            effect[card] = "miss" if is_near else "nothing"
    return effect


def _joker_back_question(hand: tuple[Card, ...]) -> Question:
    choices = [Choice(" ".join(pair), cards_text(*pair)) for pair in combinations(hand, 2)]
    return Question(text("lost-choose-back"), tuple(choices))


def _claim_question(view: LostView, card: Card, target: int) -> Question:
    assert view.seat is not None
    # A claim is hopeless if the visible cards alone disprove it.
    signs = "".join([other for other in open_cards(view) if other != JOKER])
    # All four cards of a rank are open: no other card can have it.
    disproved = {claim for claim in RANKS if signs.count(claim) == len(SUITS)}
    if not may_be_joker(public_part(view), view.seat, target):
        disproved.add("joker")
    stakes = claim_stakes(view, card, target)
    if card == JOKER:
        prompt = text("lost-choose-claim-joker", card=cards_of(card), target=Seat(target))
        return Question(prompt, (_claim_choice("joker", "true"),), 1, stakes=stakes)
    # The suits are buttons, the ranks and the joker are in a menu.
    choices = [_claim_choice(claim, _truth_label(card, claim, disproved)) for claim in CLAIMS]
    prompt = text("lost-choose-claim", card=cards_of(card), target=Seat(target))
    rest = text("lost-rest-claims", rank=short_claim_text(card[0]))
    return Question(prompt, tuple(choices), len(SUITS), rest=rest, stakes=stakes)


def claim_stakes(view: LostView, card: Card, target: int) -> DecisionStakes:
    """Return what becomes of a card that the viewer plays to ``target``."""
    assert view.seat is not None
    # A rightly judged joker goes to the target's hand.
    key = "lost-stakes-claim-joker" if card == JOKER else "lost-stakes-claim"
    is_last = len(view.hand) == 1
    mine = outlook_with(view.fields[view.seat], card)
    theirs = outlook_with(view.fields[target], card)
    # The short form leaves out that the target may discard the card, but not a card that would put it out.
    full_left = view.losts_left(target)
    line, short = [
        text(
            key,
            card=cards_of(card),
            target=Seat(target),
            mine=mine,
            theirs=theirs,
            left=left,
            is_last=yes_no(is_last),
        )
        for left in (full_left, full_left * (theirs == "out"))
    ]
    return DecisionStakes(line, is_last or (mine == "out" and card != JOKER), short)


def _truth_label(
    card: Card, claim: str, disproved_claims: Container[str]
) -> Literal["true", "hopeless", "false"]:
    if is_true(card, claim):
        return "true"
    return "hopeless" if claim in disproved_claims else "false"


@cache
def _claim_choice(claim: str, truth: str) -> Choice:
    label = text("lost-key-claim", claim=short_claim_text(claim), how=truth)
    return Choice(claim, label, group=text("lost-group-claims"))
