"""The words and pictures of Porker Bull."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial

from msgspec.structs import replace

from games.bull.hands import COUNTS, Call, is_good, matching_cards, ranks_needed, size_of
from games.bull.rules import MAX_CARDS, BullView, Showdown, losses_left, parse_words, reveal_steps
from games.core.bluffs import bluff_story, claimer_and_answerer
from games.core.cards import STANDARD, Card
from games.core.highlights import Highlight
from games.core.match import GameHistory
from games.core.poker import bid_args, by_rank
from games.core.presentation import Board, Cloth, Face, PictureStory, Row, Stamp, Tag, backs, faces
from games.core.rules import is_to_act
from games.core.words import Arg, Cards, Rank, Seat, Suit, Text, text, yes_no

# --- words --------------------------------------------------------------------------------------------------
# Texts of Porker Bull about calls, and facts of a view that several modules need.


@cache
def call_of(call: str) -> Call:
    """Return the call with this notation."""
    move = parse_words(call.lower().split())
    assert isinstance(move, Call)
    return move


@cache
def call_text(call: str) -> Text:
    """Return the call with this notation in words."""
    move = call_of(call)
    return Text(f"bull-call-{move.kind}", _rank_args(move))


@cache
def tap_text(call: Call) -> Text:
    """Return a call in words short enough for a button."""
    return Text(f"bull-tap-{call.kind}", _rank_args(call))


@cache
def brief_text(call: str) -> Text:
    """Return the call with this notation in the shortest words, for a line with all calls of a round."""
    move = call_of(call)
    return Text(f"bull-brief-{move.kind}", _rank_args(move))


def _rank_args(call: Call) -> dict[str, Arg]:
    if call.suit:
        return {"top": Cards((call.ranks + call.suit,), STANDARD.name)}
    return bid_args(call)


def impossible_text(call: Call, dealt_count: int) -> Text | None:
    """Return a warning if a call needs more than ``dealt_count`` cards; otherwise ``None``."""
    needed = size_of(call)
    if needed <= dealt_count:
        return None
    return text("bull-impossible", call=call_text(str(call)), needed=needed, count=dealt_count)


def beyond_text(call: Call, dealt_count: int) -> Text | None:
    """Return a short remark if a call needs more than ``dealt_count`` cards; otherwise ``None``."""
    needed = size_of(call)
    if needed > dealt_count:
        return text("bull-beyond", needed=needed, count=dealt_count)
    return None


def missing_texts(call: Call, hand: Sequence[Card], *, wild: bool) -> tuple[Text, ...]:
    """Return texts about the cards that a hand lacks for a call, by rank if possible."""
    if wild or not (call.kind in COUNTS or call.kind in ("twopair", "full")):
        return (text("bull-missing-cards", count=size_of(call) - len(matching_cards(call, hand, wild=wild))),)
    missing = []
    for rank, needed in ranks_needed(call):
        held = sum(card[0] == rank for card in hand)
        if held < needed:
            missing.append(text("bull-missing", rank=rank_of(rank), count=needed - held, held=held))
    return tuple(missing)


@cache
def rank_of(rank: str) -> Rank:
    """Return a rank of the standard deck, to print in a ``Text``."""
    return Rank(rank, STANDARD.name)


@cache
def suit_of(suit: str) -> Suit:
    """Return a suit of the standard deck, to print in a ``Text``."""
    return Suit(suit, STANDARD.name)


def is_wild(view: BullView) -> bool:
    """True if twos are wild."""
    return view.options["wild"] == "twos"


def cards_in_play(view: BullView) -> int:
    """Return the number of dealt cards in the current round, or in the last round of a finished game."""
    if view.is_over and view.shown:
        return sum(map(len, view.shown.hands))
    return sum(view.sizes)


def loss_limit(view: BullView, seat: int) -> int:
    """Return the number of lost rounds that puts a seat out."""
    return view.losses[seat] + losses_left(view.sizes[seat], hands_grow=view.options["deal"] == "up")


# --- pictures -----------------------------------------------------------------------------------------------
# Pictures of Porker Bull: a running round, a showdown, and the end of the game.

CLOTH: Cloth = "pasture"
"""The look of the table."""

_NOT_THERE = Stamp(text("bull-stamp-bad"), "bad")

make_board = partial(Board, STANDARD.name, cloth=CLOTH)
"""Return a ``Board`` (a picture) of this game, made of rows of cards."""

CALLS_SHOWN = 3
"""Largest number of calls in the table's picture; the last ones are shown."""

