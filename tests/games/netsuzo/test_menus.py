"""How a move is chosen, one answer after the other (netsuzo.md, Declarations; texts of the catalogues)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest

from bot.language.catalogue import LANGUAGES
from games.core.match import Match
from games.core.menu import menu_path
from games.core.moves import Move
from games.core.poker import by_rank
from games.core.questions import Question
from games.netsuzo import NETSUZO
from games.netsuzo.menus import MOST
from games.netsuzo.state import NetsuzoView
from tests.games.effort import calls_of
from tests.games.netsuzo.tables import accept_lowest, actor, deal, new, play, view_of
from tests.games.printing import printed_in, say

FACE = NETSUZO.presenter

NOTHING, LATE, TOP = "", "flush d A K Q J 8", "sflush c A"
"""Declarations to be beaten: none, one after thousands, the last but those of one kind."""


def after(claim: str) -> Match:
    """Play to where a declaration has to be higher than one, or is the first."""
    match = new(3)
    deal(match)
    if claim:
        play(match, f"declare {claim}", "accept", "discard " + view_of(match, 1).hand[0])
    return match


def asked(
    view: NetsuzoView, chosen: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], Question | Move]]:
    """Go all ways; give each question and each move with the answers that lead to it."""
    following = FACE.ask(view, chosen)
    assert following is not None
    yield chosen, following
    if isinstance(following, Question):
        for choice in following.choices:
            yield from asked(view, (*chosen, choice.value))


@pytest.mark.parametrize("claim", [NOTHING, "pair 6 J", LATE, TOP])
def test_menus_lead_to_all_that_is_legal_by_at_most_three_short_choices(claim: str) -> None:
    """Each move by one way, in the ladder's order; at most 25 choices in any menu."""
    match = after(claim)
    ways = dict(asked(view_of(match, actor(match))))
    moves = {way: move for way, move in ways.items() if not isinstance(move, Question)}
    assert len(moves) == len(set(moves.values()))
    assert set(moves.values()) == set(match.legal(actor(match)))
    assert max(map(len, moves)) <= 3
    assert all(len(value) <= 60 for way in moves for value in way)
    asks = [menu for menu in ways.values() if isinstance(menu, Question)]
    assert all(1 <= len(choices) <= MOST for menu in asks for _, choices in menu.parts)


def test_menus_siblings_read_differently_in_both_languages() -> None:
    """No two choices of a menu have the same label."""
    for way, menu in asked(view_of(after(NOTHING), 0)):
        if isinstance(menu, Question) and way[:1] not in [(f"flush-{suit}",) for suit in "hdc"]:
            for language in LANGUAGES:
                labels = [printed_in(choice.label, language) for choice in menu.choices]
                assert len(set(labels)) == len(labels)


@pytest.mark.parametrize(
    ("claim", "way"),
    [
        ("flush c K Q 7 3 2", "flush-c KQ432 KQ732"),
        ("twopair 6 3 A", "twopair 63 A"),
        ("sflush d 9", "sflush 9 d"),
        ("five T", "five T"),
        ("flush s A K Q J 9", "flush-s AKQT4 AKQJ9"),
        ("flush s K J 8 3 2", "flush-s KJ654 KJ832"),
    ],
)
def test_menus_lead_to_the_move(claim: str, way: str) -> None:
    """Kind, ranks, suit; two pairs are chosen together, of a flush first between which two it stands."""
    view = view_of(after(NOTHING), 0)
    assert FACE.ask(view, tuple(way.split())) == NETSUZO.rules.parse(f"declare {claim}")
    assert menu_path(FACE, view, way.split()).move == NETSUZO.rules.parse(f"declare {claim}")


@pytest.mark.parametrize("way", ["flush-s AKQT4 AKQJ9", "pair 5", "nonsense", "five A A", "pair 6 6"])
def test_menus_do_not_follow_what_is_not_legal(way: str) -> None:
    """What is too low by now, or nothing at all, leads nowhere."""
    assert FACE.ask(view_of(after("flush d A K Q J 9"), 1), tuple(way.split())) is None


def test_menus_show_legal_choices_only() -> None:
    """After a straight flush to the ace nothing but five of a kind is left."""
    path = menu_path(FACE, after("sflush s A").view(1), [])
    assert [choice.value for choice in path.menus[0].question.choices] == ["five"]
    assert len(path.menus[-1].question.choices) == 13


@pytest.mark.parametrize("honesty", ["exact", "atleast"])
def test_menus_of_all_6622_cost_few_calls(honesty: str) -> None:
    """On every click: a walk along the answers and one look at each of 25 choices, however many are legal."""
    match = new(3, honesty=honesty)
    deal(match)
    view = view_of(match, 0)
    FACE.ask(view, ())  # what is possible at all is found out once a position
    for way in ((), ("pair",), ("pair", "5"), ("flush-c",), ("flush-c", "AKQT4")):
        assert isinstance(FACE.ask(view, way), Question)
        assert calls_of(partial(FACE.ask, view, way)) < 600


