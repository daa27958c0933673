"""How Lost Poker is shown: menus, reveals, boards."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import Literal, NamedTuple, TypeAlias, get_args

from games.core.bluffs import bluff_lines, bluff_measures
from games.core.cards import Card
from games.core.moves import Move
from games.core.poker import SUITS
from games.core.presentation import (
    AT_A_GLANCE,
    Board,
    Choice,
    DecisionStakes,
    Measure,
    PanelScene,
    Presenter,
    Question,
    RevealScene,
    Row,
    SeatClaim,
    TableScene,
)
from games.core.rules import Event, Result
from games.core.words import Seat, Seats, Text, text, yes_no
from games.lost import moves
from games.lost.hands import (
    BIT,
    JOKER,
    RANKS,
    completes_hand,
    find_hand,
    has_five_card_hand,
    is_made,
    is_one_away,
    mask_of,
)
from games.lost.moves import CLAIMS, DOUBT, JUDGEMENTS, LOST, PASS, PLACES, TRUST, PlaceCard, Play, is_true
from games.lost.pictures import (
    CLOTH,
    cards_of,
    cards_text,
    claim_args,
    claim_text,
    claims_so_far,
    covered_board,
    elimination_hand,
    eliminations_board,
    eliminations_text,
    event_text,
    face_up_board,
    hand_board,
    hand_row,
    hand_text,
    last_claim_board,
    move_text,
    odds_text,
    picture_story,
    reveal_board,
    short_claim_text,
    table_board,
)
from games.lost.possible import (
    Risk,
    can_end_danger,
    certain_answer,
    count_pairs_sharing_hand,
    field_after,
    mask_after,
    may_be_joker,
    open_cards,
    outlook_with,
    outs_of_right_answer,
    public_part,
    risk_of_answer,
    risk_of_placing,
    risk_of_turn,
    safer_moves,
    sorted_by_danger,
    suggested_first_cards,
    unseen_cards,
)
from games.lost.rules import (
    CardJudged,
    CardTaken,
    LostView,
    LostVoided,
    Played,
    Reveal,
    find_reveal,
    story_of,
)

# --- menus --------------------------------------------------------------------------------------------------
# The questions by which a player chooses a move, and warnings before moves that could eliminate the player.
#
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
    return Question(text("lost-choose-lost"), tuple(choices), likely_count)


def _without_joker(cards: Iterable[Card]) -> list[Card]:
    return [card for card in cards if card != JOKER]


# --- questions --------------------------------------------------------------------------------------


def _answer_question(view: LostView, play: Played) -> Question:
    choices = [
        Choice(str(TRUST), text("lost-trust"), style="success", is_always_button=True),
        Choice(str(DOUBT), text("lost-doubt"), style="danger", is_always_button=True),
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
    likely = possible[: AT_A_GLANCE - len(targets) - len(own)]
    choices = [_play_choice(play.card, play.target) for play in likely]
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
def _target_choice(target: int) -> Choice:
    return Choice(str(target), text("lost-kind-play", target=Seat(target)))


def _own_choices(view: LostView, seat: int) -> tuple[Choice, ...]:
    choices = [Choice(str(move), move_text(move)) for move in safer_moves(view)]
    losts = view.losts_left(seat)
    if losts and view.hand and _without_joker((*view.hand, *view.fields[seat])):
        choices.append(Choice("lose", text("lost-kind-lose", left=losts)))
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
    has_headings = len(set(what.values())) > 1
    choices = []
    for card in sorted(what, key=lambda card: _EFFECTS.index(what[card])):
        heading = text(f"lost-brings-{what[card]}") if has_headings else None
        choices.append(Choice(card, cards_text(card), group=heading))
    return Question(
        text("lost-choose-card", target=Seat(target)), tuple(choices), min(len(choices), LIKELY_CARDS)
    )


PlayEffect: TypeAlias = Literal["hit", "near", "duel", "nothing", "joker", "risk"]
"""The effect that a played card may have, in the order of the menu.

