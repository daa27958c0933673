"""The words and pictures of Lost Poker."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cache, lru_cache, partial, reduce

from msgspec.structs import replace

from games.core.bluffs import bluff_story, claimer_and_answerer
from games.core.cards import NUMBERS, Card
from games.core.highlights import Highlight
from games.core.match import GameHistory
from games.core.moves import Move
from games.core.poker import SUITS, natural_cards
from games.core.presentation import (
    Board,
    Cloth,
    Face,
    PictureStory,
    Row,
    SeatClaim,
    Stamp,
    Tag,
    WinKind,
    backs,
    faces,
)
from games.core.rules import CHANCE, Event, is_to_act
from games.core.words import Arg, Cards, Rank, Seat, Suit, Text, text, yes_no
from games.lost import moves
from games.lost.hands import (
    BIT,
    DECK,
    JOKER,
    RANKS,
    CompleteHand,
    by_suit,
    face_up_groups,
    find_hand,
    framed_cards,
    is_made,
    mask_of,
    outs,
)
from games.lost.moves import Play, is_true
from games.lost.possible import gone_cards
from games.lost.rules import (
    OUTCOMES,
    CardJudged,
    CardPlaced,
    CardPlayed,
    CardTaken,
    Eliminated,
    FieldCardLost,
    FieldsShown,
    HandCardLost,
    HandsDealt,
    JokerTakenBack,
    LostView,
    LostVoided,
    Passed,
    Played,
)

# --- words --------------------------------------------------------------------------------------------------
# Texts for the cards, claims, moves and events of Lost Poker.

FAMILY = NUMBERS.name
"""The card family that front ends use for printing: ranks read 1 to 10."""


def cards_of(*cards: Card) -> Cards:
    """Return cards as an argument for translated texts."""
    return Cards(cards, FAMILY)


@cache
def cards_text(*cards: Card) -> Text:
    """Return a text that consists of cards alone."""
    return text("lost-cards", cards=cards_of(*cards))


# --- claims -----------------------------------------------------------------------------------------


@cache
def claim_text(claim: str) -> Text:
    """Return the text of a claim."""
    if claim in SUITS:
        return text("lost-claim-suit", suit=Suit(claim, FAMILY))
    return short_claim_text(claim)


@cache
def short_claim_text(claim: str) -> Text:
    """Return the shortest text of a claim: the symbol of a suit, the name of a rank, or the joker."""
    if claim == "joker":
        return text("lost-claim-joker")
    if claim in SUITS:
        return text("lost-sign-suit", suit=claim)
    return text("lost-sign-rank", rank=Rank(claim, FAMILY))


@lru_cache(maxsize=1024)
def _outs_signs(face_up: tuple[Card, ...]) -> str:
    # Each suit and rank that would complete a hand.
    if not face_up:
        return ""
    return "".join(outs(face_up))


def claim_args(play: object) -> dict[str, Arg]:
    """Return the arguments ``seat``, ``target`` and ``claim`` of a text about a play.

    Args:
        play: the play, or an event that ended it.
    """
    seat, target, claim = (getattr(play, name) for name in ("seat", "target", "claim"))
    return {"seat": Seat(seat), "target": Seat(target), "claim": claim_text(claim)}


FEW_FIT = 4
"""Number of unseen cards up to which those that fit a claim are named."""


def odds_text(claimed: Play | Played, unseen: Sequence[Card]) -> Text:
    """Return how many unseen cards fit a claim, and which these are if they are few."""
    fit = [card for card in unseen if is_true(card, claimed.claim)]
    # The claim of the joker names its only card.
    named = yes_no(claimed.claim != "joker" and 0 < len(fit) <= FEW_FIT)
    return text(
        "lost-reason",
        fit=len(fit),
        named=named,
        cards=cards_of(*fit),
        unseen=len(unseen),
        **claim_args(claimed),
    )


def claims_so_far(view: LostView) -> tuple[SeatClaim, ...]:
    """Return the last claim that was answered, and the one that waits for an answer if its claimer has a
    record. The question repeats the latter. Others' changes of their fields since then stand between them.
    """
    claims = []
    last = view.log[0] if view.log else None
    if isinstance(last, CardTaken):
        claims.append(_said(last.seat, last.target, last.claim, "taken"))
    elif isinstance(last, OUTCOMES):
        claims.append(_said(last.seat, last.target, last.claim, _true_or_lie(last.card, last.claim)))
    claims += map(changed, changes_by_others(view.log, view.seat))
    play = view.play
    if play is not None and not view.is_placing:
        true, lies = view.told[play.seat]
        if true + lies:
            claims.append(_said(play.seat, play.target, play.claim, "judged", true=true, lies=lies))
    return tuple(claims)


def changes_by_others(log: Sequence[Event], seat: int | None) -> tuple[FieldCardLost | JokerTakenBack, ...]:
    """Return others' changes of their fields since the last turn of a seat that is in a log."""
    changes = list[FieldCardLost | JokerTakenBack]()
    for event in log:
        if seat is not None and getattr(event, "seat", None) == seat and not isinstance(event, OUTCOMES):
            changes.clear()
        elif isinstance(event, FieldCardLost | JokerTakenBack):
            changes.append(event)
    return tuple(changes)