def test_menus_tell_what_a_kind_is_and_what_nobody_could_have() -> None:
    """With one card and four ranks open a pair is the most; with two pairs open no five ranks differ."""
    match = new(3)
    deal(match, {0: "5s"})
    assert about(match) == {
        "high": "No pair, no straight, no flush; the highest card counts",
        "pair": "Two of one rank, and the highest other card",
        **dict.fromkeys(
            ("twopair", "trips", "straight", *FLUSHES, "full", "quads", "sflush", "five"), IMPOSSIBLE
        ),
    }
    match = new(3)
    deal(match, {1: "9h"}, middle="5h 5d 8c 8s")
    play(match, "declare pair 8 A", "accept", "discard 9h")
    kinds = about(match)
    assert {kind for kind, detail in kinds.items() if detail == IMPOSSIBLE} == {
        *("pair", "straight", *FLUSHES, "sflush", "five")
    }


FLUSHES = [f"flush-{suit}" for suit in "shdc"]
IMPOSSIBLE = "Nobody with so few cards could have it"


def about(match: Match, *way: str) -> dict[str, str]:
    """Print the details of a menu's choices."""
    question = FACE.ask(match.view(actor(match)), way)
    assert isinstance(question, Question)
    return {choice.value: say(choice.detail) for choice in question.choices if choice.detail}


def keys(match: Match, *way: str) -> list[str]:
    """Print the keys of a question."""
    question = FACE.ask(match.view(actor(match)), way)
    assert isinstance(question, Question)
    assert all(part.is_keys for part, _ in question.parts)
    return [say(choice.label) for choice in question.choices]


def test_menus_know_the_hand() -> None:
    """How many of a rank there are, with the open cards; at the end which are true."""
    match = new(3)
    deal(match, {0: "5s"})
    assert keys(match, "pair")[:8] == ["2 ×1", "3", "4", "5 ×2", "6", "7", "8 ×1", "9"]
    assert keys(match, "pair", "5") == ["4", "6", "7", "8", "9", "T", "✓ J", "Q", "K", "A"]
    assert about(match, "twopair")["85"] == "you have 3 (open cards count)"
    assert keys(match, "sflush", "9") == ["s", "h", "d", "c"]


def test_the_last_answer_is_a_key_that_plays() -> None:
    """Whatever the kind; and how many there are does not depend on one's own cards."""
    sizes = []
    for hand in ("5s", "Ah"):
        match = new(3)
        deal(match, {0: hand})
        view = match.view(actor(match))
        last = [menu for _, menu in asked(view) if isinstance(menu, Question) and menu.plays]
        assert all(part.is_keys for menu in last for part, _ in menu.parts)
        assert sum(len(menu.choices) for menu in last) == 6622
        assert max(len(menu.choices) for menu in last) == 15
        sizes.append([len(menu.choices) for menu in last])
        path = menu_path(FACE, view, ["pair", "5"])
        assert [menu.chosen for menu in path.menus] == ["pair", "5", None]
        assert str(menu_path(FACE, view, ["pair", "5", "A"]).at_once) == "declare pair 5 A"
    assert sizes[0] == sizes[1]


def test_menus_discard_by_buttons_or_menu_or_by_suit_first_when_there_are_many() -> None:
    """Up to five cards are buttons; more than 25 take two menus; in the order of the picture."""
    match = new(3)
    deal(match)
    sizes = set()
    for state in accept_lowest(match):
        if state.stage != "discard":
            continue
        seat, hand = actor(match), state.hands[actor(match)]
        sizes.add(len(hand))
        view = view_of(match, seat)
        if len(hand) <= 5:
            assert FACE.ask(view, ()) is None
            taps = FACE.panel(view, match.legal(seat)).shortcuts
            assert sorted(tap.move for tap in taps) == sorted(map(str, match.legal(seat)))
            continue
        ways = dict(asked(view))
        menus = [menu for menu in ways.values() if isinstance(menu, Question)]
        assert all(1 <= len(menu.choices) <= MOST for menu in menus)
        moves = {way: str(move) for way, move in ways.items() if not isinstance(move, Question)}
        assert sorted(moves.values()) == sorted(map(str, match.legal(seat)))
        assert {len(way) for way in moves} == {2 if len(hand) > MOST else 1}
        if len(hand) <= MOST:
            assert [choice.value for choice in menus[0].choices] == list(by_rank(hand))
        if len(hand) > 40:
            break
    assert {2, 5, 6, 25, 26} <= sizes
    assert {say(menu.prompt) for menu in menus} == {"Discard from which suit?", "Discard which card?"}
    assert FACE.ask(match.view(seat), ("s", "2h")) is None


def test_menus_answers_are_buttons() -> None:
    """They need no menu, and who is not to act is asked nothing."""
    match = new(3)
    deal(match)
    play(match, "declare high 7")
    assert [FACE.ask(match.view(seat), ()) for seat in range(3)] == [None, None, None]
