"""Tests of the checks before every handler: genuine taps, allowed channels, permissions, rate limits."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import discord
import pytest

from bot import play, replay
from bot.app import CHECKED, Tap, tap_of
from bot.client import SUBJECTS
from bot.interactions import (
    IN_THREADS,
    NEEDED,
    check_channel,
    is_genuine,
    trace_with_limits,
)
from bot.language import Localizer
from bot.play import taps
from bot.refused import Refused
from bot.replay import share
from bot.replay import taps as replay_actions
from bot.wire.limits import Allowance, Limits
from games import GAMES
from tests.bot.people import Stage
from tests.bot.turning import HandClock, settled

PARTS = (
    taps.ACTIONS,
    *(replay_actions.ACTIONS, share.ACTIONS),
)
"""The handlers of ``bot.play`` and ``bot.replay``, which are gathered from several places."""


def tap(
    custom_id: str | None, components: Any = None, kind: Any = discord.InteractionType.component, **data: Any
) -> Any:
    """Return a tap on a component of a message; without components there is no message."""
    given = {**data, **({} if custom_id is None else {"custom_id": custom_id})}
    message = None if components is None else SimpleNamespace(components=components)
    return SimpleNamespace(type=kind, data=given, message=message)


def test_every_verb_has_one_handler() -> None:
    verbs = [verb for subject in SUBJECTS for verb in getattr(subject, "ACTIONS", {})]
    inside = [verb for part in PARTS for verb in part]
    assert len(verbs) == len({*verbs})
    assert sorted(inside) == sorted([*play.ACTIONS, *replay.ACTIONS])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("b:join:t1", ("join", "t1", "", ())),
        ("b:move:t1:3:call pair K|challenge", ("move", "t1", "3:call pair K|challenge", ())),
        ("s:another_game:m0", ("another_game", "m0", "", ())),
        ("b:open:day12", ("day.open", "day12", "", ())),
        ("x:join:t1", None),
        ("b:join", None),
        ("b:Join:t1", None),
        ("", None),
        (None, None),
    ],
)
def test_tap_is_parsed_from_its_custom_id(text: str | None, expected: tuple[Any, ...] | None) -> None:
    interaction = tap(text)
    assert tap_of(interaction) == (None if expected is None else Tap(interaction, *expected))


@pytest.mark.parametrize(("text", "is_there"), [("b:tap:x", True), ("b:tap:y", False), (None, False)])
def test_tap_counts_only_if_its_message_has_the_component(text: str | None, is_there: bool) -> None:
    """A tap is accepted only if its custom id is in the message, at any depth."""
    row = SimpleNamespace(
        children=[SimpleNamespace(custom_id=forged_id) for forged_id in ("b:other:x", "b:tap:x")]
    )
    frame = SimpleNamespace(children=[SimpleNamespace(content="Hello"), row])
    assert is_genuine(tap(text, [frame])) is is_there
    assert not is_genuine(tap(text))


async def test_commands_offer_every_registered_game(stage: Stage) -> None:
    sent: Any = next(
        r.json for r in stage.env.http_requests if r.method == "PUT" and r.path.endswith("/commands")
    )
    offered = {
        command["name"]: [choice["value"] for choice in option["choices"]]
        for command in sent
        for option in command.get("options", [])
        if option["name"] == "game"
    }
    assert set(offered) == {"play", "rules", "learn", "leaderboard", "tournament"}
    assert all([*games] == [*GAMES.ids] for games in offered.values())


def act(
    *, permissions: tuple[str, ...] = NEEDED, guild: object = "club", thread_of: int | None = None
) -> discord.Interaction[Any]:
    """Return an interaction in channel 7, or in thread 7 of another channel."""
    channel = SimpleNamespace(id=7) if thread_of is None else Mock(discord.Thread, id=7, parent_id=thread_of)
    granted = discord.Permissions(**dict.fromkeys(permissions, True))
    done: Any = SimpleNamespace(guild=guild, channel=channel, app_permissions=granted)
    return done  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("allowed", "thread_of", "guild", "why"),
    [
        ((), None, "club", None),
        ((7,), None, "club", None),
        ((5, 7), 1, "club", None),
        ((1,), 1, "club", None),
        ((2, 3), None, "club", "not-in-this-channel"),
        ((2, 3), 1, "club", "not-in-this-channel"),
        ((), None, None, "only-in-servers"),
    ],
)
def test_tables_are_allowed_in_chosen_channels_and_threads(
    allowed: tuple[int, ...], thread_of: int | None, guild: str | None, why: str | None
) -> None:
    """A thread is allowed if the settings name it or its channel; without settings every channel is."""
    interaction = act(permissions=IN_THREADS if thread_of else NEEDED, guild=guild, thread_of=thread_of)
    with pytest.raises(Refused, match=why) if why else nullcontext():
        assert check_channel(interaction, allowed) == guild


@pytest.mark.parametrize(("needed", "thread_of"), [(NEEDED, None), (IN_THREADS, 1)])
@pytest.mark.parametrize("at", range(4))
def test_each_missing_permission_is_named(needed: tuple[str, ...], thread_of: int | None, at: int) -> None:
    """A missing permission is named; a thread needs its own permission to send messages."""
    rest = tuple(name for name in needed if name != needed[at])
    with pytest.raises(Refused, match="missing-permissions") as caught:
        check_channel(act(permissions=rest, thread_of=thread_of), ())
    words = Localizer("en")
    assert words(f"permission-{needed[at].replace('_', '-')}") in words(caught.value.text)


class Library:
    """Simulated requests of discord.py, which the bot's limiter lets through at one a second."""

    def __init__(self) -> None:
        self.clock = HandClock()
        self.limits = Limits(self.clock, Allowance(1, 1000))
        self.trace = trace_with_limits(self.limits)
        self.began: list[int] = []
        self.tasks = [asyncio.create_task(self.limits.run())]

    def ask(self, status: int | None = 200, *, token: bool = True, **headers: str) -> None:
        """Make a request that gets this status, or that fails if there is none."""
        self.tasks.append(asyncio.create_task(self._ask(status, token, headers)))

    async def _ask(self, status: int | None, token: bool, headers: dict[str, str]) -> None:
        context = SimpleNamespace()
        request = SimpleNamespace(headers={"Authorization": "Bot x"} if token else {})
        await self.trace.on_request_start[0](None, context, request)  # type: ignore[arg-type]
        self.began.append(self.clock.elapsed_ms())
        options = {name.replace("_", "-"): value for name, value in headers.items()}
        request.response = SimpleNamespace(status=status, headers=options)
        ends = self.trace.on_request_exception if status is None else self.trace.on_request_end
        await ends[0](None, context, request)  # type: ignore[arg-type]