def changed(change: FieldCardLost | JokerTakenBack) -> SeatClaim:
    """Return a change of a field as an entry beside the claims."""
    if isinstance(change, FieldCardLost):
        words = text("lost-said-changed", card=cards_of(change.card), placed=cards_of(change.placed))
    else:
        words = text("lost-said-back", cards=cards_of(*change.cards))
    return SeatClaim(change.seat, words)


def _said(seat: int, target: int, claim: str, how: str, true: int = 0, lies: int = 0) -> SeatClaim:
    claimed = short_claim_text(claim)
    return SeatClaim(
        seat, text("lost-said", target=Seat(target), claim=claimed, how=how, true=true, lies=lies)
    )


# --- moves ------------------------------------------------------------------------------------------


def move_text(move: Move) -> Text:
    """Return the text of a move, as on a button."""
    match move:
        case moves.LayFirstCards():
            return text("lost-name-field", cards=cards_of(*move.cards))
        case moves.Play():
            claim = claim_text(move.claim)
            return text("lost-name-play", card=cards_of(move.card), target=Seat(move.target), claim=claim)
        case moves.PlaceCard():
            return text("lost-name-place", card=cards_of(move.card))
        case moves.DiscardFromHand():
            return text("lost-name-lost-hand", card=cards_of(move.card))
        case moves.ReplaceFaceUpCard():
            return text("lost-name-lost-field", card=cards_of(move.card), placed=cards_of(move.placed))
        case moves.TakeJokerBack():
            return text("lost-name-back", cards=cards_of(*move.cards))
        case moves.Trust():
            return text("lost-trust")
        case moves.Doubt():
            return text("lost-doubt")
        case moves.DeclareLost():
            return text("lost-name-lost")
    return text("lost-pass")


# --- what happened ----------------------------------------------------------------------------------


def event_text(event: Event) -> Text | None:
    """Return the text of an event; ``None`` for an event without a text."""
    match event:
        case HandsDealt():
            return text("lost-event-dealt", count=event.size)
        case FieldsShown():
            return text("lost-event-fields")
        case CardPlayed():
            return text("lost-event-played", **claim_args(event))
        case CardJudged():
            what = "joker" if event.card == JOKER else event.answer
            outcome = "right" if event.is_right else "wrong"
            key = f"lost-event-{what}-{outcome}"
            return text(key, **claim_args(event), card=cards_of(event.card))
        case CardTaken():
            return text("lost-event-taken", **claim_args(event))
        case LostVoided():
            return text("lost-event-voided", **claim_args(event))
        case Eliminated():
            if event.reason == "hand":
                return elimination_text(event.seat, None)
            return elimination_text(event.seat, CompleteHand(event.reason, event.cards))
        case CardPlaced():
            return text("lost-event-placed", seat=Seat(event.seat), card=cards_of(event.card))
        case HandCardLost():
            return text("lost-event-lost-hand", seat=Seat(event.seat))
        case FieldCardLost():
            card = cards_of(event.card)
            placed = cards_of(event.placed)
            return text("lost-event-lost-field", seat=Seat(event.seat), card=card, placed=placed)
        case JokerTakenBack():
            return text("lost-event-back", seat=Seat(event.seat), cards=cards_of(*event.cards))
        case Passed():
            return text("lost-event-passed", seat=Seat(event.seat))
    return None


