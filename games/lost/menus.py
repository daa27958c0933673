"""The questions by which a player chooses a move, and warnings about moves that would eliminate their own
seat.

A play is built from three answers: the target, the card, the claim. A lie takes as many taps as the truth.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations

from games.core.cards import Card
from games.core.moves import Move
from games.core.poker import SUITS
from games.core.questions import AT_A_GLANCE, Choice, Question
from games.core.words import Seat, Text, text
from games.lost import moves
from games.lost.hands import BIT, JOKER, JOKER_BIT, RANKS, is_fatal, is_made, is_one_away, mask_of
from games.lost.moves import CLAIMS, DOUBT, JUDGEMENTS, LOST, PASS, PLACES, TRUST, is_true
from games.lost.possible import may_be_joker, open_cards, openings, public_part, reliefs, safest, unseen_cards
from games.lost.state import LostView, Played
from games.lost.words import cards_of, cards_text, claim_text, name_of, sign_text

LIKELY_CARDS = 8
"""Number of cards to mark as likely when a hand is long."""

MOST_CHOICES = 25
"""The most choices that a menu can hold."""


def ask(view: LostView, chosen: Sequence[str]) -> Question | Move | None:
    """Return the next question, or the move that the answers in ``chosen`` describe.

    ``None`` if these answers are invalid.
    """
    if view.seat is None:
        return _ask_publicly(view, chosen)
    if not view.is_my_turn:
        return None
    # Replay the answers one by one, and check each against the question it answers.
    answers: tuple[str, ...] = ()
    reply = _question_after(view, view.seat, answers)
    for answer in chosen:
        if not isinstance(reply, Question):
            return None
        if not reply.cards_of(answer) and answer not in [choice.value for choice in reply.choices]:
            return None
        answers = (*answers, answer)
        reply = _question_after(view, view.seat, answers)
    return reply


def _ask_publicly(view: LostView, chosen: Sequence[str]) -> Question | Move | None:
    """Return the question to the public table about a claim (trust, doubt or discard), or the chosen move.

    ``None`` if no claim waits for an answer, or if the chosen answer is invalid.
    """
    if view.play is None or view.is_placing or view.is_over:
        return None
    return ANSWERS.get(chosen[0]) if chosen else _ask_answer(view, view.play)


def _question_after(view: LostView, seat: int, answers: tuple[str, ...]) -> Question | Move | None:
    """Return the next question, or the move that the seat's answers lead to. The answers must be valid."""
    field = view.fields[seat]
    if not field:
        return moves.LayField(tuple(answers[0].split())) if answers else _ask_field(view.hand)
    if view.is_placing:
        return PLACES[answers[0]] if answers else _card_question("place", safest(view.hand, field))
    # A card waits for this seat's answer.
    if view.play is not None:
        return ANSWERS[answers[0]] if answers else _ask_answer(view, view.play)
    return _on_turn(view, seat, answers)


ANSWERS: dict[str, Move] = {str(move): move for move in moves.ANSWERS}
"""The answers to a claim, by their notation."""


def _on_turn(view: LostView, seat: int, answers: tuple[str, ...]) -> Question | Move | None:
    match answers:
        case ():
            return _ask_kind(view, seat)
        case (str(word),) if word == str(PASS):
            return PASS
        case ("lose hand" | "lose field" | "joker back" as what, *rest):
            return _ask_own_cards(view, seat, what, rest)
        case (str(target),) if target in _SEATS:
            return _ask_card(view, seat, int(target))
        # A likely play: card and target in one answer, as in "2s 1".
        case (str(both),) if both[-1:] in _SEATS and both[:-2] in view.hand:
            return _ask_claim(view, both[:-2], int(both[-1]))
        case (str(word),):
            return next((move for move in reliefs(view) if str(move) == word), None)
        case (str(target), str(card)) if target in _SEATS:
            return _ask_claim(view, card, int(target))
        case (str(target), str(card), str(claim)):
            return moves.Play(card, int(target), claim)
        case (str(both), str(claim)):
            card, target = both.split()
            return moves.Play(card, int(target), claim)
    return None


