"""Tests of the match, winners of tricks, refused cards (tomoe.md), and highlights."""

from __future__ import annotations

import re
from itertools import pairwise, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot import LANGUAGES
from bot.language import rules_text
from games.core.cards import TOMOE
from games.core.errors import NotationError
from games.core.match import GameHistory, Match
from games.core.moves import Deal
from games.core.presentation import Face
from games.core.rules import CHANCE, OVER
from games.core.words import Text
from games.tomoe.presenter import TomoePresenter
from games.tomoe.rules import CASES, STREAK, GameEnded, MatchExtended, Trick, TrickWon, decide_trick
from tests.games.play import legal, play_random, refused
from tests.games.tomoe.tables import (
    PLAIN,
    RULES,
    legal_cards,
    new_match,
    play,
    position,
    random_positions,
    some_position,
)

SEEDS = st.integers(0, 10**6)


# --- play -----------------------------------------------------------------------------------------------


@settings(max_examples=12, deadline=None)
@given(SEEDS, st.sampled_from(["off", "on"]))
def test_play_legal_cards_are_exactly_cards_due(seed: int, metals: str) -> None:
    """A seat must follow the front suit, or else the back suit; without both, any card is legal."""
    partner = {"r": "a", "a": "r", "g": "o", "o": "g", "k": "p", "p": "k"}
    for match in random_positions(seed, metals=metals):
        state = match.state
        if not isinstance(match.to_act, tuple):
            continue
        seat = match.to_act[0]
        hand = set(state.open[seat] + state.hidden[seat])
        due = hand
        if state.trick:
            front = TOMOE.suit[state.trick[0]]
            due = {c for c in hand if TOMOE.suit[c] == front}
            due = due or {c for c in hand if front and TOMOE.suit[c] == partner[front]} or hand
        assert legal_cards(state) == due
        assert all(not match.legal(other) for other in range(3) if other != seat)


# --- score and end --------------------------------------------------------------------------------------


@pytest.mark.parametrize("games", ["3", "6", "9", "12"])
def test_end_match_has_chosen_number_of_games_and_extra_games(games: str) -> None:
    """A match has the chosen number of games, plus three games as long as the first place is shared."""
    for seed in range(4):
        match = some_position(seed, 10**6, games=games)
        state = match.state
        result = match.result()
        assert state.number == state.games
        assert state.games >= int(games)
        assert (state.games - int(games)) % 3 == 0
        assert len(result.ranking[0]) == 1
        assert sum(result.scores) == 12 * state.number


def test_end_highest_total_wins_and_others_may_tie() -> None:
    """Totals of the match rank the seats; equal totals below the top share a place."""
    past = ((5, 4, 3), (4, 4, 4))
    state = play(position("2r", "5r", "4r", past=past, points=(5, 2, 2)), "2r", "5r", "4r")
    assert state.to_act == OVER
    result = RULES.result(state)
    assert result.scores == (14.0, 10.0, 10.0)
    assert result.ranking == ((0,), (1, 2))
    assert isinstance(state.news[-1], GameEnded)
    assert state.news[-1].points == (5.0, 2.0, 3.0)


@pytest.mark.parametrize(
    ("points", "shared"), [((1, 0, 0), (0, 2)), ((1, 1, 0), (0, 1, 2)), ((0, 3, 2), (1, 2))]
)
def test_end_shared_first_place_adds_three_games(points: tuple[int, ...], shared: tuple[int, ...]) -> None:
    """If two or three seats share first place, three more games follow, and the lead passes on as before."""
    past = ((4, 4, 4), (4, 4, 4))
    state = play(position("2r", "5r", "4r", past=past, points=points), "2r", "5r", "4r")
    assert state.to_act == CHANCE
    assert state.games == 6
    assert state.news[-1] == MatchExtended(shared, 6)
    assert RULES.result(state) is None
    dealt = RULES.apply(state, CHANCE, Deal(PLAIN))
    assert (dealt.number, dealt.leader, dealt.to_act) == (4, 0, (0,))