# --- eliminations -----------------------------------------------------------------------------------


def elimination_text(seat: int, hand: CompleteHand | None) -> Text:
    """Return a sentence that a seat is eliminated, with the reason.

    Args:
        hand: the hand that eliminates the seat; ``None`` if the seat has no cards left.
    """
    if hand is None:
        return text("lost-end-hand", seat=Seat(seat))
    return text("lost-end", seat=Seat(seat), hand=hand_text(hand), cards=cards_of(*hand.cards))


def hand_text(hand: CompleteHand | None) -> Text:
    """Return the name of a hand that eliminates a seat, or of an empty hand (``None``)."""
    if hand is None:
        return text("lost-hand-empty")
    # The first card is never the joker, which is the last one of a hand.
    first = hand.cards[0]
    if hand.kind == "flush":
        return text("lost-hand-flush", suit=first[1])
    if hand.kind == "quads":
        return text("lost-hand-quads", rank=Rank(first[0], FAMILY))
    return text("lost-hand-straight")


def elimination_hand(view: LostView, seat: int) -> CompleteHand | None:
    """Return the hand that eliminated a seat; ``None`` if the seat had no cards left."""
    return find_hand(view.fields[seat])


def eliminations_text(view: LostView) -> Text:
    """Return one text that lists all eliminated seats with the reasons."""
    return joined([elimination_text(seat, elimination_hand(view, seat)) for seat in view.out])


def joined(sentences: Iterable[Text | None]) -> Text:
    """Return one text of at least one sentence."""
    spoken = filter(None, sentences)
    return reduce(lambda first, second: text("lost-ends", first=first, second=second), spoken)


# --- pictures -----------------------------------------------------------------------------------------------
# The pictures of Lost Poker: the table, a hand, a turned-up card, eliminated seats.

CLOTH: Cloth = "night"
"""The look of the table."""

make_board = partial(Board, FAMILY, cloth=CLOTH)
"""Return a ``Board`` (a picture) of this game, made of rows of cards."""

Groups = tuple[tuple[Face, ...], ...]

OUT = Tag(text("lost-chip-out"), "hot")
NEAR = Tag(text("lost-chip-near"), "hot")
NEAR_BUT_GONE = Tag(text("lost-chip-near-gone"))
NEAR_BY_JOKER = Tag(text("lost-chip-near-joker"))
NO_DANGER = ((NEAR_BUT_GONE,), (NEAR_BY_JOKER,))
"""The labels of fields that are one card away from a hand, which no other seat can complete."""


def table_board(view: LostView) -> Board:
    """Return the table's picture: the card in play, all seats, and the outcome of the last claim.

    Without a card in play, the last claim is in the middle of the table.
    """
    played = _played_rows(view)
    last = _last_claim_rows(view)
    if played:
        rows = (*played, *_seat_rows(view), *last)
    else:
        rows = (*last, *_seat_rows(view))
    return make_board(rows)


def last_claim_board(view: LostView) -> Board | None:
    """Return the picture of the last claim's outcome; ``None`` if there is none."""
    rows = _last_claim_rows(view)
    if not rows:
        return None
    return make_board(rows)


def _last_claim_rows(view: LostView) -> tuple[Row, ...]:
    if not view.log or view.is_over:
        return ()
    last = view.log[0]
    if not isinstance(last, OUTCOMES):
        return ()
    if isinstance(last, CardTaken):
        judged = text("lost-chip-taken")
    else:
        judged = _true_or_lie_text(last.card, last.claim)
    note = text("lost-note-last", seat=Seat(last.seat), target=Seat(last.target))
    tags = (Tag(_claim_text(last.claim)), Tag(judged))
    return (Row(text("lost-row-last"), ((Face(last.card),),), note, tags=tags, is_small=True),)


def _true_or_lie(card: Card, claim: str) -> str:
    return "true" if is_true(card, claim) else "lie"


def _true_or_lie_text(card: Card, claim: str) -> Text:
    return text(f"lost-chip-{_true_or_lie(card, claim)}")


