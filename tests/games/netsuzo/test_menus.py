"""Tests of the questions that lead to a move.

Source: netsuzo.md, section "Declarations"; texts of the catalogues.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import pytest

from games.core.match import Match
from games.core.presentation import AT_A_GLANCE, Question
from games.netsuzo import NETSUZO
from games.netsuzo.hands import BY_NOTATION, DECLARATION_ORDER
from games.netsuzo.possible import suggested_declarations
from tests.games.netsuzo.tables import accept_lowest, actor, deal, new, play
from tests.games.play import play_random
from tests.games.printing import details, labels, question, values

PRESENTER = NETSUZO.presenter


def after(claim: str) -> Match:
    """Return a match in which a declaration must be higher than ``claim``, or is the first."""
    match = new(3)
    deal(match)
    if claim:
        play(match, f"declare {claim}", "accept", "discard " + match.view(1).hand[0])
    return match


def question_after(match: Match, *way: str) -> Question:
    return question(NETSUZO, match.view(actor(match)), *way)


def ways(match: Match, *way: str) -> Iterator[tuple[str, ...]]:
    """Yield each sequence of answers that leads to a declaration."""
    for value in values(question_after(match, *way)):
        if value in BY_NOTATION:
            yield (*way, value)
        else:
            yield from ways(match, *way, value)


def labels_on_way(match: Match, way: tuple[str, ...]) -> list[str]:
    """Return the labels of the answers in the sequence ``way``."""
    return [labels(question_after(match, *way[:at]))[value] for at, value in enumerate(way)]


def with_queen() -> Match:
    """Return a match of three in which the first seat has a queen beside the cards in the middle."""
    match = new(3)
    deal(match, {0: "Qd"}, middle="Jh Js 9c 6c")
    return match


@cache
def ways_with_queen() -> Sequence[tuple[str, ...]]:
    """Return all sequences of answers in that match."""
    return [*ways(with_queen())]


@pytest.mark.parametrize(
    ("claim", "reads"),
    [
        ("flush c K Q 7 3 2", ["♣︎ K …", "Q 9–4", "Flush ♣︎ K Q 7 3 2 · 5 missing"]),
        ("flush s A K Q 8 7", ["♠︎ A K …", "Q", "8", "7"]),
        ("flush d J T 9 5 4", ["♦︎ J–7 …", "J T", "9 5–3", "5 4"]),
        ("twopair K 3 A", ["Two pair: K", "5–2", "Two pair K K 3 3 A · 5 missing"]),
        ("twopair T 4 A", ["Two pair: T–8", "T + 7–2", "4 + A–K", "A"]),
        ("sflush d 5", ["Straight flush in d", "6–5", "5"]),
        ("pair 6 J", ["One pair: 7–2", "6", "J"]),
        ("quads K 2", ["Four of a kind: A–8", "K", "Four kings, 2 kicker · 5 missing"]),
        ("high K", ["High card", "K"]),
        ("five 2", ["Five of a kind", "6–2", "2"]),
    ],
)
def test_questions_ask_for_kind_then_for_ranks(claim: str, reads: list[str]) -> None:
    """If there are many ranks, one answer stands for several."""
    match = with_queen()
    labels_found = [labels_on_way(match, way) for way in ways_with_queen() if way[-1] == f"declare {claim}"]
    assert reads in [[label.split(" ×")[0] for label in way] for way in labels_found]


def test_each_step_offers_strongest_declaration_of_prefix() -> None:
    """Every declaration needs at most four answers; each question offers the strongest one in reach."""
    match = after("")
    reached: dict[tuple[str, ...], list[str]] = {}
    all_ways = [*ways(match)]
    assert {way[-1] for way in all_ways} == {*BY_NOTATION}
    assert max(map(len, all_ways)) == 4
    for way in all_ways:
        for at in range(1, len(way)):
            reached.setdefault(way[:at], []).append(way[-1])
    assert len(reached) > 900
    for begun, ends in reached.items():
        strongest = max(ends, key=lambda end: DECLARATION_ORDER.index[BY_NOTATION[end]])
        offered = [value for value in values(question_after(match, *begun)) if value in BY_NOTATION]
        assert strongest in (offered[0], offered[-1])
        assert PRESENTER.ask(match.view(0), (*begun, strongest)) == BY_NOTATION[strongest]


def test_flush_offers_complete_own_cards_of_suit() -> None:
    """An offered flush completes the player's cards of its suit, or is the strongest flush of all."""
    match = new(3)
    deal(match, {0: "4s"}, middle="5h Jd 8c 2s")
    first = question_after(match)
    assert [
        labels(first)[choice.value]
        for choice in first.choices[first.likely_count :]
        if choice.value in BY_NOTATION
    ] == [
        "Flush ♠︎ A K Q 4 2 · 3 missing",
        "Flush ♥︎ A K Q J 5 · 4 missing",
        "Flush ♦︎ A K Q J 9 · 4 missing",
        "Flush ♣︎ A K Q J 8 · 4 missing",
    ]
    play(match, "declare flush c A K Q J 6", "accept", "discard " + match.view(1).hand[0])
    low = "Flush ♥︎ A K Q J 5 · 4 missing"
    assert low not in labels(question_after(match)).values()
    assert "Flush ♥︎ A K Q J 9 · 5 missing" in labels(question_after(match)).values()


