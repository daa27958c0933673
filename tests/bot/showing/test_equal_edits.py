"""Tests that no message is edited into what it shows already, in games of four people with open panels."""

from __future__ import annotations

import json
import random
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from msgspec.structs import replace

from bot.config import Config
from bot.pages import boards
from bot.showing.editor import MessageEditor
from bot.tables import fingerprints
from bot.wire.transport import ApiRequest, HttpResponse
from games import GAMES, Game, find_game
from games.core.rules import CHANCE
from tests.amounts import EXPLORE
from tests.bot.people import Stage, is_deleted, parts
from tests.games_under_test import OFFERED

PLAYS = 40 if EXPLORE else 16
"""Turns of each game, and steps of its reveals."""


@pytest.fixture
def config(config: Config) -> Config:
    return replace(config, moments=1)


def shown(parts: Any) -> Any:
    """Return components with the file names of their pictures in place of addresses, and without ids."""
    if isinstance(parts, list):
        return [shown(part) for part in parts]
    if not isinstance(parts, dict):
        return parts
    if "url" in parts:
        return parts["url"].partition("?")[0].rpartition("/")[2]
    return {key: shown(value) for key, value in parts.items() if key != "id"}


class EditLog:
    """Watches the bot's requests for edits that change nothing.

    Attributes:
        edits: the number of edits.
        equal: the paths of edits whose content the message showed already, with its first text.
    """

    def __init__(self, stage: Stage) -> None:
        self.edits, self.equal = 0, list[str]()
        self._contents = dict[str, Any]()
        self._request: Callable[..., Awaitable[HttpResponse]] = stage.bot.connection.request
        stage.bot.connection.request = self._watch  # type: ignore[assignment]

    async def _watch(self, request: ApiRequest) -> HttpResponse:
        answer = await self._request(request)
        if answer.status != 200:
            return answer
        message = json.loads(answer.body)
        # The answer to an interaction has the message inside.
        message = message.get("resource", {}).get("message") or message
        if isinstance(message, dict) and "components" in message:
            content = json.dumps(shown(message["components"]), sort_keys=True)
            if request.method == "PATCH":
                self.edits += 1
                if self._contents.get(message["id"]) == content:
                    self.equal.append(f"{request.path} {content[:300]}")
            self._contents[message["id"]] = content
        return answer


async def play_with_panels(stage: Stage, game: Game, log: EditLog) -> None:
    """Play at random with all panels open: half of the moves are tapped, and people react to reveals."""
    people = (stage.alice, stage.bob, stage.carol, stage.member("Dave"))[: game.rules.seats[-1]]
    chance = random.Random(5)
    await stage.start_game(*people[1:], game=game.id)
    panels = {person.id: await stage.open_panel(person) for person in people}
    table = stage.table
    for _ in range(PLAYS):
        state = table.state
        if state.is_over:
            break
        person = chance.choice(people)
        taps = _enabled(panels[person.id], ("b:goon:", "b:react:", "b:whole:"))
        if taps and chance.random() < 0.3:
            await person.click(panels[person.id], custom_id=chance.choice(taps))
        if state.position.reveal_pause is not None or state.to_act == CHANCE:
            await stage.env.advance_time(1.5)
            continue
        seat = state.acting(human=True)[0]
        player = next(person for person in people if state.seat_of(person.id) == seat)
        taps = _enabled(panels[player.id], ("b:move:", "b:way:"))
        if taps and chance.random() < 0.5:
            await player.click(panels[player.id], custom_id=chance.choice(taps))
        else:
            legal = [str(move) for move in state.match.legal(seat)]
            await table.play(seat, chance.choice(legal))
        await stage.env.advance_time(chance.choice((0.1, 1.5, 4.0)))
    await stage.env.advance_time(8)


def _enabled(panel: Any, beginnings: tuple[str, ...]) -> list[str]:
    if is_deleted(panel):
        return []
    buttons = [part for part in parts(panel) if not part.get("disabled")]
    ids = [part.get("custom_id", "") for part in buttons]
    return [custom_id for custom_id in ids if custom_id.startswith(beginnings)]


@pytest.mark.parametrize("game", [pytest.param(game, id=game.id) for game in GAMES])
async def test_no_edit_shows_what_its_message_shows_already(
    stage: Stage, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who waits gets nothing new, and a message is edited only if something in it changes."""

    async def no_picture(*_: object) -> bytes:
        return b"\x89PNG"

    monkeypatch.setattr(boards, "board_picture", no_picture)
    monkeypatch.setattr(boards, "moving_picture", no_picture)
    log = EditLog(stage)
    await play_with_panels(stage, game, log)
    assert log.edits > (PLAYS if game in OFFERED else PLAYS // 2)
    assert not log.equal, (len(log.equal), log.edits, log.equal[:3])


@pytest.mark.mutants
async def test_mutant_that_edits_without_need_is_caught(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The test above notices hands that are made again for the choices of others, and sent as they were."""
    monkeypatch.setattr(fingerprints, "_choosing_fingerprint", lambda snapshot, _: snapshot.fingerprint)
    monkeypatch.setattr(MessageEditor, "is_showing", lambda *_: False)
    with pytest.raises(AssertionError):
        await test_no_edit_shows_what_its_message_shows_already(stage, find_game("lost"), monkeypatch)
