"""Tests of pictures of reveals: the table's message uploads them, and panels show them from there."""

from __future__ import annotations

import fnmatch
import random
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from msgspec.structs import replace

from bot.config import Config
from bot.pages import boards
from bot.showing.panels import ALONE_MS, BESIDE_MS, Panel
from bot.wire.limits import Route
from bot.wire.transport import ApiRequest, HttpResponse
from games import Game, find_game
from tests.bot.faults import ANSWERING, EDITING, REFRESHING, Faults, unavailable
from tests.bot.people import Stage, parts, text_of_message
from tests.bot.playing import tap_on
from tests.games_under_test import OFFERED


@pytest.fixture
def config(config: Config) -> Config:
    return replace(config, moments=1)


class UploadLog:
    """Watches the bot's requests for the pictures of reveals that they upload.

    Attributes:
        names: the file names, in the order of the requests.
    """

    def __init__(self, stage: Stage) -> None:
        self.names = list[str]()
        self._request: Callable[..., Awaitable[HttpResponse]] = stage.bot.connection.request
        stage.bot.connection.request = self._watch  # type: ignore[assignment]

    async def _watch(self, request: ApiRequest) -> HttpResponse:
        answer = await self._request(request)
        if answer.status == 200:
            self.names += [file.filename for file in request.files if file.filename.startswith("moment-")]
        return answer


def pictures_of(message: Any) -> list[str]:
    """Return the file names of a message's pictures."""
    items = [item for part in parts(message) for item in part.get("items", ())]
    return [item["media"]["url"].partition("?")[0].rpartition("/")[2] for item in items]


async def challenge(
    stage: Stage, *, has_table: bool = True, has_addresses: bool = True
) -> tuple[list[Any], UploadLog]:
    """Have a player challenge in an open panel; return all panels, that player's first, and the uploads.

    Args:
        has_table: the table's message can be edited after the start of the game.
        has_addresses: messages may show the pictures of other messages.
    """
    await stage.start_two()
    if not has_table:
        Faults(stage.env).fail(EDITING, unavailable, times=None)
    await stage.move("call single 5", 2)
    person = stage.player_on_turn()
    other = stage.bob if person is stage.alice else stage.alice
    panels = [await stage.open_panel(person), await stage.open_panel(other)]
    await stage.env.advance_time(3)
    log = UploadLog(stage)
    if not has_addresses:
        stage.bot.writer(stage.table).transport.addresses.note_refusal(stage.bot.clock.elapsed_ms())
    tap = next(
        part["custom_id"] for part in parts(panels[0]) if part.get("custom_id", "").endswith(":challenge")
    )
    await person.click(panels[0], custom_id=tap)
    return panels, log


async def test_picture_of_a_reveal_is_uploaded_once(stage: Stage) -> None:
    """The table's message uploads an animation and its end. All panels show both by their addresses."""
    panels, log = await challenge(stage)
    await stage.env.advance_time(0.5)
    assert [pictures_of(panel) for panel in panels] == [pictures_of(stage.table_message())] * 2
    await stage.env.advance_time(3)
    assert [pictures_of(panel) for panel in panels] == [pictures_of(stage.table_message())] * 2
    assert len(log.names) == len({*log.names}) == 2, log.names


@pytest.mark.mutants
async def test_mutant_that_uploads_with_the_answer_is_caught(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Panel, "_has_pictures", lambda *_: True)
    with pytest.raises(AssertionError):
        await test_picture_of_a_reveal_is_uploaded_once(stage)


async def test_reveal_is_in_words_until_the_table_shows_it(stage: Stage) -> None:
    """If the table's message is late, panels are in words after a second, with a picture after three."""
    panels, log = await challenge(stage, has_table=False)
    assert not pictures_of(panels[0])
    assert "You challenge" in text_of_message(panels[0])
    await stage.env.advance_time((BESIDE_MS + 200) / 1000)
    assert [pictures_of(panel) for panel in panels] == [[], []]
    assert not log.names
    await stage.env.advance_time((ALONE_MS - BESIDE_MS) / 1000)
    assert all(pictures_of(panel) for panel in panels)
    assert log.names.count(pictures_of(panels[0])[0]) == len(panels)


async def test_reveal_has_its_picture_at_once_where_addresses_are_refused(stage: Stage) -> None:
    """If Discord has refused an address, the answer to a tap uploads the picture, as nothing else would."""
    panels, log = await challenge(stage, has_addresses=False)
    (name,) = pictures_of(panels[0])
    await stage.env.advance_time(0.5)
    assert log.names == [name] * (1 + len(panels))


async def tap_reveals(stage: Stage, game: Game) -> list[str]:
    """Play with all panels open until a tap reveals cards just after an edit of the table's message.

    Returns:
        The bot's requests from this tap to the end of the reveal.
    """
    stage.guests.append(stage.member("Dave"))
    people = stage.people[: game.rules.seats[-1]]
    chance = random.Random(5)
    await stage.start_game(*people[1:], game=game.id)
    hands = {person.id: await stage.open_panel(person) for person in people}
    steps = Faults(stage.env).steps
    while True:
        # After a rest of the table's message a move is shown at once.
        for _ in range(chance.randint(1, 3)):
            await stage.env.advance_time(7)
            if stage.state.acting(human=True):
                await stage.play(chance.choice(stage.legal_moves))
        await stage.env.advance_time(0)
        if not stage.state.acting(human=True) or stage.state.position.reveal_pause is not None:
            continue
        person = stage.player_on_turn()
        seq = stage.state.seq
        before = 0
        while stage.state.seq == seq:
            before = len(steps)
            assert await tap_on(person, hands[person.id], chance)
        while stage.state.position.reveal_pause is not None:
            requests = steps[before:]
            await stage.env.advance_time(0.25)
            if stage.state.position.reveal_pause is None:
                return requests


@pytest.mark.parametrize("game", [pytest.param(game, id=game.id) for game in OFFERED])
async def test_reveal_is_two_edits_of_each_message(
    stage: Stage, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reveal is ten edits for a table of four, and an answer, also just after another edit of the table."""

    async def no_picture(*_: object) -> bytes:
        return b"\x89PNG"

    monkeypatch.setattr(boards, "board_picture", no_picture)
    monkeypatch.setattr(boards, "moving_picture", no_picture)
    requests = await tap_reveals(stage, game)
    assert len(fnmatch.filter(requests, ANSWERING)) == 1
    assert len(fnmatch.filter(requests, EDITING)) == 2
    # A panel with an unread verdict keeps it, and is not edited.
    assert len(fnmatch.filter(requests, REFRESHING)) <= 2 * len(stage.state.seats)


@pytest.mark.mutants
async def test_mutant_that_forgets_the_rate_limit_is_caught(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Route, "period_ms", 0)
    with pytest.raises(AssertionError):
        await test_reveal_is_two_edits_of_each_message(stage, find_game("bull"), monkeypatch)