_SEATS = ("0", "1", "2", "3")


def _ask_own_cards(view: LostView, seat: int, kind: str, answers: list[str]) -> Question | Move | None:
    """Return the next question or the chosen move, when a seat discards a card or takes the joker back.

    ``kind`` is ``lose hand``, ``lose field`` or ``joker back``. ``answers`` has the answers after ``kind``.
    ``None`` if they are invalid.
    """
    match (kind, *answers):
        case ("lose hand",):
            return _card_question("lost", _without_joker(view.hand))
        case ("lose hand", card):
            return moves.LoseFromHand(card)
        case ("lose field",):
            return _card_question("lost", _without_joker(view.fields[seat]))
        case ("lose field", _):
            return _card_question("place", view.hand)
        case ("lose field", card, placed):
            return moves.LoseFromField(card, placed)
        case ("joker back",):
            return _ask_back(view.hand)
        case ("joker back", cards):
            return moves.Back(tuple(cards.split()))
    return None


def _without_joker(cards: Iterable[Card]) -> list[Card]:
    return [card for card in cards if card != JOKER]


# --- questions --------------------------------------------------------------------------------------


def _ask_answer(view: LostView, play: Played) -> Question:
    """Return the question that asks a seat to trust a claim, to doubt it, or to discard the card."""
    choices = [
        Choice(str(TRUST), text("lost-trust"), style="success"),
        Choice(str(DOUBT), text("lost-doubt"), style="danger"),
    ]
    if losts := view.losts_left(play.target):
        choices.append(Choice(str(LOST), text("lost-lost", left=losts)))
    about = text("lost-caption-claim", claim=claim_text(play.claim))
    return Question(text("lost-choose-answer", seat=Seat(play.seat)), tuple(choices), about=about)


def _ask_field(hand: tuple[Card, ...]) -> Question:
    """Return the question of which three cards to lay on the table at the start of the game."""
    choices = [
        Choice(" ".join(three), cards_text(*three), group=_OPENINGS, is_shortcut=True)
        for three in openings(hand)
    ]
    return Question(text("lost-choose-lay"), tuple(choices), len(choices), cards=hand, sizes=(3, 3))


_OPENINGS = text("lost-group-openings")


def _ask_kind(view: LostView, seat: int) -> Question:
    """Return the first question of a turn.

    Its answers are likely plays (card and target), then each possible target, then moves that change only the
    seat's own cards.
    """
    others = [other for other in range(view.seats) if other != seat]
    brings = {(card, other): how for other in others for card, how in effects(view, seat, other).items()}
    own = _own_choices(view, seat)
    # Nothing else is legal, so a pass is the only answer.
    if not brings and not own:
        return Question(text("lost-choose-kind"), (Choice(str(PASS), text("lost-pass")),))
    targets = [_play_to(other) for other in dict.fromkeys([other for _, other in brings])]
    # Plays with a strong effect come first, in the order of ``_EFFECTS``.
    likely = sorted(brings, key=lambda play: _EFFECTS.index(brings[play]))
    # Likely plays fill the places that targets and own moves leave free.
    plays = [_likely_play(*play) for play in likely[: AT_A_GLANCE - len(targets) - len(own)]]
    return Question(text("lost-choose-kind"), (*plays, *targets, *own))


@cache
def _likely_play(card: Card, target: int) -> Choice:
    """Return the answer that chooses both a card and the seat to which it is played (``target``)."""
    label = text("lost-play-to", card=cards_of(card), target=Seat(target))
    return Choice(f"{card} {target}", label, style="primary", is_shortcut=True)


@cache
def _play_to(target: int) -> Choice:
    return Choice(str(target), text("lost-kind-play", target=Seat(target)))


@cache
def _kind(kind: str) -> Choice:
    return Choice(kind, text(f"lost-kind-{kind.replace(' ', '-')}"), group=_OWN)