def test_end_tie_after_extra_games_adds_three_again() -> None:
    """Three games are added after each tie at the end of the match; ties in between add none."""
    level = (4, 4, 4)
    tied = play(position("2r", "5r", "4r", past=(level,) * 5, points=(1, 0, 0), games=6), "2r", "5r", "4r")
    assert (tied.to_act, tied.games) == (CHANCE, 9)
    inside = play(position("2r", "5r", "4r", past=(level,) * 3, points=(1, 0, 0), games=6), "2r", "5r", "4r")
    assert (inside.to_act, inside.games) == (CHANCE, 6)
    settled = play(position("2r", "5r", "4r", past=(level,) * 5, games=6), "2r", "5r", "4r")
    assert settled.to_act == OVER


PARTNER = {"r": "a", "a": "r", "g": "o", "o": "g", "k": "p", "p": "k"}
STRENGTH_OF_METALS = {"Cu": 1, "Ag": 2, "Au": 3}


def rank(card: str) -> int:
    return STRENGTH_OF_METALS.get(card) or int(card[0])


def suit(card: str) -> str:
    return "metal" if card in STRENGTH_OF_METALS else card[1]


def winner_by_table(cards: tuple[str, ...]) -> tuple[str, str]:
    """Return winner and case by the source's list of cases, without comparing strengths across suits."""
    front = suit(cards[0])
    fronts = sorted((c for c in cards if suit(c) == front), key=rank)
    backs = sorted((c for c in cards if suit(c) == PARTNER.get(front)), key=rank)
    lowers = sorted((c for c in cards if c not in fronts and c not in backs), key=rank)
    match len(fronts), len(backs), len(lowers):
        case 3, 0, 0:
            return "all-front", fronts[1]
        case 2, 1, 0:
            return "one-back", fronts[1]
        case 1, 2, 0:
            return "two-back", backs[0]
        case 2, 0, 1:
            return "one-lower", fronts[0]
        case 1, 1, 1:
            return "back-lower", backs[0]
        case 1, 0, 2 if suit(lowers[0]) == suit(lowers[1]):
            return "lower-pair", lowers[1]
        case 1, 0, 2:
            return "two-lower", fronts[0]
    raise AssertionError(cards)


def test_who_wins_a_trick_agrees_with_table_of_cases() -> None:
    seen = set()
    for number, cards in enumerate(permutations(TOMOE.cards, 3)):
        leader = number % 3
        trick = decide_trick(leader, cards)
        assert (trick.case, trick.card) == winner_by_table(cards)
        assert trick.winner == (leader + cards.index(trick.card)) % 3
        seen.add(trick.case)
    assert seen == set(CASES)


IN_KANJI = dict(zip("赤水緑橙黒紫", "ragokp", strict=True))
"""The names of suits in Japanese, each with its letter."""


def cards_named(line: str) -> list[str]:
    """Return the cards in a line of rules, which Japanese ones name as ``赤3`` instead of ``3r``."""
    typed = re.sub(f"([{''.join(IN_KANJI)}])([1-6])", lambda card: card[2] + IN_KANJI[card[1]], line)
    return re.findall("[1-6][ragokp](?![a-z])", typed)


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_of_rules_contain_seven_cases(language: str) -> None:
    """The rules for people list the source's seven cases with their winners."""
    lines = [line for line in rules_text("tomoe", language).splitlines() if line.startswith("- ")]
    cases = [cards for line in lines if len(cards := cards_named(line)) == 4]
    seen = set()
    for first, second, third, best in cases:
        state = play(position(f"{first} 1k", f"{second} 2p", f"{third} 3p"), first, second, third)
        assert state.tricks[0].card == best
        seen.add(state.tricks[0].case)
    assert len(cases) == 7
    assert seen == set(CASES)


