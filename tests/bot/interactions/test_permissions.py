"""Where a table can stand: in a server, with permissions, in a channel that is for games."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import discord
import pytest

from bot.interactions.permissions import IN_THREADS, NEEDED, check_channel
from bot.language.localizer import Localizer
from bot.refused import Refused


def act(
    *, permissions: tuple[str, ...] = NEEDED, guild: object = "club", thread_of: int | None = None
) -> discord.Interaction[Any]:
    """Something done in channel 7, or in a thread 7 of another channel."""
    channel = SimpleNamespace(id=7) if thread_of is None else Mock(discord.Thread, id=7, parent_id=thread_of)
    granted = discord.Permissions(**dict.fromkeys(permissions, True))
    done: Any = SimpleNamespace(guild=guild, channel=channel, app_permissions=granted)
    return done  # type: ignore[no-any-return]


def test_everywhere_unless_the_server_has_chosen() -> None:
    """No channels chosen means all."""
    assert check_channel(act(), ()) == "club"


@pytest.mark.parametrize(("allowed", "thread_of"), [((7,), None), ((5, 7), 1), ((1,), 1)])
def test_in_chosen_channels_and_their_threads(allowed: tuple[int, ...], thread_of: int | None) -> None:
    """A thread is chosen by itself or by its channel."""
    assert check_channel(act(permissions=IN_THREADS if thread_of else NEEDED, thread_of=thread_of), allowed)


@pytest.mark.parametrize("thread_of", [None, 1])
def test_not_in_others(thread_of: int | None) -> None:
    """Whatever else is permitted there."""
    with pytest.raises(Refused, match="not-in-this-channel"):
        check_channel(act(permissions=(*NEEDED, *IN_THREADS), thread_of=thread_of), (2, 3))


def test_outside_a_server() -> None:
    """A direct message is no place for a table."""
    with pytest.raises(Refused, match="only-in-servers"):
        check_channel(act(guild=None), ())


@pytest.mark.parametrize(("needed", "thread_of"), [(NEEDED, None), (IN_THREADS, 1)])
@pytest.mark.parametrize("at", range(4))
def test_each_missing_permission_is_named(needed: tuple[str, ...], thread_of: int | None, at: int) -> None:
    """In threads, writing is a permission of its own."""
    rest = tuple(name for name in needed if name != needed[at])
    with pytest.raises(Refused, match="missing-permissions") as caught:
        check_channel(act(permissions=rest, thread_of=thread_of), ())
    words = Localizer("en")
    assert words(f"permission-{needed[at].replace('_', '-')}") in words(caught.value.text)
