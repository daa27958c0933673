"""Tests that a person learns at the next decision what came of each claim since the last one."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.clock import Elapsed
from bot.language import flat
from bot.pages import panel
from bot.pages.panel import PanelContext, panel_page
from bot.pages.people import page_localizer, with_short_names
from bot.pages.phone import SCREEN, page_height
from bot.tables import reveals
from bot.tables.positions import ShownReveal
from bot.tables.state import TableState
from bot.wire.components import TextDisplay, walk
from games import find_game
from games.bull.hands import is_good
from games.bull.pictures import call_of, call_text
from games.bull.rules import Showdown as BullShowdown
from games.core.rules import CHANCE, Event
from games.core.words import Text
from games.lost.pictures import changed, changes_by_others, event_text
from games.lost.rules import CardTaken, FieldCardLost, JokerTakenBack
from games.netsuzo.pictures import short_declaration_text
from games.netsuzo.rules import Showdown as NetsuzoShowdown
from storage.rows import MoveRow, SentRow, StoredTable
from tests.bot.playing import undealt_table

PERSON = 0
"""The seat of the only person."""

STOPPING = ("challenge", "reject")
"""Moves that end a round."""


class Round(NamedTuple):
    """A round that has ended since the person's last decision."""

    seq: int  # the number of moves at its end
    claim: Text
    loser: int
    is_true: bool
    own: str  # the person's last call or declaration before the one that was judged; empty without one
    own_is_true: bool | None  # None if it stays unknown


def judged(state: TableState, claims: list[tuple[int, str]]) -> Round | None:
    """Return the round that the last move has ended, from the events and cards alone."""
    events: tuple[Event, ...] = state.match.view(None).news
    own = [notation for seat, notation in claims[:-1] if seat == PERSON]
    for event in events:
        if isinstance(event, BullShowdown):
            cards = [card for hand in event.hands for card in hand]
            wild = state.options["wild"] == "twos"
            is_true = is_good(call_of(own[-1]), cards, wild=wild) if own else None
            return Round(
                state.seq, call_text(event.call), event.loser, event.is_good, *(own[-1:] or [""]), is_true
            )
        if isinstance(event, NetsuzoShowdown):
            claim = short_declaration_text(event.declaration)
            return Round(state.seq, claim, event.loser, event.is_true, *(own[-1:] or [""]), None)
    return None


class Rounds(NamedTuple):
    """A decision of the person, and the rounds since the last one that they have not acknowledged."""

    state: TableState
    rounds: list[Round]


def decisions(game_id: str, seed: int, language: str, computers: int = 3) -> Iterator[Rounds]:
    """Play a game of a person and some computer players; yield the person's decisions."""
    rng = random.Random(seed)
    game = find_game(game_id)
    options = {"wild": rng.choice(("none", "twos"))} if game_id == "bull" else {"reds": "5"}
    first = rng.randrange(1 + computers)
    state = undealt_table(game, ("Hana",), options, computers=computers, first=first, language=language)
    rounds = list[Round]()
    claims = list[tuple[int, str]]()
    while not state.is_over and PERSON not in state.gone:
        if state.to_act == CHANCE:
            state = state.dealt_once()
            continue
        (seat, *_) = state.to_act
        if seat == PERSON:
            yield Rounds(state, rounds)
            rounds = []
        move = likely_move(state, seat, rng)
        state = state.with_move(seat, move)
        if str(move).startswith(("call", "declare")):
            claims.append((seat, str(move)))
        ended = judged(state, claims)
        if ended is None:
            continue
        claims = []
        # People acknowledge some reveals, and miss others.
        if rng.random() < 0.3:
            state = reveals.confirm_seen(reveals.pause_for_reveal(state, 0, 1.0), PERSON, state.seq)
            state = state.without_reveal()
        else:
            rounds.append(ended)


def likely_move(state: TableState, seat: int, rng: random.Random) -> object:
    """Return a low claim, or end the round in a third of the answers."""
    legal = state.match.legal(seat)
    stops = [move for move in legal if str(move) in STOPPING]
    if stops and rng.random() < 0.33:
        return stops[0]
    return legal[min(len(legal) - 1, int(rng.random() ** 4 * 40))]


