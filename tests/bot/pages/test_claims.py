"""Tests of the line of claims: who said what stands on the screen of each decision and of each reveal."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from bot.clock import Elapsed
from bot.pages import claims as line_of_claims
from bot.pages import panel
from bot.pages.claims import claim_lines
from bot.pages.panel import PanelContext, panel_page
from bot.pages.people import page_localizer, with_short_names
from bot.pages.phone import SCREEN, SMALL, line_count, page_height
from bot.tables.reveals import end_suspense
from bot.tables.snapshot import Snapshot
from bot.wire.components import TextDisplay, walk
from games import Game, find_game
from games.core.poker import by_rank
from games.core.words import text
from games.netsuzo.pictures import cards_of
from games.netsuzo.presenter import NetsuzoPresenter
from games.netsuzo.rules import NetsuzoView
from tests.bot.pages.test_heights import positions
from tests.bot.pages.test_hints import decisions, with_hint
from tests.bot.rendering import without_joiners
from tests.games.play import seats_near

LOOKS = 4
"""Decisions of each random game that are looked at."""

BLUFFING = ("bull", "netsuzo", "lost")


def shown(seen: Snapshot, language: str, *, is_newcomer: bool = False) -> str:
    """Return all text of a panel that fits on the screen."""
    page = panel_page(seen, language, PanelContext(is_newcomer=is_newcomer))
    assert page_height(page) <= SCREEN
    lines = [part.content for part in walk(page.components) if isinstance(part, TextDisplay)]
    return without_joiners("\n".join(lines))


def needed(seen: Snapshot, language: str) -> Iterator[str]:
    """Yield each part of the panel's text that the decision needs: claims, and in Netsuzo Poker all chips."""
    words = page_localizer(with_short_names(seen), language).to_reader(seen.mine.seat)
    own = [place for place, claim in enumerate(seen.claims) if claim.seat == seen.mine.seat]
    since = seen.claims[own[-1] :] if own else seen.claims
    # The question repeats the only call of a round.
    if len(seen.claims) > 1 or not seen.game.presenter.claims_rise:
        for claim in since:
            yield without_joiners(words(claim.words))
    view = seen.mine.view
    if isinstance(view, NetsuzoView):
        for reds, blues in zip(view.reds, view.blues, strict=True):
            if reds:
                yield f"🔴{reds} 🔵{blues}"


def check_decisions(game: Game, seats: int, seed: int, language: str) -> int:
    rng, count = random.Random(seed), 0
    for seen in islice(decisions(game, seats, seed, language), LOOKS):
        if len(seen.acting) > 1:
            continue
        for each in (seen, with_hint(seen, rng)):
            text = shown(each, language, is_newcomer=rng.random() < 0.5)
            for part in needed(each, language):
                assert part in text
                count += 1
    return count


@pytest.mark.parametrize("game_id", BLUFFING)
@settings(max_examples=8)
@given(
    seed=st.integers(1, 60), seats=st.sampled_from((2, 3, 4, 5, 8)), language=st.sampled_from(("en", "ja"))
)
def test_claims_stand_on_every_screen_of_a_decision(
    game_id: str, seed: int, seats: int, language: str
) -> None:
    """With random options, and with or without a hint, no claim since the reader's last one is missing.

    In Netsuzo Poker all players' chips stand there, too.
    """
    game = find_game(game_id)
    check_decisions(game, seats_near(game, seats), seed, language)


@pytest.mark.mutants
def test_claims_that_give_way_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a full screen had no claims, the test above would fail."""
    monkeypatch.setattr(panel._PanelPage, "_claims", lambda self, is_roomy: ())
    with pytest.raises(AssertionError):
        check_decisions(find_game("bull"), 4, 28, "en")


def check_passed_cards(seed: int, seats: int, language: str) -> int:
    """Check each decision that can depend on the cards that the reader has passed on; return their number."""
    rng = random.Random(seed)
    count = 0
    for seen in decisions(find_game("netsuzo"), seats, seed, language):
        passed = seen.mine.view.last_pass
        if not passed:
            continue
        words = page_localizer(seen, language)
        line = without_joiners(words(text("netsuzo-passed", cards=cards_of(by_rank(passed)))))
        for each in (seen, with_hint(seen, rng)):
            assert line in shown(each, language, is_newcomer=rng.random() < 0.5)
            count += 1
    return count


@settings(max_examples=5, deadline=None)
@given(seed=st.integers(1, 60), seats=st.sampled_from((3, 4)), language=st.sampled_from(("en", "ja")))
def test_cards_passed_on_never_give_way(seed: int, seats: int, language: str) -> None:
    """In Netsuzo Poker the cards that the reader has passed on stand on every decision, also with a hint."""
    check_passed_cards(seed, seats, language)


@pytest.mark.mutants
def test_passed_cards_that_give_way_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a full screen had no line of the cards that were passed on, the test above would fail."""
    assert check_passed_cards(21, 3, "en")
    panel_of = NetsuzoPresenter.panel
    monkeypatch.setattr(
        NetsuzoPresenter, "panel", lambda *args: structs.replace(panel_of(*args), needed_lines=0)
    )
    with pytest.raises(AssertionError):
        check_passed_cards(21, 3, "en")


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game_id", ["bull", "netsuzo"])
def test_result_of_a_round_tells_the_claims_that_led_to_it(game_id: str, language: str) -> None:
    """A reveal in a panel has the claims before the last one, also for a seat that had no turn."""
    game = find_game(game_id)
    count = 0
    for state, stands in islice(positions(game, 4, 28, language), 40):
        if not stands:
            continue
        seen = end_suspense(state, Elapsed(10**9)).seen_by(0)
        assert seen.reveal is not None
        words = page_localizer(seen, language).to_reader(0)
        text = shown(seen, language)
        for claim in seen.reveal.claims[-2:-1]:
            assert words(claim.words) in text
            count += 1
    assert count


def test_old_claims_give_way_but_none_since_the_readers_own() -> None:
    """A long round leaves its first calls out, and says how many; the reader's call and those since stay."""
    seen = next(decisions(find_game("bull"), 4, 28, "en"))
    words = page_localizer(seen, "en")
    bull = find_game("bull")
    view = structs.replace(
        seen.view,
        calls=tuple([(place % 4, f"call full {rank} A") for place, rank in enumerate("23456789TJ")]),
    )
    claims = bull.presenter.claims(view)
    (line,) = claim_lines(claims, 1, words)
    assert "Js over As" in line
    assert "2s over As" not in line
    assert "more)" in line
    assert line_count(line, SMALL) == line_of_claims.CLAIM_LINES
    # The reader's last call is the second one of the round.
    (whole,) = claim_lines(claims[:5], 1, words, 1)
    for rank in "456":
        assert f"{rank}s over As" in whole
    assert "You: 3s over As" in whole
    assert "2s over As" not in whole


def test_only_call_of_a_round_is_not_repeated() -> None:
    """If the question names the only call of the round, the line of claims is left out."""
    for seen in decisions(find_game("bull"), 4, 28, "en"):
        if len(seen.claims) == 1:
            assert "🗣️" not in shown(seen, "en")
            return
    raise AssertionError("no such decision")