def face_up_board(view: LostView) -> Board | None:
    """Return the picture of all seats' face-up cards, the viewer's last; ``None`` before any cards are face
    up.
    """
    # The picture stays low, since a panel shows it in every decision. The question names the claim.
    assert view.seat is not None
    if not any(view.fields):
        return None
    seats = [seat for seat in range(view.seats) if seat != view.seat]
    seats.append(view.seat)
    return make_board(tuple([_face_up_row(view, seat) for seat in seats]))


def _face_up_row(view: LostView, seat: int) -> Row:
    if seat == view.seat:
        title = text("lost-your-field-now")
    else:
        title = text("lost-row-field", seat=Seat(seat))
    groups = _field_faces(view, seat, _new_cards(view))
    if seat in view.out:
        tags: tuple[Tag, ...] = (OUT,)
    else:
        tags = _completing_chips(view, seat, view.fields[seat])
    # An empty hand loses. The viewer's own hand is a picture of its own.
    if seat not in (*view.out, view.seat):
        tags = (*tags, Tag(text("lost-note-cards", cards=view.sizes[seat]), "dim"))
    return Row(title, groups, tags=tags, is_small=True)


def _completing_chips(
    view: LostView, seat: int, face_up: tuple[Card, ...], covered: Card = ""
) -> tuple[Tag, ...]:
    # The suits and ranks of the cards that may still come to a field. The picture of a card that is not
    # turned up yet (``covered``) must not depend on it.
    signs = _outs_signs(face_up)
    if not signs:
        return ()
    gone = gone_cards(view) - {covered}
    live = [sign for sign in signs if not gone.issuperset(CARDS_OF[sign])]
    if live:
        return (NEAR, *[Tag(short_claim_text(sign)) for sign in live])
    # Others must not play the joker to a field that is one card away, but its own seat may lay it there.
    holder = view.joker_in
    if JOKER in view.hand:
        holder = view.seat
    if JOKER not in gone and (covered or holder in (None, seat)):
        return (NEAR_BY_JOKER,)
    return (NEAR_BUT_GONE,)


CARDS_OF = {sign: tuple([card for card in natural_cards(DECK) if sign in card]) for sign in SUITS + RANKS}
"""The cards of each suit and rank."""


def hand_board(view: LostView, seat: int) -> Board | None:
    """Return a seat's private picture: its hand, its discards, and the cards that it laid face down."""
    pile = tuple([lost.card for lost in view.piles[seat]])
    rows: list[Row] = []
    # From top to bottom: cards laid face down, a card in play, the hand.
    if view.laid:
        rows.append(Row(text("lost-your-field"), (tuple([Face(card) for card in view.laid]),)))
    play = view.play
    if play is not None and play.seat == seat and not view.is_placing:
        face = Face(play.card, "new", _claim_text(play.claim))
        rows.append(Row(text("lost-your-card"), ((face,),), text("lost-note-to", seat=Seat(play.target))))
    if view.hand:
        note: Text | None = None
        if pile:
            note = text("lost-note-pile", cards=cards_of(*pile))
        # An answer plays no card of the hand.
        is_choosing = view.is_my_turn and (view.play is None or view.is_placing)
        groups = hand_faces(view, seat) if is_choosing else _plain_faces(view)
        row = Row(text("lost-your-hand"), groups, note)
        # A last card leaves its room to the fields, which are the fullest then.
        if len(view.hand) == 1:
            tags = tuple([Tag(each, "dim") for each in (note,) if each is not None])
            row = replace(row, note=None, tags=tags, is_small=True)
        rows.append(row)
    if not rows:
        return None
    return make_board(tuple(rows))


# --- seats ------------------------------------------------------------------------------------------


def _seat_rows(view: LostView) -> tuple[Row, ...]:
    new = _new_cards(view)
    return tuple([_seat_row(view, seat, new) for seat in range(view.seats)])


def _seat_row(view: LostView, seat: int, new: Collection[Card]) -> Row:
    if not any(view.fields):
        return _opening_row(view, seat)
    turn = is_to_act(view.to_act, seat)
    groups = _field_faces(view, seat, new)
    is_won = view.is_over and seat not in view.out
    return Row(Seat(seat), groups, _seat_note(view, seat), turn, is_won, seat_chips(view, seat))