FEW = 4
"""Largest number of seats for which every seat gets a full-width row.

With more seats two rows stand side by side, so notes are brief and only the last call is shown.
"""

STRIP = 12
"""Largest number of cards in the small row that repeats the last showdown.

If there were more, only the hands of the caller and the challenger are shown.
"""


def round_board(view: BullView) -> Board:
    """Return a picture of the round: the last calls, each seat's cards face down, and the last showdown."""
    seats = [_seat_row(view, seat) for seat, size in enumerate(view.sizes) if size]
    rows = [_calls_row(view)]
    rows += seats
    rows += _eliminated_rows(view)
    rows += _last_showdown_rows(view)
    return make_board(tuple(rows))


def hand_board(view: BullView) -> Board:
    """Return a picture of the viewing seat's hand, with the number of cards in play."""
    return make_board((Row(text("bull-your-hand"), (hand_faces(view),), _cards_in_play_text(view)),))


def last_board(view: BullView) -> Board | None:
    """Return a small picture of the last showdown; ``None`` before the first one."""
    rows = _last_showdown_rows(view)
    return make_board(rows) if rows else None


def _last_showdown_rows(view: BullView) -> tuple[Row, ...]:
    showdown = view.shown
    if showdown is None:
        return ()
    hands = dict(enumerate(showdown.hands))
    evidence = shown_evidence(showdown)
    if sum(map(len, showdown.hands)) > STRIP:
        # There is room for the cards that decide, or if there are none, for the two who disagreed.
        if evidence:
            hands = {seat: tuple(filter(evidence.__contains__, hand)) for seat, hand in hands.items()}
        else:
            hands = {seat: hands[seat] for seat in (showdown.caller, showdown.challenger)}
    groups = [_captioned(hand, evidence, Seat(seat)) for seat, hand in hands.items() if hand]
    return (Row(text("bull-row-shown"), tuple(groups), is_small=True),)


def _captioned(hand: Sequence[Card], evidence: Sequence[Card], caption: Seat | Text) -> tuple[Face, ...]:
    first, *others = faces(by_rank(hand), hot=evidence)
    return (replace(first, caption=caption), *others)


def shown_evidence(showdown: Showdown) -> tuple[Card, ...]:
    """Return the cards that make a call good, those of the caller's own hand before equal ones of others."""
    call = call_of(showdown.call)
    if call.suit:
        return showdown.evidence
    own = [card for card in showdown.hands[showdown.caller] if card not in showdown.evidence]
    evidence = []
    for card in showdown.evidence:
        equal = [mine for mine in own if mine[0] == card[0]]
        if equal and card not in showdown.hands[showdown.caller]:
            card = equal[0]
            own.remove(card)
        evidence.append(card)
    return tuple(evidence)


def hand_faces(view: BullView) -> tuple[Face, ...]:
    """Return pictures of the viewing seat's cards, with a caption on each wild card."""
    wild_ranks = ("2",) if is_wild(view) else ()
    hand_faces = []
    for card in by_rank(view.hand):
        face = Face(card)
        if card[0] in wild_ranks:
            face = Face(card, caption=text("bull-wild"))
        hand_faces.append(face)
    return tuple(hand_faces)


def showdown_board(view: BullView, showdown: Showdown) -> Board:
    """Return a picture of all hands of a showdown, with decisive cards, winner and loser marked."""
    right = showdown.caller if showdown.is_good else showdown.challenger
    if view.result is not None:
        pays = None
    else:
        loser = showdown.loser
        limit = loss_limit(view, loser)
        pays = text("bull-fate", cards=view.sizes[loser], losses=view.losses[loser], limit=limit)
    steps = reveal_steps(showdown, view.options["deal"])
    # The caller's hand is turned over last, the challenger's before it, all others first.
    turns = {showdown.caller: steps, showdown.challenger: steps - 1}
    # The first row repeats the call, so that the picture can be read alone.
    claim = text("bull-chip-call", seat=Seat(showdown.caller), call=tap_text(call_of(showdown.call)))
    call = Row(text("bull-row-call"), tags=(Tag(claim, "hot"),), is_small=True)
    rows = [call]
    evidence = shown_evidence(showdown)
    for seat, hand in enumerate(showdown.hands):
        if not hand:
            continue
        turn = turns.get(seat, 1)
        hand_faces = tuple([replace(face, turn=turn) for face in faces(by_rank(hand), hot=evidence)])
        row = Row(Seat(seat), (hand_faces,), is_won=seat == right, win_kind="judgement")
        if seat == showdown.loser:
            row = replace(row, note=pays)
        if seat == showdown.challenger:
            row = replace(row, tags=(Tag(text("bull-challenge")),))
        rows.append(row)
    rows += _eliminated_rows(view, left_out=showdown.loser)
    if showdown.is_good:
        stamp = Stamp(text("stamp-true"), "good")
    else:
        stamp = _NOT_THERE
    return make_board(tuple(rows), stamp=stamp)