@pytest.mark.parametrize(
    ("hands", "card", "due"),
    [
        # Metals are in the deck with the option alone, and a card has to be in either part of the hand.
        ("3r | 4r 5g", "Au", "4r 6r"),
        ("3r | 4r 5g", "6p", "4r 6r"),
        # The front suit is due first, from the hidden hand (6r) as well; without it the back suit is.
        ("3r | 1a 5g 4r", "1a", "4r 6r"),
        ("3r | 1a 5g 4r", "5g", "4r 6r"),
        ("3r | 1a 5g", "5g", "1a"),
        ("Au | Cu 5g", "5g", "Cu"),
    ],
)
def test_play_of_cards_not_due_is_refused(hands: str, card: str, due: str) -> None:
    """Only cards that are due are legal."""
    led, mine = hands.split(" | ")
    hidden = "6r" if "6r" in due else ""
    options = {"metals": "on" if led == "Au" else "off"}
    state = play(position(f"{led} 1g", mine, "6k 6p", hidden=("", hidden, ""), options=options), led)
    assert refused(RULES, state, f"play {card}") == "not-legal"
    assert legal(RULES, state) == {f"play {due_card}" for due_card in due.split()}


@pytest.mark.parametrize("text", ["play", "3r", "play 3r 4r", "play 7r", "play 0r", "play 3x", "play ３r"])
def test_invalid_notation_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        RULES.parse(text)


# --- highlights ------------------------------------------------------------------------------------------


def tricks_of(match: Match) -> list[tuple[int, int, Trick]]:
    """Return each trick with the number of its last move and the trick's number in its game."""
    past = GameHistory(match)
    events = [(at, event) for at in range(len(match.moves)) for event in past.view_after(at).news]
    return [(at, event.number, event.trick) for at, event in events if isinstance(event, TrickWon)]


def test_highlight_names_strongest_losing_card_and_its_player() -> None:
    """The highlighted trick does not have three suits; the last frame marks the winning card."""
    for seed in range(5):
        match = play_random(new_match(), seed, 3000)
        highlight = next(highlight for highlight in match.highlights() if highlight.kind == "second")
        trick = next(trick for at, _, trick in tricks_of(match) if at == highlight.last_move)
        assert trick.case not in ("two-lower", "back-lower")
        assert (trick.leader, trick.winner) == (match.moves[highlight.first_move][0], highlight.seat)
        assert highlight.opponent not in (None, trick.winner)
        best = match.moves[highlight.first_move : highlight.last_move + 1]
        assert [actor for actor, _ in best].count(highlight.opponent) == 1
        assert any(case.case in ("one-back", "two-back") for _, _, case in tricks_of(match)) == (
            highlight.size > 16 / 26
        )
        last = TomoePresenter().picture_story(highlight, GameHistory(match)).frames[2]
        hot = [face.card for face in last.rows[0].cards if face.mark == "hot"]
        assert hot == [trick.card]
        places = {
            face.card: face.caption.args["place"]
            for face in last.rows[0].cards
            if isinstance(face, Face) and isinstance(face.caption, Text)
        }
        assert places[trick.card] == 2


def test_highlight_of_longest_row_covers_all_its_tricks() -> None:
    """The highlight is the longest winning streak in a game, if that has at least ``STREAK`` tricks."""
    for seed in range(8):
        match = play_random(new_match(), seed, 3000)
        lengths = [1]
        for (_, _, before), (_, number, trick) in pairwise(tricks_of(match)):
            lengths.append(lengths[-1] + 1 if number > 1 and before.winner == trick.winner else 1)
        row = [highlight for highlight in match.highlights() if highlight.kind == "row"]
        if max(lengths) < STREAK:
            assert not row
            continue
        assert row[0].last_move - row[0].first_move + 1 == 3 * max(lengths)
        ends = {at: trick for at, _, trick in tricks_of(match)}
        row_of = [ends[at] for at in range(row[0].first_move + 2, row[0].last_move + 1, 3)]
        assert {trick.winner for trick in row_of} == {row[0].seat}