def _opening_row(view: LostView, seat: int) -> Row:
    if view.to_act == CHANCE:
        return Row(Seat(seat), is_small=True)
    if is_to_act(view.to_act, seat):
        return Row(Seat(seat), (), text("lost-note-choosing"), is_turn=True, is_small=True)
    return Row(Seat(seat), (backs(3),), text("lost-note-ready"), is_small=True)


def _seat_note(view: LostView, seat: int) -> Text:
    if not view.limit:
        return text("lost-note-cards", cards=view.sizes[seat])
    return text("lost-note", cards=view.sizes[seat], left=view.losts_left(seat))


def seat_chips(view: LostView, seat: int) -> tuple[Tag, ...]:
    """Return a seat's labels on the table: eliminated or in danger, and the suits and ranks that would
    eliminate it. After the end of the game no seat is in danger.
    """
    if seat in view.out:
        return (OUT,)
    if view.is_over:
        return ()
    return _completing_chips(view, seat, view.fields[seat])


def _played_rows(view: LostView) -> tuple[Row, ...]:
    play = view.play
    if play is None or view.is_placing:
        return ()
    title = text("lost-claimed", seat=Seat(play.seat))
    note = text("lost-note-to", seat=Seat(play.target))
    return (Row(title, (backs(1),), note, tags=(Tag(_claim_text(play.claim), "hot"),)),)


def _claim_text(claim: str) -> Text:
    return text("lost-caption-claim", claim=short_claim_text(claim))


def _new_cards(view: LostView) -> tuple[Card, ...]:
    cards: tuple[Card, ...] = ()
    for event in view.news:
        match event:
            case CardJudged() | CardPlaced() | LostVoided():
                cards += (event.card,)
            case FieldCardLost():
                cards += (event.placed,)
            case JokerTakenBack():
                cards += event.cards
    return cards


# --- a card that came to light ----------------------------------------------------------------------


def reveal_board(view: LostView, reveal: CardJudged | LostVoided) -> Board:
    """Return the picture of a turned-up card: its claim, and the face-up cards of the two seats."""
    card = reveal.card
    if isinstance(reveal, CardJudged) and reveal.is_right:
        winner = reveal.target
    else:
        winner = reveal.seat
    tags = [Tag(_claim_text(reveal.claim), "hot")]
    stamp: Stamp | None = None
    win_kind: WinKind = "contest"
    if not isinstance(reveal, CardJudged):
        tags.append(Tag(_true_or_lie_text(card, reveal.claim)))
    elif is_true(card, reveal.claim):
        win_kind = "judgement"
        stamp = Stamp(text("stamp-true"), "good")
    else:
        win_kind = "judgement"
        stamp = Stamp(text("stamp-lie"), "bad")
    rows = [Row(text("lost-revealed"), ((Face(card, "new"),),), tags=tuple(tags))]
    for seat in sorted({reveal.seat, reveal.target, *view.out}):
        kind = win_kind if seat == winner else None
        rows.append(_reveal_row(view, seat, (card,), kind))
    return make_board(tuple(rows), stamp=stamp)


def covered_board(view: LostView, judged: CardJudged) -> Board:
    """Return the picture of a claim before its card is turned up, with the face-up cards of both seats."""
    claim = Tag(_claim_text(judged.claim), "hot")
    face = Face(judged.card, turn=1)
    rows = [Row(text("lost-claimed", seat=Seat(judged.seat)), ((face,),), tags=(claim,))]
    for seat in sorted((judged.seat, judged.target)):
        face_up = [card for card in view.fields[seat] if card != judged.card]
        tags = _completing_chips(view, seat, tuple(face_up), judged.card)
        groups = grouped_faces(face_up, is_in_danger=tags not in NO_DANGER)
        rows.append(Row(Seat(seat), groups, tags=tags))
    return make_board(tuple(rows))


def discard_board(view: LostView, taken: CardTaken) -> Board:
    """Return the picture of a card that was discarded face down, and the face-up cards of the two seats."""
    tags = (Tag(_claim_text(taken.claim)), Tag(text("lost-chip-taken")))
    rows = [Row(text("lost-claimed", seat=Seat(taken.seat)), (backs(1),), tags=tags)]
    rows += [_reveal_row(view, seat, _new_cards(view)) for seat in sorted((taken.seat, taken.target))]
    return make_board(tuple(rows))


