"""The words and pictures of Three Cards Trick Poker."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain

from msgspec.structs import replace

from games.core.cards import Card, Family, without
from games.core.presentation import Board, Cloth, Colours, Face, Mark, Row, Stamp, Tag, faces
from games.core.rules import find_event
from games.core.words import Arg, Cards, Seat, Text, text, yes_no
from games.trick3.hands import DECKS, FAMILIES, RANKS, Classifier
from games.trick3.moves import CardPlayed, GameEnded, Refilled, Showdown, ShownHand, is_face_down
from games.trick3.possible import best_hands, expose_plans, max_rival_strength, rival_seats
from games.trick3.rules import Trick3View

# --- words --------------------------------------------------------------------------------------------------
# Texts for cards and hands: names, definitions, examples.
#
# Source: trick3.md, section "Hands of three cards".


def family_of(deck: str) -> Family:
    """Return the card family of the deck with this name."""
    return FAMILIES[DECKS[deck].family]


@lru_cache(maxsize=4096)
def cards_of(deck: str, *cards: Card) -> Cards:
    """Return cards of a deck as an argument of translated texts."""
    own = family_of(deck)
    # A face-down card is empty, and has no family.
    face_up = set(cards) - {""}
    families = (own, *FAMILIES.values())
    family = next((each for each in families if face_up <= each.order.keys()), own)
    return Cards(cards, family.name)


def hand_name(hand: str) -> Text:
    """Return the text of a hand's name. The empty name gives the text for "no hand"."""
    if hand:
        return text(f"trick3-hand-{hand}")
    return text("trick3-hand-none")


def reach_text(deck: str, hand: str, cards: Sequence[Card]) -> Text:
    """Return a text on the best hand that the next card can make, with the cards of that hand."""
    if not hand:
        return text("trick3-reason-none")
    return text("trick3-reason", hand=hand_name(hand), cards=cards_of(deck, *arrange(deck, cards)))


def title_name(hand: str) -> Text:
    """Return the text of a hand's name as on a stamp: in English with a capital letter."""
    return text("trick3-title", hand=hand_name(hand))


def strength_of(deck: str, hand: str) -> int:
    """Return a hand's place in a deck's order, 1 for the weakest; 0 for no hand."""
    return DECKS[deck].order.index(hand) + 1 if hand else 0


def rank_of(deck: str, hand: str) -> int:
    """Return a hand's place in a deck's order, 1 for the strongest."""
    return len(DECKS[deck].order) - strength_of(deck, hand) + 1


def ranked_name(deck: str, hand: str) -> Text:
    """Return the name of a hand with its place among the deck's hands."""
    if not hand:
        return hand_name(hand)
    return text(
        "trick3-ranked",
        hand=hand_name(hand),
        rank=rank_of(deck, hand),
        hands=len(DECKS[deck].order),
    )


def deck_name(deck: str) -> Text:
    """Return the text of a deck's name, which describes its cards."""
    return text(f"trick3-option-deck-{deck}")


