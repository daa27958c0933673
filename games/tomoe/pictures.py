"""The words and pictures of Tomoefuda."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TypeAlias

from msgspec.structs import replace

from games.core.cards import TOMOE, Card
from games.core.presentation import Board, Cloth, Face, Mark, Row, Stamp, Tag, faces
from games.core.rules import clockwise
from games.core.words import Arg, Cards, Joined, Seat, Seats, Text, text, yes_no
from games.tomoe.rules import (
    BACK,
    METAL,
    PAIRS,
    RANK,
    SEATS,
    SUIT,
    GameEnded,
    MatchExtended,
    Role,
    TomoeView,
    Trick,
    role,
    strongest_card,
)

# --- words --------------------------------------------------------------------------------------------------
# Texts of Tomoefuda about cards, suits and tricks.


def colour_text(suit: str) -> Text:
    """Return the name of a suit's colour, which tells it from all other suits."""
    return text(f"tomoe-colour-{suit}")


def back_text(led: Card) -> Text:
    """Return a text that names the back suit, the partner of the suit led, which is stronger."""
    back = BACK[SUIT[led]]
    if back is None:
        return text("tomoe-back-none")
    return text("tomoe-back", back=colour_text(back), front=colour_text(SUIT[led]))


def won_text(number: int, trick: Trick, points: float) -> Text:
    """Return a sentence on the trick with this number: its winner, the points, and the reason."""
    args: dict[str, Arg] = {
        "number": number,
        "seat": Seat(trick.winner),
        "card": printable((trick.card,)),
        "why": why_text(trick),
    }
    if points == 1:
        return Text("tomoe-won", args)
    return Text("tomoe-won-ace", {**args, "points": points_text(points)})


def why_text(trick: Trick) -> Text:
    """Return a text on why the winner of a trick won it."""
    return text(
        f"tomoe-why-{trick.case}",
        led=printable(trick.cards[:1]),
        best=printable((strongest_card(trick),)),
        card=printable((trick.card,)),
        back=back_text(trick.cards[0]),
    )


def ended_text(event: GameEnded | MatchExtended) -> Text:
    """Return a text on the end of a game, or on the extension of the match."""
    if isinstance(event, MatchExtended):
        return text("tomoe-event-extended", seats=Seats(event.seats), games=event.games)
    return text("tomoe-event-ended", number=event.number, results=results_text(event.points, event.totals))


def results_text(points: Sequence[float], totals: Sequence[float]) -> Joined:
    """Return a list of each seat's points in a game and in the match so far."""
    results = []
    for seat, made in enumerate(points):
        total = plain_number(totals[seat])
        results.append(text("tomoe-result", seat=Seat(seat), points=points_text(made), total=total))
    return Joined(tuple(results))


def points_by_game(view: TomoeView, seat: int) -> tuple[int | float, ...]:
    """Return a seat's points in each game of the match, the current game last."""
    if not view.number:
        return ()
    points = [plain_number(game[seat]) for game in view.past]
    points.append(plain_number(view.points[seat]))
    return tuple(points)


def points_text(points: float) -> Text:
    """Return a number of points followed by the word for points."""
    return text("tomoe-points", points=plain_number(points))


def plain_number(points: float) -> int | float:
    """Return a number as an ``int`` if it is whole, otherwise unchanged."""
    return int(points) if points == int(points) else points


def printable(cards: Sequence[Card]) -> Cards:
    """Return cards of this game as an argument of translated texts."""
    return Cards(tuple(cards), TOMOE.name)


# --- pictures -----------------------------------------------------------------------------------------------
# Pictures of a Tomoefuda table: tricks with their owners, open hands, and points of each game.

CLOTH: Cloth = "tatami"
"""The look of the table."""

make_board = partial(Board, TOMOE.name, cloth=CLOTH)
"""Return a ``Board`` (a picture) of this game, made of rows of cards."""

ROLES: tuple[Role, ...] = ("lower", "front", "back")
"""The roles of a suit in a trick, from weak to strong: any other suit, the suit led, its partner suit."""

PAIR_OF: dict[str, str] = {METAL: METAL}
"""The pair of partner suits to which a suit belongs. The metals belong to none."""
for _pair in PAIRS:
    PAIR_OF.update(dict.fromkeys(_pair, _pair))

Groups: TypeAlias = tuple[tuple[Face, ...], ...]
"""Cards of a row, with gaps between the groups."""


def table_board(view: TomoeView) -> Board | None:
    """Return the picture of the table; ``None`` before the first game.

    The picture has the current trick and the open hands or, after a game, the points.
    """
    if not view.number:
        return None
    if not isinstance(view.to_act, tuple):
        return make_board((*score_rows(view), _last_trick_row(view)))
    rows = list(_trick_rows(view))
    rows += [_seat_row(view, seat) for seat in range(SEATS)]
    return make_board(tuple(rows))