@pytest.fixture
async def library() -> AsyncIterator[Library]:
    library = Library()
    yield library
    for task in library.tasks:
        task.cancel()
    await asyncio.gather(*library.tasks, return_exceptions=True)


@pytest.mark.parametrize("status", [200, 404, None])
async def test_requests_with_the_bots_token_wait_for_a_turn(library: Library, status: int | None) -> None:
    """Requests start one second apart, whether they succeed, get an error status or raise an error."""
    for _ in range(3):
        library.ask(status)
    await library.clock.turn(5000)
    assert library.began == [0, 1000, 2000]


async def test_requests_without_the_bots_token_need_no_turn(library: Library) -> None:
    """A request without the bot's token passes at once, and its 429 does not slow the bot's requests."""
    for _ in range(50):
        library.ask(429, token=False, Retry_After="9")
    library.ask()
    await settled()
    assert library.began == [0] * 51
    assert not library.limits.refusals


async def test_rate_limit_refusal_delays_all_requests(library: Library) -> None:
    library.ask(429, Retry_After="2.5")
    library.ask()
    await library.clock.turn(2499)
    assert library.began == [0]
    await library.clock.turn(1000)
    assert library.began == [0, 2500]
    assert library.limits.refusals == 1


def test_all_kinds_of_fields_of_a_form_are_read() -> None:
    """Each field is read by its custom id; a button cannot be sent as a form."""
    entered = {
        "text": {"type": 4, "value": "Too loud"},
        "empty": {"type": 4, "value": ""},
        "select": {"type": 3, "values": ["7", "9"]},
        "people": {"type": 5, "values": ["12"]},
        "channels": {"type": 8, "values": ["13", "14"]},
        "radio": {"type": 21, "value": "30"},
        "undecided": {"type": 21, "value": None},
        "boxes": {"type": 22, "values": ["hints", "crowd"]},
        "unchecked": {"type": 22, "values": []},
        "box": {"type": 23, "value": True},
        "open": {"type": 23, "value": False},
    }
    fields = [{"component": {"custom_id": name, **entry}} for name, entry in entered.items()]
    kind = discord.InteractionType.modal_submit
    form = tap("m:order_barred:5", kind=kind)
    # A text of the form is no field.
    form.data["components"] = [{"type": 10, "id": 1}, *fields]
    read = {
        "text": ("Too loud",),
        "empty": ("",),
        "select": ("7", "9"),
        "people": ("12",),
        "channels": ("13", "14"),
        "radio": ("30",),
        "undecided": (),
        "boxes": ("hints", "crowd"),
        "unchecked": (),
        "box": (CHECKED,),
        "open": (),
    }
    assert tap_of(form) == Tap(form, "order_barred", "5", "", (), read)
    assert is_genuine(form)
    assert not is_genuine(tap("m:order_barred:5"))
    assert not is_genuine(tap("b:order_barred:5", kind=kind))
