"""Tests that no sentence appears twice on one screen, in random games."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from bot.clock import Elapsed
from bot.language import JOINER, Localizer, plain, unmarked
from bot.pages.panel import PanelContext, panel_page
from bot.pages.people import page_localizer
from bot.replay.replay import ReplaySpot, replay_page
from bot.tables.reveals import confirm_seen, end_suspense, pause_for_reveal
from bot.tables.snapshot import Snapshot
from bot.wire.components import TextDisplay, walk
from bot.wire.messages import Page
from games import Game, find_game
from games.lost.pictures import elimination_hand, hand_text
from tests.amounts import EXPLORE
from tests.bot.pages.test_heights import NAMES, SMALL_TABLES, pages, positions

LOOKS = 6 if EXPLORE else 4
"""Positions of each game that are examined, besides reveals."""

REPLAY_LOOKS = 20 if EXPLORE else 8
"""Positions of each game's replay that are examined."""

SHORT = {"en": 14, "ja": 8}
"""The shortest sentence that counts, by language; names and hands may be repeated."""

ENDS = re.compile(r"(?<=[.!?。])\s*| · ")


def sentences(page: Page, language: str, least: int | None = None) -> Iterator[str]:
    """Yield a page's sentences without markup and leading symbols.

    Args:
        least: the shortest sentence to yield, in characters; ``None`` for ``SHORT``.
    """
    least = SHORT[language] if least is None else least
    for part in walk(page.components):
        if not isinstance(part, TextDisplay):
            continue
        for line in part.content.replace("-# ", "").split("\n"):
            # A line of one seat's numbers is one sentence: two seats may have the same.
            has_end = plain(line).endswith((".", "!", "。", "！"))
            is_seat = plain(line).startswith(tuple(NAMES)) and not has_end
            for words in [line] if is_seat else ENDS.split(line):
                sentence = re.sub(r"^[^\w「“(]+", "", plain(words)).strip()
                if len(sentence) >= least:
                    yield sentence


small_table = pytest.mark.parametrize(("game", "seats"), SMALL_TABLES)
"""Tables of at most four seats; the texts of a larger one are the same."""


@small_table
@pytest.mark.parametrize("language", ["en", "ja"])
def test_screens_repeat_no_sentence(game: Game, seats: int, language: str) -> None:
    twice = {
        f"{kind}: {sentence}"
        for kind, page in pages(game, seats, 5 * seats, language, LOOKS)
        for sentence, count in Counter(sentences(page, language)).items()
        if count > 1
    }
    assert not twice


@small_table
@pytest.mark.parametrize("language", ["en", "ja"])
def test_replays_repeat_no_sentence(game: Game, seats: int, language: str) -> None:
    """A page of a replay has no sentence twice, except words of its title."""
    *_, (last, _) = positions(game, seats, 5 * seats, language)
    for number in {*range(1, last.seq, max(1, last.seq // REPLAY_LOOKS)), last.seq}:
        page = replay_page(last, ReplaySpot(number), language)
        title = next(part.content for part in walk(page.components) if isinstance(part, TextDisplay))
        lines = Counter(sentences(page, language)).items()
        twice = [line for line, count in lines if count > 1 and line not in plain(title.partition("\n")[0])]
        assert not twice, page.encoded.decode()


def test_repeated_sentence_is_detected() -> None:
    from bot.wire.components import text_display
    from bot.wire.messages import framed

    page = framed(
        text_display("### Then **Bob** caught you. Go on.", f"-# ❌ Then Bob caught{JOINER} you."), accent=0
    )
    assert Counter(sentences(page, "en"))["Then Bob caught you."] == 2


@pytest.mark.parametrize("language", ["en", "ja"])
def test_reason_of_elimination_is_given_once(language: str) -> None:
    """When Lost Poker ends, the reveal and the result name the losing hand once each."""
    words, game = Localizer(language), find_game("lost")
    for seed in (1, 2):
        *_, (end, _) = positions(game, 3, seed, language)
        reveal = pause_for_reveal(end, Elapsed(0), 1.0)
        assert reveal.position.reveal_pause is not None
        if reveal.position.reveal_pause.opens is not None:
            reveal = end_suspense(reveal, reveal.position.reveal_pause.opens)
        assert not reveal.position.in_suspense
        seat = end.view.out[0]
        hand = words(hand_text(elimination_hand(end.view, seat)))
        for state in (reveal, end):
            parts = walk(panel_page(state.seen_by(seat), language).components)
            texts = [part.content for part in parts if isinstance(part, TextDisplay)]
            assert plain(" ".join(texts)).count(hand) == 1, texts


def test_panel_omits_status_line_that_repeats_the_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    snapshots = (
        state.seen_by(seat) for state, _ in positions(find_game("bull"), 2, 14, "en") for seat in (0, 1)
    )
    seen = next(
        snapshot
        for snapshot in snapshots
        if snapshot.mine.consequence is not None and not snapshot.is_my_turn
    )
    verdict = Localizer("en", NAMES[:2])(seen.mine.consequence)
    monkeypatch.setattr(Snapshot, "is_waiting", False)
    monkeypatch.setattr("bot.pages.panel._status", lambda *_: f"{verdict}\nThe end")
    parts = walk(panel_page(seen, "en").components)
    panel_text = unmarked("\n".join([part.content for part in parts if isinstance(part, TextDisplay)]))
    assert panel_text.count(unmarked(verdict)) == 1
    assert "The end" in panel_text


@pytest.mark.parametrize("language", ["en", "ja"])
def test_lost_chip_is_on_the_next_panel(language: str) -> None:
    """Who has lost a red chip in Netsuzo Poker reads it beside the next question, also after *Next*.

    A newcomer's tip leaves room for it.
    """
    reports = 0
    for seed in (1, 2, 3):
        for state, is_reveal in positions(find_game("netsuzo"), 3, seed, language):
            last = state.position.last_reveal
            if is_reveal or last is None or state.is_over:
                continue
            for seat in state.acting(human=True):
                seen = confirm_seen(state, seat, last.seq).seen_by(seat)
                if seen.mine.consequence is None:
                    continue
                report = page_localizer(seen, language).to_reader(seat)(seen.mine.consequence)
                for is_newcomer in (False, True):
                    parts = walk(panel_page(seen, language, PanelContext(is_newcomer=is_newcomer)).components)
                    printed = "\n".join([part.content for part in parts if isinstance(part, TextDisplay)])
                    assert unmarked(report) in unmarked(printed)
                    reports += 1
    assert reports > 10