def arrange(deck: str, cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return three cards in the order that shows their hand: a pair first, a run in sequence.

    >>> arrange("52D1", ("As", "Ks", "Qh")), arrange("52D1", ("2s", "5h", "5c"))
    (('Qh', 'Ks', 'As'), ('5h', '5c', '2s'))
    """
    ranks = RANKS[DECKS[deck].base]
    order = family_of(deck).order
    place = {card: _sort_number(card, ranks) for card in cards}
    laid = sorted(cards, key=lambda card: (place[card], order[card]))
    low, middle, high = map(place.__getitem__, laid)
    if low + 1 < middle == high:
        return (laid[1], laid[2], laid[0])
    is_round = DECKS[deck].family != "mahjong" and low == 0 and high == len(ranks) - 1
    if not is_round or middle in (low, high):
        return tuple(laid)
    # Ranks form a circle here: choose the rotation with the shortest way from first to last.
    turns = [laid[start:] + laid[:start] for start in range(3)]

    def steps_up(turn: list[Card]) -> int:
        return (place[turn[2]] - place[turn[0]]) % len(ranks)

    shortest = min(turns, key=steps_up)
    return tuple(shortest)


def _sort_number(card: Card, ranks: Sequence[str]) -> int:
    # Winds and dragons of mahjong come after all ranks.
    if card[-1] == "z":
        return len(ranks) + 2 * int(card[0])
    return ranks.index(card[:-1])


# --- the order of hands, for who looks it up ---------------------------------------------------------------

_EXAMPLES: Mapping[str, Mapping[str, str]] = {
    "trump": {
        "CLF": "2s 5c Ks",
        "P1": "5s 5d Kc",
        "RN2": "4h 5h Jc",
        "D2": "5s 5s Kd",
        "FL": "2h 5h Kh",
        "ST": "3s 4h 5c",
        "RaP": "5s 6s 6h",
        "K3": "4s 4h 4c",
        "SF": "Qd Kd Ad",
        "D3": "6c 6c 6c",
    },
    "mahjong": {
        "HF": "3m 7m 2z",
        "P1": "5m 5p 3z",
        "MW": "2m 5p 8s",
        "RN2": "3p 4p 8s",
        "D2": "5s 5s 2m",
        "FL": "2p 5p 8p",
        "ST": "3m 4p 5p",
        "RaP": "5s 6s 6m",
        "K3": "4m 4p 4s",
        "SF": "5m 6m 7m",
        "CFL": "1z 5z 7z",
        "D3": "3p 3p 3p",
    },
    "tesca": {
        "HF": "2k 5k 7y",
        "P1": "5k 5y 8h",
        "MW": "1k 4h 7m",
        "RN2": "3h 4h 7k",
        "D2": "5m 5m 2h",
        "FL": "1h 4h 7h",
        "ST": "3k 4h 5h",
        "RaP": "5k 6k 6m",
        "K3": "4k 4h 4y",
        "SF": "8m 0m 1m",
        "BoW": "1y 5y 7y",
        "D3": "2k 2k 2k",
    },
}
"""Example cards for each hand, valid in every deck of the family that has the hand."""

_TOP = {"T52": "12", "T44": "10", "T36": "8"}


def example(deck: str, hand: str) -> tuple[Card, ...]:
    """Return three cards of a deck that make a hand, in the order to show them."""
    family = DECKS[deck].family
    words = _EXAMPLES[family][hand].split()
    if family == "tesca" and hand == "SF":
        words[0] = _TOP[DECKS[deck].base] + "m"  # a run across 0 begins with the highest rank
    return tuple(words)


def about_hand(deck: str, hand: str) -> Text:
    """Return what three cards of a deck are this hand."""
    family = DECKS[deck].family
    # A deck without some ranks of its family has neighbours that look like gaps.
    gaps = yes_no(family == "trump" and DECKS[deck].base != "52")
    return text(f"trick3-about-{hand}", family=family, gaps=gaps)


def hands_guide(deck: str) -> tuple[tuple[Text, tuple[Card, ...]], ...]:
    """Return the hands of a deck from strong to weak, each with its definition and example cards."""
    guide = []
    for hand in reversed(DECKS[deck].order):
        named = text("trick3-guide", hand=hand_name(hand), about=about_hand(deck, hand))
        guide.append((named, example(deck, hand)))
    return tuple(guide)


# --- pictures -----------------------------------------------------------------------------------------------
# The pictures of Three Cards Trick Poker: the table, a showdown, the end of a game, a private panel.
#
# Cards of the current battle show their round. Exposed cards that can no longer be played in the battle are
# dim. Winning rows and the cards of the best hand are framed.

CLOTH: Cloth = "walnut"
"""The look of the table."""

POT_SHOWN = 12
"""Largest number of cards of the pot (the cards in the middle) in the picture."""
TWO = 2
FEW = 4
"""Numbers of seats at a table.

With more than ``TWO`` seats, notes beside the cards are brief. With more than ``FEW`` seats, less of the last
battle is shown.
"""
LAST_HANDS_SHOWN = 2
"""Largest number of hands of the last battle in a panel, and in the picture of a table with many seats."""


# --- the table --------------------------------------------------------------------------------------------


def table_board(view: Trick3View) -> Board:
    """Return the picture of the table: the pot, the seats and the last showdown, or how a game ended."""
    end = find_event(view.news, GameEnded)
    if end is not None:
        return _board(view, _end_rows(view, end))
    rows = _pot_rows(view)
    rows += [_seat_row(view, seat) for seat in range(view.seats)]
    rows += _last_showdown_rows(view)
    return _board(view, rows)


def _board(view: Trick3View, rows: Sequence[Row]) -> Board:
    colours: Colours = "two" if "CLF" in DECKS[view.deck].order else "four"
    return Board(family_of(view.deck).name, tuple(rows), colours, cloth=CLOTH)


def _pot_rows(view: Trick3View) -> list[Row]:
    if not view.pot:
        return []
    cards = family_of(view.deck).sort(view.pot[-POT_SHOWN:])
    note = text("trick3-note-cards", count=len(view.pot))
    return [Row(text("trick3-row-pot"), (faces(cards),), note, is_small=True)]


def _seat_row(view: Trick3View, seat: int) -> Row:
    is_turn = isinstance(view.to_act, tuple) and seat in view.to_act
    groups = _open_groups(view, seat)
    tags = _status_chips(view, seat)
    leads = bool(view.battle) and seat == view.lead and seat not in view.left + view.folded
    # With more than two seats, two rows stand side by side, so the numbers in them are shortened.
    note = _numbers_text(view, seat)
    is_small = view.seats > TWO
    is_out = seat in view.left
    return Row(
        Seat(seat), groups, note, is_turn, tags=tags, is_small=is_small, is_leader=leads, is_out=is_out
    )


def _open_groups(view: Trick3View, seat: int) -> tuple[tuple[Face, ...], ...]:
    groups = (_exposed_faces(view, seat), _played_faces(view, seat))
    return tuple(filter(None, groups))


def _exposed_faces(view: Trick3View, seat: int) -> tuple[Face, ...]:
    # Cards that the last refill exposed are marked as new.
    fresh: list[Card] = []
    for event in view.news:
        if isinstance(event, Refilled) and event.seat == seat:
            fresh += event.cards
    # Cards are dim if none of them can be played in this battle.
    is_out = seat in view.folded or len(view.played[seat]) > 1
    marked: list[Face] = []
    for card in view.exposed[seat]:
        mark: Mark = "dim" if is_out else ""
        if card in fresh:
            fresh.remove(card)
            mark = "new"
        # Beside played cards, which name their round, exposed ones need a name, too.
        is_named = bool(view.played[seat]) and not marked and view.seats <= FEW
        caption = text("trick3-caption-exposed") if is_named else None
        marked.append(Face(card, mark, caption=caption))
    return tuple(marked)


def _played_faces(view: Trick3View, seat: int) -> tuple[Face, ...]:
    cards = view.played[seat]
    played: list[Face] = []
    for round_, card in enumerate(cards, 1):
        caption: Text | None = None
        if view.seats <= FEW:
            caption = _round_caption(view, card, round_)
        elif round_ == 1:
            # Seats are too narrow for a caption of each card, so that the first one has that of all.
            caption = text("trick3-caption-rounds", count=len(cards))
        played.append(Face(card, caption=caption))
    if any(isinstance(event, CardPlayed) and event.seat == seat for event in view.news) and played:
        played[-1] = replace(played[-1], mark="new")
    return tuple(played)


def _round_caption(view: Trick3View, card: Card, round_: int) -> Text:
    if card and is_face_down(round_, view.way):
        return text("trick3-caption-down")
    return text("trick3-caption-round", round=round_)


def _status_chips(view: Trick3View, seat: int) -> tuple[Tag, ...]:
    if seat in view.left:
        return (Tag(text("trick3-chip-left", place=view.left.index(seat) + 1), "dim"),)
    if view.battle and seat in view.folded:
        return (Tag(text("trick3-chip-folded"), "dim"),)
    return ()


def _numbers_text(view: Trick3View, seat: int) -> Text:
    # Points of earlier games are added in a longer match.
    points = len(view.captured[seat])
    hidden = view.hidden[seat]
    stock = view.stock[seat]
    match = "many" if any(view.totals) else "single"  # as long as there are no others these are all points
    figures: dict[str, Arg] = {"points": points, "total": view.totals[seat] + points, "match": match}
    if view.seats > TWO:
        # There is room for one number of hidden cards, with those to draw: without any a seat is out.
        return text("trick3-note-brief", hidden=hidden + stock, **figures)
    key = "trick3-note-left" if seat in view.left else "trick3-note-seat"
    return text(key, hidden=hidden, stock=stock, **figures)


def figures_text(view: Trick3View, seat: int) -> Text:
    """Return how many cards a seat has taken in the match, and how many it has left."""
    if view.seats == TWO:
        return _numbers_text(view, seat)
    return text(
        "trick3-figures",
        out=yes_no(seat in view.left),
        points=view.totals[seat] + len(view.captured[seat]),
        hidden=view.hidden[seat] + view.stock[seat],
    )


# --- showdowns --------------------------------------------------------------------------------------------


def showdown_board(view: Trick3View, event: Showdown) -> Board:
    """Return the picture of a showdown: all hands with their ranks among the deck's hands."""
    hands = sorted(event.hands, key=lambda hand: hand.seat)
    rows = [_showdown_row(view, event, hand) for hand in hands]
    best = next((hand.hand for hand in hands if hand.seat in event.winners), "")
    return replace(_board(view, rows), stamp=Stamp(title_name(best)))


def covered_board(view: Trick3View, event: Showdown) -> Board:
    """Return the picture at the start of a showdown, with all hands face down.

    Seats and cards lie as in ``showdown_board``. One of the two best hands is turned face up last.
    """
    question = Tag(text("trick3-question", count=len(event.hands)), "hot")
    stake = text("trick3-row-stake", count=event.each * len(event.winners) + event.pot)
    rows = [Row(stake, tags=(question,))]
    last = _last_turned_hand(view, event)
    for hand in sorted(event.hands, key=lambda hand: hand.seat):
        turn = 2 if hand is last and len(event.hands) > 1 else 1
        cards = arrange(view.deck, hand.cards)
        rows.append(Row(Seat(hand.seat), (tuple([Face(card, turn=turn) for card in cards]),)))
    return _board(view, rows)


def _last_turned_hand(view: Trick3View, event: Showdown) -> ShownHand:
    # Of the two best hands, the later in turn order. If the winner's hand were always turned last, that would
    # give the winner away.
    strengths = [strength_of(view.deck, hand.hand) for hand in event.hands]
    best = sorted(range(len(strengths)), key=lambda place: -strengths[place])[:2]
    return event.hands[max(best)]


def _showdown_row(view: Trick3View, event: Showdown, hand: ShownHand) -> Row:
    cards = faces(arrange(view.deck, hand.cards))
    is_won = hand.seat in event.winners
    won: Text | None = None
    if is_won:
        won = text("trick3-chip-won", count=event.each)
    # With many hands there is room for one text beside the cards, and one label below.
    if len(event.hands) > FEW:
        note = won
        tags = _hand_chips(hand.hand)
    else:
        note = hand_name(hand.hand)
        tags = _rank_chips(view, hand.hand)
        if won is not None:
            tags += (Tag(won),)
    return Row(Seat(hand.seat), (cards,), note, is_won=is_won, win_kind="contest", tags=tags)


def _hand_chips(hand: str) -> tuple[Tag, ...]:
    if not hand:
        return (Tag(hand_name(hand)),)
    return (Tag(text("trick3-chip-hand", kind=hand, hand=hand_name(hand))),)


def _rank_chips(view: Trick3View, hand: str) -> tuple[Tag, ...]:
    if not hand:
        return ()
    hands = len(DECKS[view.deck].order)
    rank = rank_of(view.deck, hand)
    return (Tag(text("trick3-chip-strength", rank=rank, hands=hands)),)


def _last_showdown_rows(view: Trick3View) -> list[Row]:
    # The battle may have ended without a showdown.
    last = view.shown
    if last is None or last.battle != view.battle - 1:
        return []
    best = sorted(last.hands, key=lambda hand: -strength_of(view.deck, hand.hand))
    if view.seats <= FEW:
        count = FEW
    else:
        count = min(LAST_HANDS_SHOWN, max(1, len(last.winners)))
    rows = [_last_showdown_row(view, last, hand) for hand in best[:count]]
    # The first row names the battle for all.
    rows[0] = replace(rows[0], note=text("trick3-note-last", battle=last.battle))
    return rows


def _last_showdown_row(view: Trick3View, last: Showdown, hand: ShownHand) -> Row:
    # The title is not a seat, since only rows of the table itself have seats.
    title = text("trick3-row-last", seat=Seat(hand.seat))
    cards = faces(arrange(view.deck, hand.cards))
    is_won = hand.seat in last.winners
    tags = _hand_chips(hand.hand)
    if is_won and view.seats <= FEW:
        tags += (Tag(text("trick3-chip-won", count=last.each)),)
    return Row(title, (cards,), is_won=is_won, win_kind="contest", tags=tags, is_small=True)


# --- the end of a game ------------------------------------------------------------------------------------


def _end_rows(view: Trick3View, end: GameEnded) -> list[Row]:
    if view.result is not None:
        ranking = list(chain.from_iterable(view.result.ranking))
        best = view.result.ranking[0]
    else:
        ranking = sorted(range(view.seats), key=lambda seat: -end.totals[seat])
        best = ()
    return [_end_row(view, end, seat, seat in best) for seat in ranking]


def _end_row(view: Trick3View, end: GameEnded, seat: int, is_won: bool) -> Row:
    # Labels: the hand in the last battle, the order of leaving, and the parts of the points.
    tags: list[Tag] = []
    groups: tuple[tuple[Face, ...], ...] = ()
    if view.shown is not None and view.shown.battle == view.battle:
        for hand in view.shown.hands:
            if hand.seat == seat:
                cards = arrange(view.deck, hand.cards)
                groups = (faces(cards, hot=cards if seat in view.shown.winners else ()),)
                tags.append(Tag(ranked_name(view.deck, hand.hand)))
    if seat in view.left:
        tags.append(Tag(text("trick3-chip-left", place=view.left.index(seat) + 1), "dim"))
    if end.shares[seat] or end.totals != end.points:
        tags.append(Tag(_points_parts(end, seat)))
    note = text("trick3-note-points", points=end.totals[seat])
    return Row(Seat(seat), groups, note, is_won=is_won, tags=tuple(tags), is_small=view.seats > FEW)


def _points_parts(end: GameEnded, seat: int) -> Text:
    share = end.shares[seat]
    match = "single" if end.totals == end.points else "many"
    return text("trick3-chip-points", match=match, won=end.points[seat] - share, share=share)


def points_text(end: GameEnded, seat: int) -> Text:
    """Return a text on a seat's points for cards won, and for its share of the uncaptured cards."""
    points = end.points[seat]
    share = end.shares[seat]
    return text(
        "trick3-points-game" if end.totals == end.points else "trick3-points-match",
        total=end.totals[seat],
        points=points,
        won=points - share,
        share=share,
    )


# --- the panel --------------------------------------------------------------------------------------------


def last_board(view: Trick3View) -> Board | None:
    """Return a picture of the best hands of the last battle; ``None`` if it had no showdown."""
    rows = _last_showdown_rows(view)[:LAST_HANDS_SHOWN]
    if not rows:
        return None
    return _board(view, rows)


def hand_board(view: Trick3View, judge: Classifier) -> Board:
    """Return the picture of the viewer's cards, with frames around the cards to play or to expose."""
    seat = view.seat
    view = replace(view, news=())
    assert seat is not None
    # Cards of the best hand are framed wherever they lie; each of them once. To expose all of them would
    # spoil it, so at that choice the suggested cards are framed.
    hot: list[Card] = []
    for _, cards in best_hands(view, judge, 1):
        hot += cards
    if view.phase == "expose" and view.is_my_turn:
        hot = [*expose_plans(view.deck, view.hand)[0].cards]
    rows: list[Row] = []
    if view.chosen:
        rows.append(
            Row(text("trick3-row-chosen"), (faces(view.chosen, hot=_remove_common(hot, view.chosen)),))
        )
    groups = [_with_frames(group, hot) for group in _open_groups(view, seat)]
    if groups:
        played = yes_no(bool(view.played[seat]))
        rows.append(Row(text("trick3-row-open", played=played), tuple(groups)))
    hidden = without(view.hand, view.chosen)
    note = text("trick3-note-own", points=len(view.captured[seat]), stock=view.stock[seat])
    rows.append(Row(text("trick3-row-hidden"), (faces(hidden, hot=_remove_common(hot, hidden)),), note))
    return _board(view, rows)


def rivals_board(view: Trick3View, judge: Classifier) -> Board | None:
    """Return a picture of the open cards of the viewer's rivals in the battle; ``None`` without rivals."""
    if view.phase not in ("play", "refill"):
        return None
    # The strip of seats tells what was played last.
    view = replace(view, news=())
    is_in = view.seat not in view.folded
    rows = [
        _rival_row(view, judge, seat, is_in and any(view.played[seat])) for seat in sorted(rival_seats(view))
    ]
    return _board(view, rows) if rows else None


def _rival_row(view: Trick3View, judge: Classifier, seat: int, is_judged: bool) -> Row:
    groups = _open_groups(view, seat)
    if not is_judged:
        return Row(Seat(seat), groups, is_small=True)
    hand = judge.name(max_rival_strength(view, judge, seat))
    tag = Tag(text("trick3-threat", hand=hand_name(hand)))
    return Row(Seat(seat), groups, tags=(tag, *_rank_chips(view, hand)), is_small=True)


def _with_frames(group: Sequence[Face], to_frame: list[Card]) -> tuple[Face, ...]:
    # Framed cards are removed from ``to_frame``, so that each is framed only once.
    framed = []
    for face in group:
        if _remove_if_present(to_frame, face.card):
            face = replace(face, mark="hot")
        framed.append(face)
    return tuple(framed)


def _remove_if_present(cards: list[Card], card: Card) -> bool:
    if card not in cards:
        return False
    cards.remove(card)
    return True


def _remove_common(cards: list[Card], others: Sequence[Card]) -> list[Card]:
    """Remove from ``cards`` those that are in ``others``, and return the removed cards."""
    return [card for card in others if _remove_if_present(cards, card)]