def panel_text(state: TableState, language: str, *, is_newcomer: bool) -> str:
    page = panel_page(state.seen_by(PERSON), language, PanelContext(is_newcomer=is_newcomer))
    assert page_height(page) <= SCREEN
    return "\n".join([part.content for part in walk(page.components) if isinstance(part, TextDisplay)])


def check(game_id: str, seed: int, language: str, computers: int = 3) -> tuple[int, int]:
    """Check all decisions of a game; return the number of lines, and of rounds with an own claim."""
    rng = random.Random(seed)
    count = 0
    owns = 0
    for state, rounds in decisions(game_id, seed, language, computers):
        text = panel_text(state, language, is_newcomer=rng.random() < 0.5)
        words = page_localizer(with_short_names(state.seen_by(PERSON)), language).to_reader(PERSON)
        lines = [line for line in text.split("\n") if "✅" in line or "❌" in line]
        assert len(lines) == len(rounds), (rounds, text)
        for line, ended in zip(lines, rounds, strict=True):
            assert line.startswith("-# ✅" if ended.is_true else "-# ❌")
            assert flat(words(ended.claim)).lower() in line.lower()
            loser = words("strip-you") if ended.loser == PERSON else words.name(ended.loser)
            assert loser.strip("*").lower() in line.lower()
            count += 1
            if ended.own:
                owns += 1
                if ended.own_is_true is not None:
                    assert line.rstrip().endswith("✅" if ended.own_is_true else "❌")
    return count, owns


@pytest.mark.parametrize("game_id", ["bull", "netsuzo"])
@settings(max_examples=4, deadline=None)
@given(seed=st.integers(1, 400), language=st.sampled_from(("en", "ja")))
def test_every_round_since_the_last_decision_is_told(game_id: str, seed: int, language: str) -> None:
    """Each line says what was claimed, whether it was true, and who lost.

    In Porker Bull a call of one's own that was raised is judged, too. Rounds after which the person has
    tapped *Next* are left out.
    """
    check(game_id, seed, language)


@pytest.mark.parametrize(("game_id", "computers", "seed"), [("netsuzo", 6, 8), ("bull", 7, 93)])
def test_every_round_is_told_at_a_large_table(game_id: str, computers: int, seed: int) -> None:
    """In these games five rounds end between two decisions of a person; all five have their lines."""
    assert max(len(each.rounds) for each in decisions(game_id, seed, "en", computers)) == 5
    check(game_id, seed, "en", computers)


@pytest.mark.parametrize("game_id", ["bull", "netsuzo"])
def test_rounds_and_own_claims_are_met(game_id: str) -> None:
    """The games of the test above have rounds among others, and own claims that were raised."""
    counts = [check(game_id, seed, "en") for seed in (8, 10)]
    assert sum(count for count, _ in counts) > 3
    assert sum(owns for _, owns in counts)


@pytest.mark.parametrize("game_id", ["bull", "netsuzo"])
def test_rounds_are_told_after_a_restart(game_id: str) -> None:
    """A restart forgets who has acknowledged what, so all rounds since the last decision have their lines."""
    for state, rounds in decisions(game_id, 8, "en"):
        if len(rounds) < 1 or state.seq == 0:
            continue
        moves = tuple(
            MoveRow(number, None if actor == CHANCE else int(actor), str(move), at=0)
            for number, (actor, move) in enumerate(state.match.moves)
        )
        again = TableState.of(StoredTable(state.row, state.seats, moves, SentRow(state.id)))
        again = reveals.restore_reveals(again, Elapsed(0), 1.0, 3_600_000, moves)
        text = panel_text(again, "en", is_newcomer=False)
        before = panel_text(state, "en", is_newcomer=False)
        expected = [line for line in before.split("\n") if "✅" in line or "❌" in line]
        assert expected
        for line in expected:
            assert line in text
        return
    raise AssertionError("no such decision")


# --- Lost Poker: how rivals have escaped --------------------------------------------------------------


class Escapes(NamedTuple):
    """A decision of the person, and the others' changes of their fields since the last one."""

    state: TableState
    changes: list[FieldCardLost | JokerTakenBack]
    untold: int  # further changes, which a discarded claim followed