def eliminations_board(view: LostView) -> Board:
    """Return the picture of the eliminated seats' face-up cards."""
    return make_board(tuple([_reveal_row(view, seat, _new_cards(view)) for seat in view.out]))


def _reveal_row(view: LostView, seat: int, new: Collection[Card], win_kind: WinKind | None = None) -> Row:
    row = Row(Seat(seat), _field_faces(view, seat, new), tags=seat_chips(view, seat))
    if not view.is_over:
        row = replace(row, note=_seat_note(view, seat))
    if win_kind is None or seat in view.out:
        return row
    return replace(row, is_won=True, win_kind=win_kind)


# --- cards ------------------------------------------------------------------------------------------


def _field_faces(view: LostView, seat: int, new: Collection[Card]) -> Groups:
    # After the end, frames are for the hand that put its seat out.
    face_up = view.fields[seat]
    if not view.is_over:
        chips = _completing_chips(view, seat, face_up)
        return grouped_faces(face_up, new, is_in_danger=chips not in NO_DANGER)
    made = elimination_hand(view, seat)
    hot: tuple[Card, ...] = ()
    if made is not None:
        hot = made.cards
    return tuple([faces(group, hot) for group in face_up_groups(view.fields[seat])])


def grouped_faces(
    face_up: Sequence[Card], new: Collection[Card] = (), *, is_in_danger: bool = True
) -> Groups:
    """Return pictures of face-up cards in groups; the cards nearest to a hand are framed.

    Args:
        new: cards to mark as new, if they have no frame.
        is_in_danger: a card that would complete a hand may still come. Otherwise no card is framed.
    """
    hot = framed_cards(face_up) if face_up and is_in_danger else frozenset()

    def face(card: Card) -> Face:
        if card in hot:
            return Face(card, "hot")
        if card in new:
            return Face(card, "new")
        return Face(card)

    return tuple([tuple(map(face, group)) for group in face_up_groups(face_up)])


def hand_row(view: LostView, seat: int) -> Row:
    """Return a row with the hand of the viewing seat, grouped by suit."""
    return Row(Seat(seat), _plain_faces(view))


def _plain_faces(view: LostView) -> Groups:
    return tuple([tuple(map(Face, group)) for group in by_suit(view.hand)])


def hand_faces(view: LostView, seat: int) -> Groups:
    """Return pictures of the viewer's cards by suit; cards that would eliminate the viewer are framed."""
    mask = mask_of(view.fields[seat])
    groups = []
    for group in by_suit(view.hand):
        marked = [_hand_face(card, mask) for card in group]
        groups.append(tuple(marked))
    return tuple(groups)


def _hand_face(card: Card, own_mask: int) -> Face:
    if is_made(own_mask | BIT[card]):
        return Face(card, "hot", text("lost-caption-own"))
    return Face(card)


# --- highlights in three pictures: the claim, the judging seat's field, and the card ------------------------


def picture_story(highlight: Highlight, past: GameHistory) -> PictureStory:
    """Return a great bluff or challenge as a story in pictures; see ``Presenter.picture_story``."""
    _, play = past.moves[highlight.first_move]
    assert isinstance(play, Play)
    _, answer = past.moves[highlight.last_move]
    _, judge = claimer_and_answerer(highlight)
    before = past.view_before(highlight.last_move)
    after = past.view_after(highlight.last_move)
    # The judging seat's field before the answer shows what it risked.
    face_up = Row(Seat(judge), grouped_faces(before.fields[judge]), tags=seat_chips(before, judge))
    explanation: Text | None = None
    if after.out:
        explanation = text("lost-tale-out", hand=hand_text(elimination_hand(after, after.out[0])))
    return bluff_story(
        highlight,
        claim_text(play.claim),
        FAMILY,
        answer=move_text(answer),
        known_cards=(face_up,),
        true_cards=(Row(text("lost-revealed"), ((Face(play.card, "new"),),)),),
        explanation=explanation,
    )
