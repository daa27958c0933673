"""Deletes objects that the simulated Discord would keep for ever, so that long runs measure the bot alone."""

from __future__ import annotations

import functools
import gc
from collections.abc import Container
from typing import Any

import pytest
from simcord import Env

from bot.caches import clear_caches_with_names


class Emptying:
    """Empties simulated Discords; patches timers so that unused ones can be found."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._timers: list[Any] = []
        schedule = Env._schedule_timer

        def schedule_known(env: Env, timer: Any, *args: Any) -> None:
            schedule(env, timer, *args)
            self._timers.append(timer)

        patch.setattr(Env, "_schedule_timer", schedule_known)

    def empty(self, env: Env, kept_messages: Container[int]) -> None:
        """Delete old messages, all records and files, and unused timers.

        Args:
            env: the simulated Discord.
            kept_messages: ids of messages to keep; the last two of each channel are kept, too.
        """
        backend = env.backend
        for messages in backend.messages.values():
            old = [message_id for message_id in messages if message_id not in kept_messages]
            for message_id in old[:-2]:
                del messages[message_id]
        records = env.http_requests, backend.transcript, backend.interactions, backend.interaction_tokens
        # The simulation checks new ids against all used ones; time has moved on, so none comes again.
        for record in (*records, backend.cdn._blobs, backend._reserved_ids, backend._sequences):
            record.clear()
        # Each simulated timer has a real one, which stays when the simulated one is cancelled: a timer of a
        # day would stay in memory for a real day.
        for timer in self._timers:
            if timer.handle.cancelled() and timer.real_handle is not None:
                timer.real_handle.cancel()
        self._timers = [timer for timer in self._timers if not timer.handle.cancelled()]


def empty_caches() -> None:
    """Empty all caches, which would take months to reach their limits."""
    clear_caches_with_names()
    for cached in gc.get_objects():
        if isinstance(cached, functools._lru_cache_wrapper):
            cached.cache_clear()
