"""Tests of matches of several games: the first page says how long one is, and one person can stop early."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any

import pytest

from bot.clock import Elapsed
from bot.language import Localizer
from bot.pages.acts import is_between_games
from bot.pages.lobby import beginning_page
from bot.pages.panel import panel_page
from bot.play import taps
from bot.refused import Refused
from bot.tables.endings import END, PAUSE, possible_acts, vote
from bot.tables.positions import SeatNote
from bot.tables.reveals import end_suspense, pause_for_reveal
from bot.tables.state import TableState
from bot.wire.components import Button, TextDisplay, walk
from games import find_game
from games.core.words import text
from tests.bot.people import Stage, parts, text_of_message
from tests.bot.playing import click_through, undealt_table
from tests.games_under_test import OFFERED


def labels_of(message: Any) -> set[str]:
    return {part["label"] for part in parts(message) if part.get("label")}


@pytest.mark.parametrize("language", ["en", "ja"])
def test_first_page_of_a_match_of_several_games_says_how_long_it_is(language: str) -> None:
    """Tomoefuda has no shorter match, so its first page says that there are three games, and a way out."""
    words = Localizer(language)
    for game in OFFERED:
        page = beginning_page(game, words, is_first=True)
        text = "\n".join([part.content for part in walk(page.components) if isinstance(part, TextDisplay)])
        length = words("tomoe-length", minutes=game.minutes)
        assert (length in text) == (game.id == "tomoe")
        # One of the three games takes a third of the minutes.
        if game.id == "tomoe":
            assert f"{game.minutes / 3:g}" in length


async def test_person_alone_may_stop_after_each_game_of_a_match(stage: Stage) -> None:
    """Before the second game of Tomoefuda the panel has a button to stop, and one more tap ends the match."""
    await stage.start_game(game="tomoe", computers=2)
    panel = await stage.open_panel(stage.alice)
    assert "Stop here" not in labels_of(panel)
    rng = random.Random(1)
    while stage.match.view(None).number < 2 or not stage.state.acting(human=True):
        if stage.state.acting(human=True):
            await click_through(stage, stage.alice, rng)
        await stage.env.advance_time(30)
    panel = await stage.open_panel(stage.alice)
    assert "Stop here" in labels_of(panel)
    page = (await stage.tap(stage.alice, panel, "stop")).response
    assert labels_of(page) == {"Stop", "Play on"}
    for sentence in (
        "Stop the match here?",
        "After one game: ",
        "Only a whole match counts in the statistics.",
    ):
        assert sentence in text_of_message(page)
    # *Play on* brings the hand back.
    panel = (await stage.tap(stage.alice, page, "hand")).response
    assert "Stop here" in labels_of(panel)
    page = (await stage.tap(stage.alice, panel, "stop")).response
    await stage.tap(stage.alice, page, "act", "end")
    assert not stage.tables
    # The person reads about themselves, and no sentence stands on the screen twice.
    own, panel_text = text_of_message(page), text_of_message(panel)
    assert re.search(r"^After one game: .*\byou\b", own)
    assert "Alice" not in own + panel_text
    assert "The match is over." in panel_text
    assert "After one game" not in panel_text
    # The panel leads on, and has no cards of the game that was dealt next.
    assert not labels_of(page)
    assert labels_of(panel) == {"Rematch", "Another game"}
    assert "Trick 1" not in text_of_message(panel)
    assert "hand-" not in str(parts(panel))
    # The public message has the standing as a picture, and no cards of the game that was dealt next.
    public = stage.channel.last_message
    assert {"Rematch", "Another game"} < labels_of(public)
    assert re.search(r"### After one game: .* with \d", text_of_message(public))
    assert "**Alice** stopped the match here." in text_of_message(public)
    assert "result-" in str(parts(public))
    assert "Game 2" not in text_of_message(public)
    assert "table-" not in str(parts(public))


async def test_people_are_not_asked_to_stop_after_a_game(stage: Stage) -> None:
    """With other people at the table, stopping is a matter of votes only."""
    await stage.start_game(stage.bob, stage.carol, game="tomoe")
    while stage.match.view(None).number < 2:
        await stage.move(stage.legal_moves[0], 10)
    panel = await stage.open_panel(stage.player_on_turn())
    assert "Stop here" not in labels_of(panel)


def check_refused(key: str, state: TableState, act: str) -> None:
    with pytest.raises(Refused) as refused:
        taps._check_may_vote(state, act)
    assert refused.value.text.key == key


def test_people_do_not_vote_while_the_last_trick_of_a_game_is_shown() -> None:
    """Only one person among computers may end the match there; several wait for the next game."""
    rng = random.Random(1)
    state = undealt_table(find_game("tomoe"), ("Hana", "Ken"), computers=1).with_deal()
    while not is_between_games(state.snapshot):
        state = state_after_one_move(state, rng)
    paused = pause_for_reveal(state, Elapsed(0), 1.0)
    assert paused.position.reveal_pause is not None
    opens = paused.position.reveal_pause.opens
    assert opens is not None
    for act in possible_acts(paused):
        check_refused("reveal-first", end_suspense(paused, opens), act)


def test_stop_is_offered_as_soon_as_a_game_of_a_match_is_over() -> None:
    """While the last trick of a game is shown, one person among computer players may stop; before, not."""
    rng = random.Random(1)
    state = undealt_table(find_game("tomoe"), ("Hana",), computers=2).with_deal()
    offered = Counter[int]()
    for trick in range(1, 13):
        for _ in range(3):
            state = state_after_one_move(state, rng)
        paused = pause_for_reveal(state, Elapsed(0), 1.0)
        assert paused.position.reveal_pause is not None
        opens = paused.position.reveal_pause.opens
        revealed = paused if opens is None else end_suspense(paused, opens)
        page = panel_page(revealed.seen_by(0), "en")
        labels = [part.label for part in walk(page.components) if isinstance(part, Button)]
        assert "Next" in labels
        offered[trick] += "Stop here" in labels
    assert [trick for trick, count in offered.items() if count] == [12]
    taps._check_may_vote(revealed, END)
    check_refused("reveal-first", revealed, PAUSE)
    # Stopping then ends the match; the panel leads on, and has no cards.
    stopped = vote(revealed, 0, 100, END).state
    assert stopped.is_closed
    check_refused("game-is-over", stopped, END)
    page = panel_page(stopped.seen_by(0), "en")
    labels = [part.label for part in walk(page.components) if isinstance(part, Button)]
    assert labels == ["Rematch", "Another game"]
    assert not page.files
    # A note about the last card would seem to be about the cards that are dealt next.
    state = state.with_note(0, SeatNote(text("panel-forced", move=text("tomoe-number", points="1"))))
    assert state.seen_by(0).mine.note is not None
    assert state.with_deal().seen_by(0).mine.note is None


def state_after_one_move(state: TableState, rng: random.Random) -> TableState:
    assert isinstance(state.to_act, tuple)
    assert state.match is not None
    (seat,) = state.to_act
    return state.with_move(seat, rng.choice(state.match.legal(seat)))