def lost_decisions(seed: int, language: str) -> Iterator[Escapes]:
    """Play Lost Poker with many changes of fields; yield the person's decisions after the opening."""
    rng = random.Random(seed)
    state = undealt_table(find_game("lost"), ("Hana",), {"losts": "5"}, computers=3, language=language)
    changes = list[FieldCardLost | JokerTakenBack]()
    untold = 0
    while not state.is_over:
        if state.to_act == CHANCE:
            state = state.dealt_once()
            continue
        (seat, *_) = state.to_act
        if seat == PERSON:
            if any(state.match.view(None).fields):
                yield Escapes(state, changes, untold)
            changes = []
            untold = 0
        legal = state.match.legal(seat)
        own = [move for move in legal if str(move).startswith(("lost field", "back"))]
        state = state.with_move(seat, rng.choice(own if own and rng.random() < 0.5 else legal))
        for event in state.match.view(None).news:
            if isinstance(event, FieldCardLost | JokerTakenBack) and event.seat != PERSON:
                changes.append(event)
            elif isinstance(event, CardTaken):
                untold += len(changes)
                changes = []
        if state.match.reveal_seconds and rng.random() < 0.5:
            state = reveals.confirm_seen(reveals.pause_for_reveal(state, 0, 1.0), PERSON, state.seq)
            state = state.without_reveal()


def check_escapes(seed: int, language: str) -> tuple[int, int, int]:
    """Check all decisions of a game; return the number of changes, of later ones, and of those untold."""
    counts = [0, 0, 0]
    for state, changes, untold in lost_decisions(seed, language):
        text = panel_text(state, language, is_newcomer=False)
        words = page_localizer(with_short_names(state.seen_by(PERSON)), language).to_reader(PERSON)
        current = changes_by_others(state.match.view(PERSON).log, PERSON)
        for change in changes:
            is_later = change not in current
            line = event_text(change) if is_later else changed(change).words
            assert line is not None
            assert flat(words(line)).rstrip(".") in text, (change, text)
            counts[0] += 1
            counts[1] += is_later
        counts[2] += untold
    return counts[0], counts[1], counts[2]


@settings(max_examples=6, deadline=None)
@given(seed=st.integers(1, 10_000), language=st.sampled_from(("en", "ja")))
def test_every_change_of_a_field_is_told_unless_a_discarded_claim_followed(seed: int, language: str) -> None:
    """Rivals' discards from their fields stand at the next decision, also if claims were judged since,
    and if the person has tapped *Next* at these.
    """
    check_escapes(seed, language)


def test_changes_of_fields_are_met() -> None:
    """The games of the test above have changes before and after later claims."""
    changes, later, unsaid = map(
        sum, zip(*[check_escapes(seed, "ja") for seed in (3, 5, 10, 38)], strict=True)
    )
    assert changes > later > unsaid > 0


@pytest.mark.mutants
def test_acknowledged_change_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """If *Next* removed what had been done before the claim, the test above would fail."""
    outcome = ShownReveal.outcome
    monkeypatch.setattr(
        ShownReveal,
        "outcome",
        lambda self, game, seat: None if seat in self.seen else outcome(self, game, seat),
    )
    with pytest.raises(AssertionError):
        check_escapes(38, "ja")


def nothing(*_: object) -> Iterator[object]:
    return iter(())


@pytest.mark.mutants
@pytest.mark.parametrize("game_id", ["bull", "netsuzo"])
def test_round_without_a_trace_would_be_noticed(monkeypatch: pytest.MonkeyPatch, game_id: str) -> None:
    """If a full screen left the outcomes out, the test above would fail."""
    monkeypatch.setattr(panel, "_outcome_lines", nothing)
    with pytest.raises(AssertionError):
        check(game_id, 8, "en")


@pytest.mark.mutants
def test_only_the_last_round_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """If fewer reveals were kept, a round before them would be missed."""
    monkeypatch.setattr("bot.tables.positions.REVEALS_PER_SEAT", 0)
    with pytest.raises(AssertionError):
        check("bull", 3, "en")
    monkeypatch.setattr("bot.tables.positions.REVEALS_PER_SEAT", 4 / 7)
    with pytest.raises(AssertionError):
        check("netsuzo", 8, "en", 6)