_OWN = text("lost-group-own")


def _own_choices(view: LostView, seat: int) -> tuple[Choice, ...]:
    choices = [Choice(str(move), name_of(move), group=_OWN) for move in reliefs(view)]
    may_lose = view.losts_left(seat) > 0
    if may_lose and _without_joker(view.hand):
        choices.append(_kind("lose hand"))
    if may_lose and view.hand and _without_joker(view.fields[seat]):
        choices.append(_kind("lose field"))
    if JOKER in view.fields[seat] and len(view.hand) > 1:
        choices.append(_kind("joker back"))
    return tuple(choices)


def _card_question(purpose: str, cards: Sequence[Card]) -> Question:
    choices = [Choice(card, cards_text(card)) for card in cards]
    return Question(text(f"lost-choose-{purpose}"), tuple(choices), min(len(choices), LIKELY_CARDS))


def _ask_card(view: LostView, seat: int, target: int) -> Question:
    """Return the question of which card to play to the seat ``target``. The cards are grouped by possible
    effect.
    """
    what = effects(view, seat, target)
    groups = [key for key in _EFFECTS if key in what.values()]
    heads = {key: text(f"lost-brings-{key}") if len(groups) > 1 else None for key in groups}
    order = sorted(what, key=lambda card: groups.index(what[card]))
    choices = [Choice(card, cards_text(card), group=heads[what[card]]) for card in order]
    return Question(
        text("lost-choose-card", target=Seat(target)), tuple(choices), min(len(choices), LIKELY_CARDS)
    )


_EFFECTS = ("hit", "near", "duel", "nothing", "joker", "risk")
"""The possible effects of a played card (see ``effects``), in the order of the menu."""


def effects(view: LostView, seat: int, target: int) -> Mapping[Card, str]:
    """Return the possible effect of each card that may be played to the seat ``target``.

    - ``hit``: the card completes a hand among the target's face-up cards.
    - ``risk``: the card completes a hand among the player's own face-up cards.
    - ``duel``: both ``hit`` and ``risk``.
    - ``near``: with the card, the target lacks only one card for a hand.
    - ``joker``: the card is the joker.
    - ``nothing``: none of these effects.
    """
    return _effects_of(view.hand, mask_of(view.fields[seat]), mask_of(view.fields[target]))


@lru_cache(maxsize=256)
def _effects_of(hand: tuple[Card, ...], own: int, theirs: int) -> Mapping[Card, str]:
    is_near, effect = is_one_away(theirs), dict[Card, str]()
    for card in hand:
        if card == JOKER:
            if not is_near:
                effect[card] = "joker"
            continue
        hits, risks = is_near and is_made(theirs | BIT[card]), is_made(own | BIT[card])
        if hits or risks:
            effect[card] = "duel" if hits and risks else "hit" if hits else "risk"
        else:
            effect[card] = "near" if not is_near and is_one_away(theirs | BIT[card]) else "nothing"
    return effect


def _ask_back(hand: tuple[Card, ...]) -> Question:
    """Return the question of which two cards to lay down in exchange for the joker."""
    pairs = combinations(hand, 2)
    return Question(
        text("lost-choose-back"), tuple([Choice(" ".join(pair), cards_text(*pair)) for pair in pairs])
    )


def _ask_claim(view: LostView, card: Card, target: int) -> Question:
    """Return the question of what to claim about a card that is played to ``target``.

    Each answer is marked as true, as false, or as a lie that the visible cards disprove.
    """
    assert view.seat is not None
    # A claim is hopeless if the visible cards alone disprove it.
    signs = "".join([other for other in open_cards(view) if other != JOKER])
    # All four cards of a rank are open: no other card can have it.
    disproved = {claim for claim in RANKS if signs.count(claim) == len(SUITS)}
    if not may_be_joker(public_part(view), view.seat, target):
        disproved.add("joker")
    claims = CLAIMS if card != JOKER else ("joker",)
    order = sorted(claims, key=RANKS.__contains__)  # the joker stands beside the suits
    choices = [_claim(claim, _truth_label(card, claim, disproved)) for claim in order]
    signs_first = sum(claim not in RANKS for claim in order)
    prompt = text("lost-choose-claim", card=cards_of(card), target=Seat(target))
    return Question(prompt, tuple(choices), signs_first)


