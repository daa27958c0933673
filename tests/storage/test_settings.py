from __future__ import annotations

import pytest

from storage import Store
from storage.engine.writing import get_meta, set_meta
from storage.rows import GuildSettings
from storage.servers.settings import load_settings, save_settings


async def test_a_server_that_never_chose_has_the_defaults(store: Store) -> None:
    """Defaults: everywhere, no limit of time, no part in the board of all servers, records may be shared."""
    assert await store.read(load_settings, 5) == GuildSettings(5, None, (), None, "server", True)


async def test_settings_come_back_as_they_were(store: Store) -> None:
    """Every setting is kept, per server, and the last choice counts."""
    first = GuildSettings(5, "en-US", (3, 2**62), "week", "everywhere", False)
    await store.write(save_settings, first)
    await store.write(save_settings, GuildSettings(6, "ja"))
    assert await store.read(load_settings, 5) == first
    await store.write(save_settings, GuildSettings(5))
    assert await store.read(load_settings, 5) == GuildSettings(5)
    assert (await store.read(load_settings, 6)).locale == "ja"


async def test_a_scope_that_does_not_exist_is_refused(store: Store) -> None:
    """Nothing is written for a wrong scope."""
    with pytest.raises(ValueError, match="server, everywhere"):
        await store.write(save_settings, GuildSettings(5, "en", board_scope="galaxy"))
    assert await store.read(load_settings, 5) == GuildSettings(5)


async def test_values_of_the_bot(store: Store) -> None:
    """A value is kept under its key until it is replaced or removed."""
    assert await store.read(get_meta, "commands:1") is None
    await store.write(set_meta, "commands:1", "abc")
    await store.write(set_meta, "commands:1", "def")
    await store.write(set_meta, "commands:2", "x")
    assert await store.read(get_meta, "commands:1") == "def"
    await store.write(set_meta, "commands:1", None)
    assert await store.read(get_meta, "commands:1") is None
    assert await store.read(get_meta, "commands:2") == "x"