- ``hit``: the card completes a hand among the target's face-up cards.
- ``near``: with the card, the target lacks only one card for a hand.
- ``duel``: the card completes a hand for the target, and one for the player.
- ``nothing``: none of these effects.
- ``joker``: the card is the joker.
- ``risk``: the card completes a hand among the player's own face-up cards.
"""

_EFFECTS: tuple[PlayEffect, ...] = get_args(PlayEffect)


def play_effects(view: LostView, seat: int, target: int) -> Mapping[Card, PlayEffect]:
    """Return the effect that each card may have if ``seat`` plays it to ``target``. Cards that may not be
    played are missing.
    """
    return _effects_by_card(view.hand, mask_of(view.fields[seat]), mask_of(view.fields[target]))


@lru_cache(maxsize=256)
def _effects_by_card(hand: tuple[Card, ...], own_mask: int, target_mask: int) -> Mapping[Card, PlayEffect]:
    is_near = is_one_away(target_mask)
    effect = dict[Card, PlayEffect]()
    for card in hand:
        if card == JOKER:
            if not is_near:
                effect[card] = "joker"
            continue
        hits = is_near and is_made(target_mask | BIT[card])
        risks = is_made(own_mask | BIT[card])
        if hits and risks:
            effect[card] = "duel"
        elif hits:
            effect[card] = "hit"
        elif risks:
            effect[card] = "risk"
        elif not is_near and is_one_away(target_mask | BIT[card]):
            effect[card] = "near"
        else:
            effect[card] = "nothing"
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
    claims = CLAIMS if card != JOKER else ("joker",)
    order = sorted(claims, key=RANKS.__contains__)  # the joker stands beside the suits
    choices = []
    for claim in order:
        # The legend of ✗ stands only over claims of which one has it.
        has_lies = any((lie in RANKS) == (claim in RANKS) for lie in disproved)
        choices.append(_claim_choice(claim, _truth_label(card, claim, disproved), has_lies))
    suit_count = sum(claim not in RANKS for claim in order)
    key = "lost-choose-claim-joker" if card == JOKER else "lost-choose-claim"
    prompt = text(key, card=cards_of(card), target=Seat(target))
    return Question(prompt, tuple(choices), suit_count, stakes=_claim_stakes(view, card, target))


def _claim_stakes(view: LostView, card: Card, target: int) -> DecisionStakes:
    assert view.seat is not None
    # A rightly judged joker goes to the target's hand.
    key = "lost-stakes-claim-joker" if card == JOKER else "lost-stakes-claim"
    mine = outlook_with(view.fields[view.seat], card)
    theirs = outlook_with(view.fields[target], card)
    line = text(key, card=cards_of(card), target=Seat(target), mine=mine, theirs=theirs)
    return DecisionStakes(line, is_loud=mine == "out" and card != JOKER)


def _truth_label(
    card: Card, claim: str, disproved_claims: Container[str]
) -> Literal["true", "hopeless", "false"]:
    if is_true(card, claim):
        return "true"
    return "hopeless" if claim in disproved_claims else "false"


@cache
def _claim_choice(claim: str, truth: str, has_lies: bool) -> Choice:
    label = text("lost-key-claim", claim=short_claim_text(claim), how=truth)
    key = "lost-group-rank" if claim in RANKS else "lost-group-sign"
    return Choice(claim, label, group=text(key, hopeless=yes_no(has_lies)))


# --- warnings (lost.md, section "End") ----------------------------------------------------------------------

_LAST = text("lost-warn-last")


def warning(move: Move, view: LostView) -> Text | None:
    """Return a warning if a legal move would or could eliminate the viewing seat; otherwise ``None``."""
    if view.seat is None or not view.fields[view.seat]:
        return None
    face_up = view.fields[view.seat]
    if view.play is not None and not view.is_placing:
        return _warning_of_answer(move, view, face_up)
    return _warning_without_claim(move, view, face_up)


def _warning_without_claim(move: Move, view: LostView, face_up: Sequence[Card]) -> Text | None:
    # A complete hand is certain elimination; a play is only a risk, since the answer decides.
    is_last_card = len(view.hand) == 1
    mask = mask_of(face_up)
    match move:
        case moves.ReplaceFaceUpCard() if is_made(mask_after(move, mask)):
            return _completed_hand_warning(move.placed)
        case moves.PlaceCard() if is_made(mask_after(move, mask)):
            return _completed_hand_warning(move.card)
        case moves.TakeJokerBack() if is_made(mask_after(move, mask)):
            return _completed_hand_warning(*move.cards)
        case moves.Play() | moves.PlaceCard() | moves.DiscardFromHand() | moves.ReplaceFaceUpCard() if (
            is_last_card
        ):
            return _LAST
        case moves.Play() if move.card != JOKER and is_made(mask | BIT[move.card]):
            return _claim_stakes(view, move.card, move.target).line
    return None


@cache
def _completed_hand_warning(*cards: Card) -> Text:
    return text("lost-warn-made", cards=cards_of(*cards), count=1)


def _warning_of_answer(move: Move, view: LostView, face_up: Sequence[Card]) -> Text | None:
    # A discard is dangerous if the card to place afterwards is the last one, or completes a hand.
    if move == LOST:
        if len(view.hand) == 1:
            return _LAST
        if all(completes_hand(card, face_up) for card in view.hand):
            return text("lost-warn-place")
        return None
    if move not in JUDGEMENTS:
        return None
    # Warn only if every card that proves the answer wrong would complete a hand.
    risk = risk_of_answer(view, move)
    if 0 < risk.cards == risk.fatal:
        return _answer_stakes(view).line
    return None


# --- moments ------------------------------------------------------------------------------------------------
# The reveals of Lost Poker: a turned-up card, an elimination.


def reveal(view: LostView) -> RevealScene | None:
    """Return what to show after a reveal or an elimination; ``None`` after other moves."""
    reveal = find_reveal(view)
    if reveal is None:
        # A seat can also be eliminated without a claim, by a move on its own field or hand.
        if not view.out:
            return None
        act = event_text(view.news[0])
        assert act is not None
        return RevealScene(act, eliminations_board(view), _end_line(view, None))
    # A card was turned up: its text and picture, and a line about the outcome or a notable card.
    headline = event_text(reveal)
    board = reveal_board(view, reveal)
    assert headline is not None
    if view.out:
        line: Text | None = _end_line(view, reveal)
    else:
        line = _story_line(view, reveal)
    before = covered_board(view, reveal) if isinstance(reveal, CardJudged) else None
    fact = text("lost-fact", **claim_args(reveal))
    return RevealScene(headline, board, line, panel_line=fact, suspense_board=before)


def suspense(view: LostView) -> Text | None:
    """Return a text that asks whether a claim is true, shown before its card is turned up."""
    reveal = find_reveal(view)
    if isinstance(reveal, CardJudged):
        return text(f"lost-suspense-{reveal.answer}", **claim_args(reveal))
    return None


def game_over_text(view: LostView) -> Text:
    """Return the headline at the end of the game: the eliminated seats and why they are out."""
    return text("lost-headline-over", reasons=eliminations_text(view))


# --- lines worth reading ------------------------------------------------------------------------------


def _end_line(view: LostView, reveal: Reveal | None) -> Text:
    # The line says who is out and why, and who has won.
    reasons = _reasons_with_remark(view, reveal)
    winners = tuple([seat for seat in range(view.seats) if seat not in view.out])
    return text("lost-great-end", reasons=reasons, seats=Seats(winners), count=len(winners))


def _reasons_with_remark(view: LostView, reveal: Reveal | None) -> Text:
    reasons = eliminations_text(view)
    if len(view.out) > 1:
        return text("lost-great-both", reasons=reasons)
    (out,) = view.out
    if has_five_card_hand(view.fields[out]):
        return text("lost-great-end-five", reasons=reasons)
    if reveal is None or not view.sizes[out]:
        return reasons
    if out == reveal.seat:
        return text("lost-great-own", reasons=reasons, seat=Seat(out))
    return text(f"lost-great-{_truth(reveal)}", reasons=reasons, seat=Seat(reveal.seat))


def _truth(reveal: Reveal) -> Literal["true", "lie"]:
    return "true" if is_true(reveal.card, reveal.claim) else "lie"


def _story_line(view: LostView, reveal: Reveal) -> Text | None:
    story = story_of(view, reveal)
    if story is None:
        return None
    if story == "escape":
        avoided = find_hand((*view.fields[reveal.target], reveal.card))
        assert avoided is not None
        return text("lost-great-escape", target=Seat(reveal.target), hand=hand_text(avoided))
    return text(f"lost-great-{story}", seat=Seat(reveal.seat), count=max(view.told[reveal.seat]))


# --- for each seat --------------------------------------------------------------------------------------


def consequence(view: LostView) -> Text | None:
    """Return a sentence on how the last turned-up card affects the viewing seat; ``None`` if it does not."""
    # Only the two players of the claim are concerned.
    reveal = find_reveal(view)
    seat = view.seat
    if reveal is None or seat not in (reveal.seat, reveal.target):
        return None
    if isinstance(reveal, LostVoided):
        if seat == reveal.target:
            key = "lost-consequence-void"
        else:
            key = "lost-consequence-voided"
        return text(key, target=Seat(reveal.target))
    if seat == reveal.target:
        return _consequence_for_judge(reveal)
    return _consequence_for_player(reveal)


def _consequence_for_judge(reveal: CardJudged) -> Text:
    if not reveal.is_right:
        return text(f"lost-consequence-wrong-{_truth(reveal)}", card=cards_of(reveal.card))
    if reveal.card == JOKER:
        return text("lost-consequence-joker")
    return text("lost-consequence-right", seat=Seat(reveal.seat), card=cards_of(reveal.card))


def _consequence_for_player(reveal: CardJudged) -> Text:
    if reveal.is_right and reveal.card == JOKER:
        return text("lost-consequence-joker-gone", target=Seat(reveal.target))
    way = "back" if reveal.is_right else "kept"
    key = f"lost-consequence-{way}-{_truth(reveal)}"
    return text(key, target=Seat(reveal.target), card=cards_of(reveal.card))


# --- presenter ----------------------------------------------------------------------------------------------
# The presentation of Lost Poker: the table, the private panels, and texts about moves and results.


class LostPresenter(Presenter[LostView]):
    """Presents Lost Poker."""

    cloth = CLOTH
    next_question = staticmethod(next_question)
    warning = staticmethod(warning)
    reveal = staticmethod(reveal)
    suspense = staticmethod(suspense)
    consequence = staticmethod(consequence)
    picture_story = staticmethod(picture_story)

    def table(self, view: LostView) -> TableScene:
        """Return the public scene: a headline, the line below it, and the table's picture."""
        return TableScene(_headline(view), _line_below_headline(view), table_board(view))

    def panel(self, view: LostView, legal: Sequence[Move]) -> PanelScene:
        """Return a seat's private scene: its hand and, while it must act, the face-up cards of all seats."""
        seat = view.seat
        if seat is None or not (view.hand or view.fields[seat]):
            return PanelScene(lines=(text("lost-panel-nothing"),))
        now = _instruction(view)
        table: Board | None = None
        if view.is_over:
            table = table_board(view)
        elif legal:
            table = face_up_board(view)
        hand = hand_board(view, seat)
        lines = () if now is None else (now,)
        return PanelScene(lines, hand, table, last_claim_board(view), needs_table=True)

    def claims(self, view: LostView) -> tuple[SeatClaim, ...]:
        """Return the last claim that was answered, and the one that waits for an answer."""
        return claims_so_far(view)

    def stakes(self, view: LostView) -> DecisionStakes | None:
        """Return how many of the cards that may come to the viewer's field would eliminate it."""
        match _pending_decision(view):
            case "answer":
                return _answer_stakes(view)
            case "turn":
                back = risk_of_turn(view)
                line = text("lost-stakes-turn", fatal=back.fatal, cards=len(view.hand))
                short = text("lost-stakes-turn-short", fatal=back.fatal, cards=len(view.hand))
                return DecisionStakes(line, len(view.hand) in (1, back.fatal), short)
            case "place":
                laid = risk_of_placing(view)
                line = text("lost-stakes-place", fatal=laid.fatal, cards=laid.cards)
                return DecisionStakes(line, is_loud=laid.fatal > 0)
        return None

    def forced_move(self, view: LostView, legal: Sequence[Move]) -> Move | None:
        """Return the only legal move if it is a pass or a ``PlaceCard``; otherwise ``None``."""
        if len(legal) != 1 or not isinstance(legal[0], PlaceCard | type(PASS)):
            return None
        return legal[0]

    def tip(self, view: LostView) -> Text | None:
        decision = _pending_decision(view)
        if decision == "answer":
            assert view.seat is not None
            # The stakes explain trust and doubt, the button the price of a discard.
            if not view.losts_left(view.seat) or view.play is None or view.play.claim != "joker":
                return None
        return text(f"lost-tip-{decision}") if decision else None

    def is_tense(self, view: LostView) -> bool:
        return view.play is not None and not view.is_placing and not view.is_over

    def chapter(self, view: LostView) -> tuple[Text, ...]:
        """Return the heading of a position in a replay: the seat on turn, or the laying of the first
        cards.
        """
        if not any(view.fields):
            return (text("lost-chapter-fields"),)
        return (text("lost-chapter-turn", seat=Seat(view.turn)),)

    def score(self, view: LostView, result: Result, seat: int) -> Text | None:
        if seat not in view.out:
            return text("lost-score-in")
        return text("lost-score-out", hand=hand_text(elimination_hand(view, seat)))

    def say(self, event: Event, view: LostView) -> Text | None:
        return event_text(event)

    def name(self, move: Move, view: LostView) -> Text:
        return move_text(move)

    def reason(self, move: Move, view: LostView) -> Text | None:
        """Return a reason for or against a move, shown in hints; ``None`` if there is none."""
        assert view.seat is not None
        if isinstance(move, Play):
            effect = play_effects(view, view.seat, move.target).get(move.card)
            if effect is None:
                return None
            return text(f"lost-brings-{effect}")
        if isinstance(move, moves.LayFirstCards):
            return text("lost-reason-lay", pairs=count_pairs_sharing_hand(move.cards))
        if isinstance(move, PlaceCard | moves.ReplaceFaceUpCard | moves.TakeJokerBack):
            return text("lost-reason-place", how=field_after(move, view))
        if isinstance(move, moves.DiscardFromHand):
            if len(view.hand) == 1:
                return text("lost-reason-place", how="empty")
            return text("lost-reason-lost-hand")
        # A claimed joker would come to the field.
        if move == LOST and view.play is not None and view.play.claim != "joker":
            return text("lost-reason-lost")
        if view.play is None or view.is_placing or move not in JUDGEMENTS:
            return None
        if view.play.claim == "joker" and view.joker_in == view.play.seat:
            return text("lost-reason-joker", seat=Seat(view.play.seat))
        return odds_text(view.play, unseen_cards(view))

    def hand(self, view: LostView) -> Row | None:
        if view.seat is None or not view.hand:
            return None
        return hand_row(view, view.seat)

    def statistics(self, counts: Mapping[str, int]) -> tuple[Text, ...]:
        return bluff_lines(counts)

    def measures(self) -> tuple[Measure, ...]:
        return bluff_measures()