def test_kinds_are_explained_and_impossible_kinds_marked() -> None:
    match = new(3)
    deal(match, {0: "5s"})
    assert _kinds(match) == {
        "high": "No pair, no straight, no flush; the highest card counts",
        "pair": "Two of one rank, and the highest other card",
        **dict.fromkeys(
            ("twopair", "trips", "straight", "flush", "full", "quads", "sflush", "five"), IMPOSSIBLE
        ),
    }


def _kinds(match: Match) -> dict[str, str]:
    """Return the text of each kind, which must be the same everywhere."""
    kinds_with_details = {
        (value.partition("-")[0], detail) for value, detail in details(question_after(match)).items()
    }
    assert len(dict(kinds_with_details)) == len(kinds_with_details)
    return dict(kinds_with_details)


IMPOSSIBLE = "Nobody with so few cards could have it"


def test_number_of_choices_does_not_depend_on_hand() -> None:
    """Choices show how many cards are held or open and mark true declarations."""
    match = new(3)
    deal(match, {0: "5s"})
    assert [*labels(question_after(match, "pair-7A")).values()][:-1] == ["7", "6", "5 ×2", "4", "3", "2 ×1"]
    assert [*labels(question_after(match, "pair-7A", "5A-54")).values()][:8] == [
        "A",
        "K",
        "Q",
        "✓ J",
        *"T987",
    ]
    other = new(3)
    deal(other, {0: "Ah"})
    for way in ((), ("pair-7A",), ("pair-7A", "5A-54"), ("full-AK", "KA-K2")):
        first, second = question_after(match, *way), question_after(other, *way)
        assert (len(first.choices), first.likely_count) == (len(second.choices), second.likely_count)
        assert first.likely_count <= AT_A_GLANCE


def test_all_discards_are_offered_with_best_first() -> None:
    """If there are many discards, the best five come first."""
    match = new(3)
    deal(match)
    sizes = set()
    for state in accept_lowest(match):
        if state.stage == "discard":
            hand = state.hands[actor(match)]
            sizes.add(len(hand))
            discard_question = question_after(match)
            assert sorted(values(discard_question)) == sorted(hand)
            assert discard_question.likely_count == min(5, len(hand))
            if len(hand) > 28:
                break
    assert {2, 5, 6, 25, 26} <= sizes


def test_discard_that_keeps_four_of_a_suit_comes_first_and_says_so() -> None:
    """Of discards that leave the same hand, the one that may become a flush comes first."""
    match = new(3)
    deal(match, {0: "8s", 1: "4c"}, middle="Qs 9s 2s Jd")
    play(match, "declare high Q", "accept")
    discards = question_after(match)
    assert values(discards) == ["4c", "8s"]
    assert [*labels(discards).values()] == ["4c → Queen high + ♠︎×4", "8s → Queen high"]


@pytest.mark.parametrize("seed", range(4))
def test_bolder_declarations_are_above_those_a_little_higher(seed: int) -> None:
    """Of the offered declarations, the bold ones are higher than the near ones, as long as there are any."""
    match = new(4)
    while not match.is_over:
        play_random(match, f"bolder {seed} {len(match.moves)}", 1)
        for view in map(match.view, range(4)):
            if view.stage != "declare" or not view.is_my_turn:
                continue
            offers = suggested_declarations(view)
            near = [DECLARATION_ORDER.index[bid] for bid in offers["near"]]
            far = [DECLARATION_ORDER.index[bid] for bid in offers["far"]]
            if near and far and max(near) + 50 < len(DECLARATION_ORDER.bids):
                assert min(far) > max(near)