def reveal_scene_board(view: TomoeView, trick: Trick) -> Board:
    """Return the picture of a completed trick with each card's strength and the seats with their points."""
    title = text("tomoe-row-trick", number=len(view.tricks), tricks=hand_size(view))
    row = replace(trick_row(trick), title=title)
    rows = [row]
    if isinstance(view.to_act, tuple):
        for seat in range(SEATS):
            is_won = seat == trick.winner
            rows.append(
                Row(Seat(seat), note=_brief_points_text(view, seat), is_won=is_won, win_kind="contest")
            )
    else:
        rows += score_rows(view)
    is_strongest = trick.case in ("two-lower", "back-lower")
    stamp = Stamp(text("tomoe-stamp-strongest" if is_strongest else "tomoe-stamp-second"))
    return make_board(tuple(rows), stamp=stamp)


def covered_board(view: TomoeView, trick: Trick) -> Board:
    """Return the picture of a completed trick whose third card still lies face down.

    The seats are without their points, which would name the winner.
    """
    title = text("tomoe-row-trick", number=len(view.tricks), tricks=hand_size(view))
    owned = _with_owners(trick.cards, trick.leader)
    owned[-1] = replace(owned[-1], turn=1)
    question = Tag(text("tomoe-question"), "hot")
    seats = [Row(Seat(seat)) for seat in range(SEATS)]
    return make_board((Row(title, _separate(owned), tags=(question,)), *seats))


def trick_row(trick: Trick) -> Row:
    """Return a row with a completed trick, each card with its owner and strength."""
    places = strength_places(trick)
    owners = zip(trick.cards, places, clockwise(trick.leader, SEATS), strict=True)
    marked = []
    for card, place, seat in owners:
        caption: Text | Seat = text("tomoe-place", place=place, seat=Seat(seat))
        # Neither of two different lower suits is stronger than the other, so they have no place.
        if places.count(place) > 1:
            caption = Seat(seat)
        marked.append(Face(card, _mark_of(card, trick), caption))
    return Row(text("tomoe-tale-trick"), _separate(marked), text("tomoe-note-strength"))


def trick_row_without_owners(trick: Trick) -> Row:
    """Return a row with a completed trick, each card with its strength."""
    places = strength_places(trick)
    faces = []
    for card, place in zip(trick.cards, places, strict=True):
        face = Face(card, _mark_of(card, trick))
        if places.count(place) == 1:
            face = replace(face, caption=text("tomoe-place-alone", place=place))
        faces.append(face)
    return Row(text("tomoe-tale-trick"), _separate(faces), text("tomoe-note-strength"))


def hand_board(view: TomoeView) -> Board:
    """Return the picture of the viewing seat's open and hidden hand."""
    # The picture shows neither the turn nor the score, so that it is uploaded only when the cards change.
    # Cards keep their places during a trick. The buttons tell which may be played, and what each would do.
    assert view.seat is not None
    parts = (("tomoe-row-open", view.open[view.seat]), ("tomoe-row-hidden", view.hidden))
    return make_board(tuple([Row(text(key), _grouped_by_pair(cards)) for key, cards in parts if cards]))


def own_score_line(view: TomoeView) -> Text:
    """Return the points of the viewing seat as a line of text."""
    assert view.seat is not None
    return text("tomoe-own-score", points=_points_text(view, view.seat, hidden=0))


def turn_board(view: TomoeView) -> Board:
    """Return the picture for a seat on turn: the current trick.

    Before the trick's first card the picture has the other seats' open hands instead.
    """
    assert view.seat is not None
    if view.trick:
        # The strip of seats tells what was played last.
        return make_board((_current_trick_row(view, _with_owners(view.trick, view.lead)),))
    left, right = clockwise(view.seat, SEATS)[1:]
    rows = [
        replace(_seat_row(view, seat), note=_brief_points_text(view, seat), is_small=True)
        for seat in (left, right)
    ]
    return make_board(tuple(rows))


def last_board(view: TomoeView) -> Board | None:
    """Return a small picture of the last completed trick; ``None`` before the first one."""
    if view.tricks:
        return make_board((replace(_last_trick_row(view), is_small=True),))
    return None


def hidden_row(view: TomoeView) -> Row | None:
    """Return a row with the viewing seat's hidden cards; ``None`` if it has none."""
    if view.seat is None or not view.hidden:
        return None
    return Row(Seat(view.seat), _grouped_by_pair(view.hidden), text("tomoe-note-hidden"))