def _truth_label(card: Card, claim: str, disproved: Container[str]) -> str:
    """Return ``true`` for a true claim about a card, ``hopeless`` for a false claim in ``disproved``,
    otherwise ``false``.
    """
    if is_true(card, claim):
        return "true"
    return "hopeless" if claim in disproved else "false"


@cache
def _claim(claim: str, how: str) -> Choice:
    label = text("lost-key-claim", claim=sign_text(claim), how=how)
    return Choice(claim, label, group=text("lost-group-rank" if claim in RANKS else "lost-group-sign"))


# --- warnings (lost.md, section "End") ----------------------------------------------------------------------

_LAST = text("lost-warn-last")
_WRONG = text("lost-warn-wrong")


def warning(move: Move, view: LostView) -> Text | None:
    """Return a warning if a legal move would or could eliminate the viewing seat; otherwise ``None``."""
    if view.seat is None or not view.fields[view.seat]:
        return None
    field = view.fields[view.seat]
    if view.play is not None and not view.is_placing:
        return _answer_warning(move, view, field)
    return _own_warning(move, field, is_last_card=len(view.hand) == 1)


def _own_warning(move: Move, field: Sequence[Card], *, is_last_card: bool) -> Text | None:
    """Return a warning if a move can eliminate the seat that makes it; otherwise ``None``.

    The move must not be an answer to a claim. ``field`` has the seat's face-up cards.
    """
    # A complete hand is certain elimination; a play is only a risk, since the answer decides.
    mask = mask_of(field)
    match move:
        case moves.LoseFromField() if is_made(mask & ~BIT[move.card] | BIT[move.placed]):
            return _made_warning(move.placed)
        case moves.PlaceCard() if is_made(mask | BIT[move.card]):
            return _made_warning(move.card)
        case moves.Back() if is_made(mask & ~JOKER_BIT | mask_of(move.cards)):
            return _made_warning(*move.cards)
        case moves.Play() | moves.PlaceCard() | moves.LoseFromHand() | moves.LoseFromField() if is_last_card:
            return _LAST
        case moves.Play() if move.card != JOKER and is_made(mask | BIT[move.card]):
            return _risk_warning(move.card)
    return None


@cache
def _made_warning(*cards: Card) -> Text:
    return text("lost-warn-made", cards=cards_of(*cards), count=1)


def _answer_warning(move: Move, view: LostView, field: Sequence[Card]) -> Text | None:
    """Return a warning if an answer to a claim can eliminate the answering seat; otherwise ``None``.

    ``field`` has the seat's face-up cards.
    """
    assert view.play is not None
    assert view.seat is not None
    # A discard is dangerous if the card to place afterwards is the last one, or completes a hand.
    if move == LOST:
        if len(view.hand) == 1:
            return _LAST
        return text("lost-warn-place") if all(is_fatal(card, field) for card in view.hand) else None
    if move not in JUDGEMENTS:
        return None
    possible = _without_joker(unseen_cards(view))
    if may_be_joker(view, view.play.seat, view.seat):
        possible.append(JOKER)
    # Warn only if every card that proves the answer wrong would complete a hand. The joker is always claimed
    # as joker.
    claim = view.play.claim
    honest = possible if claim == "joker" else _without_joker(possible)
    brings = [card for card in honest if is_true(card, claim) != (move == TRUST)]
    return _WRONG if brings and all(is_fatal(card, field) for card in brings) else None


@cache
def _risk_warning(card: Card) -> Text:
    return text("lost-warn-risk", card=cards_of(card))