def _seat_row(view: BullView, seat: int) -> Row:
    losses = view.losses[seat]
    cards = view.sizes[seat]
    is_last = losses > 0 and cards == _final_hand_size(view)
    return Row(
        Seat(seat),
        (backs(cards),),
        text("bull-note", cards=cards, losses=losses),
        is_turn=is_to_act(view.to_act, seat),
        tags=(Tag(text("bull-chip-last"), "hot"),) if is_last else (),
        is_small=True,
    )


def _final_hand_size(view: BullView) -> int:
    return MAX_CARDS if view.options["deal"] == "up" else 1


def _eliminated_rows(view: BullView, left_out: int | None = None) -> tuple[Row, ...]:
    tags = tuple(Tag(text("bull-chip-seat", seat=Seat(seat)), "dim") for seat in view.out if seat != left_out)
    if tags:
        return (Row(text("bull-row-out"), tags=tags, is_small=True),)
    return ()


def _calls_row(view: BullView) -> Row:
    tags = [
        Tag(text("bull-chip-call", seat=Seat(caller), call=call_text(call))) for caller, call in view.calls
    ]
    if tags:
        tags[-1] = Tag(tags[-1].text, "hot")  # the call to beat
    most = CALLS_SHOWN if view.seats <= FEW else 1
    if len(tags) > most:
        tags = [Tag(text("bull-chip-earlier", count=len(tags) - most), "dim"), *tags[-most:]]
    title = text("bull-round", round=view.round)
    return Row(title, (), _cards_in_play_text(view), tags=tuple(tags), is_small=True)


def _cards_in_play_text(view: BullView) -> Text:
    return text("bull-cards-in-play", count=cards_in_play(view), wild=view.options["wild"])


# --- highlights in three pictures: the call, the hand of the seat that answered, and all hands --------------


def picture_story(highlight: Highlight, past: GameHistory) -> PictureStory:
    """Return a remarkable bluff or challenge of a finished game as a story in three pictures."""
    _, call = past.moves[highlight.first_move]
    assert isinstance(call, Call)
    _, answer = past.moves[highlight.last_move]
    claimer, answerer = claimer_and_answerer(highlight)
    # Each seat's own view together shows all dealt cards, which is allowed after the game.
    public = past.view_before(highlight.first_move)
    hands: dict[int, tuple[Card, ...]] = {}
    dealt: list[Card] = []
    for seat in range(public.seats):
        hand = past.view_before(highlight.first_move, seat).hand
        dealt += hand
        if hand:
            hands[seat] = by_rank(hand)
    wild = is_wild(public)
    support = matching_cards(call, dealt, wild=wild)
    known_hand = hands.get(answerer, ())
    known_row = Row(Seat(answerer), (faces(known_hand),))
    # The last picture frames the cards that support the call. At a large table it leaves out the other seats.
    true_rows: list[Row] = []
    for seat, hand in hands.items():
        is_of_story = seat in (claimer, answerer) or not set(support).isdisjoint(hand)
        if len(hands) <= FEW or is_of_story:
            true_rows.append(Row(Seat(seat), (faces(hand, hot=support),)))
    answer_text = text("bull-challenge")
    if isinstance(answer, Call):
        answer_text = text("bull-tale-higher", call=tap_text(answer))
    story = bluff_story(
        highlight,
        tap_text(call),
        STANDARD.name,
        answer=answer_text,
        known_cards=(known_row,) if known_hand else (),
        true_cards=tuple(true_rows),
        explanation=text(
            "bull-tale-lay",
            lie=yes_no(not is_good(call, dealt, wild=wild)),
            count=len(support),
            size=size_of(call),
        ),
    )
    # A call that is not there was a guess, and no lie.
    headline = Text(f"bull-highlight-{highlight.kind}", story.headline.args)
    stamp = story.stamp
    if highlight.liar is not None:
        stamp = _NOT_THERE
    return replace(story, headline=headline, stamp=stamp)