def _pending_decision(view: LostView) -> Literal["lay", "place", "answer", "turn"] | None:
    if not view.is_my_turn:
        return None
    if not any(view.fields):
        return "lay"
    if view.is_placing:
        return "place"
    return "answer" if view.play is not None else "turn"


def _answer_stakes(view: LostView) -> DecisionStakes:
    assert view.play is not None
    trust = risk_of_answer(view, TRUST)
    doubt = risk_of_answer(view, DOUBT)
    # A joker that is rightly trusted goes to another place than other cards.
    key = "lost-stakes-answer-joker" if view.play.claim == "joker" else "lost-stakes-answer"
    line, short = [
        text(
            key,
            seat=Seat(view.play.seat),
            trust=_risk_text(trust),
            doubt=_risk_text(doubt),
            outs=outs,
            certain=certain_answer(trust, doubt),
            is_equal=yes_no(_risk_of(trust) == _risk_of(doubt) and not trust.fatal),
        )
        for outs in (outs_of_right_answer(view), "no")
    ]
    return DecisionStakes(line, trust.fatal + doubt.fatal > 0, short)


def _risk_text(risk: Risk) -> Text:
    return text("lost-risk", how=_risk_of(risk), fatal=risk.fatal, cards=risk.cards)


def _risk_of(risk: Risk) -> Literal["all", "some", "near", "safe"]:
    if risk.fatal:
        return "all" if risk.fatal == risk.cards else "some"
    return "near" if risk.near else "safe"


