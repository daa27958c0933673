"""Tests of PgBouncer before PostgreSQL: locks belong to sessions, so whole sessions are needed."""

from __future__ import annotations

import pytest

from storage import Store, open_store
from storage.engine.database import get_meta, set_meta
from storage.errors import StorageAway, StorageInUse, StorageUnavailable
from storage.postgres.session import LOCKS
from storage.store import open_sharded_store
from tests import postgres
from tests.storage.helpers import rows

pytestmark = pytest.mark.postgresql

SHARED = ("transaction", "statement")
POOLS = {"one free session": (), "several in turn": ("server_round_robin = 1", "min_pool_size = 4")}


async def opened(where: str, shards: int | None) -> Store:
    """Open a database as the only process, or as one of several."""
    if shards is None:
        return await open_store(where, exclusive=True)
    return (await open_sharded_store(where, shards)).store


@pytest.mark.parametrize("pool", POOLS)
@pytest.mark.parametrize("mode", SHARED)
@pytest.mark.parametrize("shards", [None, 4])
async def test_transaction_pooling_is_refused(mode: str, pool: str, shards: int | None) -> None:
    """The store refuses the pooler before it takes a lock that would stay in a shared session."""
    where = await postgres.empty_database()
    with postgres.pgbouncer(where, mode, *POOLS[pool]) as behind:
        for _ in range(2):
            with pytest.raises(StorageUnavailable, match="set pool_mode = session") as refused:
                await opened(behind, shards)
            assert not isinstance(refused.value, StorageAway)
        assert rows(where, LOCKS) == []


@pytest.mark.parametrize("shards", [None, 4])
async def test_session_pooling_works(shards: int | None) -> None:
    where = await postgres.empty_database()
    with postgres.pgbouncer(where, "session") as behind:
        async with await opened(behind, shards) as store:
            await store.write(set_meta, "a", "b")
            with pytest.raises(StorageInUse, match="another Tefuda uses it"):
                await open_store(behind, exclusive=True)
            postgres.cut_all()
            await store.write(set_meta, "a", "c")
            assert await store.read(get_meta, "a") == "c"