def score_rows(view: TomoeView) -> tuple[Row, ...]:
    """Return a row for each seat with its points in each game of the match. After the match the winner's row
    comes first.
    """
    if view.result is None:
        return tuple([_score_row(view, seat, is_won=False) for seat in range(SEATS)])
    rows = []
    for place, group in enumerate(view.result.ranking):
        rows += [_score_row(view, seat, is_won=place == 0) for seat in group]
    return tuple(rows)


def _score_row(view: TomoeView, seat: int, *, is_won: bool) -> Row:
    tags = [
        Tag(text("tomoe-chip", number=number, points=made))
        for number, made in enumerate(points_by_game(view, seat), 1)
    ]
    return Row(Seat(seat), note=points_text(view.totals[seat]), is_won=is_won, tags=tuple(tags))


def strength_places(trick: Trick) -> tuple[int, ...]:
    """Return each card's place by strength in a trick, in the order played. The strongest card has place 1.

    Two cards share place 2 if neither is stronger than the other (tomoe.md, section "Who wins a trick").
    """
    front = SUIT[trick.cards[0]]
    strengths = []
    for card in trick.cards:
        rank = 0 if trick.case == "two-lower" else RANK[card]
        strengths.append((ROLES.index(role(front, SUIT[card])), rank))
    strongest_first = sorted(strengths, reverse=True)
    return tuple([1 + strongest_first.index(strength) for strength in strengths])


def hand_size(view: TomoeView) -> int:
    """Return the number of cards dealt to each seat, which is also the number of tricks in a game."""
    return len(view.deck) // SEATS


# --- rows -----------------------------------------------------------------------------------------------


def _trick_rows(view: TomoeView) -> tuple[Row, ...]:
    if not view.trick:
        return (_last_trick_row(view),) if view.tricks else ()
    owned = _with_owners(view.trick, view.lead)
    owned[-1] = replace(owned[-1], mark="new")
    current = _current_trick_row(view, owned)
    if not view.tricks:
        return (current,)
    # The last trick is small while a trick is being played.
    return current, replace(_last_trick_row(view), is_small=True)


def _current_trick_row(view: TomoeView, owned: Sequence[Face]) -> Row:
    title = text("tomoe-row-trick", number=len(view.tricks) + 1, tricks=hand_size(view))
    return Row(title, _separate(owned), back_text(view.trick[0]))


def _last_trick_row(view: TomoeView) -> Row:
    trick = view.tricks[-1]
    owned = _with_owners(trick.cards, trick.leader)
    marked = [replace(face, mark=_mark_of(face.card, trick)) for face in owned]
    return Row(text("tomoe-row-last"), _separate(marked))


def _seat_row(view: TomoeView, seat: int) -> Row:
    note = _points_text(view, seat, view.hidden_counts[seat])
    groups = _grouped_by_pair(view.open[seat])
    is_turn = view.to_act == (seat,)
    return Row(Seat(seat), groups, note, is_turn, is_leader=seat == view.lead)


def _points_text(view: TomoeView, seat: int, hidden: int) -> Text:
    # The points of the whole match matter from its second game on.
    points = view.points[seat]
    total = view.totals[seat]
    if view.number == 1:
        return text("tomoe-note", points=points_text(points), hidden=hidden)
    return text("tomoe-note-match", points=plain_number(points), total=plain_number(total), hidden=hidden)


def figures_text(view: TomoeView, seat: int) -> Text:
    """Return a seat's points in the match, and its number of hidden cards."""
    total = plain_number(view.totals[seat])
    first = yes_no(view.number == 1)
    return text("tomoe-figures", total=total, hidden=view.hidden_counts[seat], first=first)


def _brief_points_text(view: TomoeView, seat: int) -> Text:
    points = view.points[seat]
    total = plain_number(view.totals[seat])
    if view.number == 1:
        return points_text(points)
    return text("tomoe-note-brief", points=plain_number(points), total=total)


# --- cards ----------------------------------------------------------------------------------------------


def _with_owners(cards: Sequence[Card], leader: int) -> list[Face]:
    owners = clockwise(leader, SEATS)
    return [Face(card, caption=Seat(seat)) for card, seat in zip(cards, owners, strict=False)]


def _mark_of(card: Card, trick: Trick) -> Mark:
    return "hot" if card == trick.card else ""


def _separate(cards: Sequence[Face]) -> Groups:
    return tuple((face,) for face in cards)


def _grouped_by_pair(cards: Sequence[Card]) -> Groups:
    groups: dict[str, list[Card]] = {pair: [] for pair in PAIRS}
    # Metal cards (gold, silver and bronze) form the last group.
    groups[METAL] = []
    for card in cards:
        groups[PAIR_OF[SUIT[card]]].append(card)
    return tuple([faces(group) for group in groups.values() if group])
