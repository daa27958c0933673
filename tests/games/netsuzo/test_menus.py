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
from games.core.presentation import Question
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
    """Each move by one way, in the ladder's order; at most 25 choices at any point."""
    match = after(claim)
    ways = dict(asked(view_of(match, actor(match))))
    moves = {way: move for way, move in ways.items() if not isinstance(move, Question)}
    assert len(moves) == len(set(moves.values()))
    assert set(moves.values()) == set(match.legal(actor(match)))
    assert max(map(len, moves)) <= 3
    assert all(len(value) <= 60 for way in moves for value in way)
    assert all(1 <= len(menu.choices) <= MOST for menu in ways.values() if isinstance(menu, Question))


def test_menus_siblings_read_differently_in_both_languages() -> None:
    """No two choices of a menu have the same label."""
    for way, menu in asked(view_of(after(NOTHING), 0)):
        if isinstance(menu, Question) and way[:1] not in [
            (f"flush-{suit}-{top}",) for suit in "hdc" for top in "QKA"
        ]:
            for language in LANGUAGES:
                labels = [printed_in(choice.label, language) for choice in menu.choices]
                assert len(set(labels)) == len(labels)


@pytest.mark.parametrize(
    ("claim", "way"),
    [
        ("flush c K Q 7 3 2", "flush-c-K KQ432 KQ732"),
        ("twopair 6 3 A", "twopair-34567 63 A"),
        ("sflush d 9", "sflush-9 9d"),
        ("five T", "five T"),
        ("flush s A K Q J 9", "flush-s-A AKQT4 AKQJ9"),
        ("flush s K J 8 3 2", "flush-s-K KJ432 KJ832"),
    ],
)
def test_menus_lead_to_the_move(claim: str, way: str) -> None:
    """Kind, ranks, suit; a part of two pairs and of flushes with the kind, then both pairs, or the flush."""
    view = view_of(after(NOTHING), 0)
    assert FACE.ask(view, tuple(way.split())) == NETSUZO.rules.parse(f"declare {claim}")
    assert menu_path(FACE, view, way.split()).move == NETSUZO.rules.parse(f"declare {claim}")


@pytest.mark.parametrize("way", ["flush-s-A AKQT4 AKQJ9", "pair 5", "nonsense", "five A A", "pair 6 6"])
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
    for way in ((), ("pair",), ("pair", "5"), ("flush-c-A",), ("flush-c-A", "AKQT4")):
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
            [f"twopair-{part}" for part in ("34567", "89T", "JQ", "KA")] + ["trips", "straight", *FLUSHES],
            IMPOSSIBLE,
        ),
        **dict.fromkeys(("full", "quads", *RUNS, "five"), IMPOSSIBLE),
    }
    match = new(3)
    deal(match, {1: "9h"}, middle="5h 5d 8c 8s")
    play(match, "declare pair 8 A", "accept", "discard 9h")
    kinds = about(match)
    assert {kind for kind, detail in kinds.items() if detail == IMPOSSIBLE} == {
        *("pair", "straight", *FLUSHES, *RUNS, "five")
    }


FLUSHES = [f"flush-{suit}-{top}" for suit in "shdc" for top in "QKA"]
RUNS = ["sflush-9", "sflush-A"]
IMPOSSIBLE = "Nobody with so few cards could have it"


def about(match: Match, *way: str) -> dict[str, str]:
    """Print the details of a menu's choices."""
    question = FACE.ask(match.view(actor(match)), way)
    assert isinstance(question, Question)
    return {choice.value: say(choice.detail) for choice in question.choices if choice.detail}


def test_menus_know_the_hand() -> None:
    """How many of a rank there are; at the end whether it is true, or how many cards are lacking."""
    match = new(3)
    deal(match, {0: "5s"})
    ranks = about(match, "pair")
    assert ranks["5"] == "you have 2 (open cards count)"
    assert ranks["A"] == "you have none (open cards count)"
    kickers = about(match, "pair", "5")
    assert kickers["J"] == "You have it"
    assert kickers["A"] == "A lie: 1 card short"
    lies = set(about(match, "sflush-9").values())
    assert lies == {"A lie: 4 cards short", "A lie: 5 cards short", "A lie: 3 cards short"}


def test_the_last_menu_is_answered_with_what_the_open_cards_suggest() -> None:
    """Two menus are enough for a pair; another kicker can be chosen; the own cards don't matter."""
    for hand in ("5s", "Ah"):
        match = new(3)
        deal(match, {0: hand})
        view = match.view(actor(match))
        path = menu_path(FACE, view, ["pair", "5"])
        assert [menu.chosen for menu in path.menus] == ["pair", "5", "J"]
        assert str(path.move) == "declare pair 5 J"
        assert str(menu_path(FACE, view, ["pair", "5", "A"]).move) == "declare pair 5 A"
        assert menu_path(FACE, view, ["pair", "5", "5"]).move == path.move  # no answer: the preset stands


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