# --- the table --------------------------------------------------------------------------------------


def _headline(view: LostView) -> Text:
    if view.is_over:
        return game_over_text(view)
    if isinstance(view.to_act, str):
        return text("lost-headline-dealing")
    if not any(view.fields):
        return text("lost-headline-opening", seats=Seats(view.to_act))
    if view.is_placing:
        return text("lost-headline-place", seat=Seat(view.to_act[0]))
    if view.play is not None:
        return text("lost-headline-answer", **claim_args(view.play))
    last = event_text(view.log[-1]) if view.log else None
    return last or text("lost-event-fields")


def _line_below_headline(view: LostView) -> Text | None:
    if view.is_over or view.play is None:
        return None
    # After a discard the log begins with the claim. Before, the claimer's record helps to judge it.
    if view.is_placing:
        return event_text(view.log[0])
    return _claim_record_text(view, view.play.seat)


def _claim_record_text(view: LostView, seat: int) -> Text | None:
    true, false = view.told[seat]
    if not true + false:
        return None
    return text("lost-line-record", seat=Seat(seat), true=true, false=false)


# --- the panel --------------------------------------------------------------------------------------


def _instruction(view: LostView) -> Text | None:
    match _pending_decision(view):
        case "lay":
            return text("lost-panel-lay")
        case "place":
            last = view.log[0]
            if isinstance(last, CardTaken):
                return text("lost-panel-taken", seat=Seat(last.seat), card=cards_of(last.card))
            return text("lost-panel-voided")
        case "answer":
            return None
        case "turn":
            return text("lost-panel-last") if len(view.hand) == 1 else _discarded_text(view)
    return _discarded_text(view) if any(view.fields) else text("lost-panel-laid")


def _discarded_text(view: LostView) -> Text | None:
    # A discard reveals nothing, so no consequence tells the viewer what became of the played card.
    last = view.log[0] if view.log else None
    if not isinstance(last, CardTaken) or last.seat != view.seat or view.is_over:
        return None
    return text("lost-panel-gone", target=Seat(last.target), card=cards_of(last.card))
