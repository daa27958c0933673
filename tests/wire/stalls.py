"""Report what the bot's event loop does while it takes no turn: the stacks of its thread, and collections."""

from __future__ import annotations

import asyncio
import gc
import json
import sys
import threading
import time
import traceback
from pathlib import Path
from typing import Any

BEATS = 8
"""Number of beats of the event loop in the time after which it counts as stalled."""

DEEPEST = 14
"""Number of innermost frames of a stack to print."""


class StallWatch:
    """A thread that prints the stacks of the main thread whenever its event loop takes no turn for a time.

    Work that keeps the interpreter's lock, such as a garbage collection, also keeps this thread from looking.
    So the collections within a stall are printed with it. The processor time shows whether the loop had a
    processor at all.

    Args:
        seconds: the time without a turn after which the loop counts as stalled.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._beat_at = 0.0
        self._collections: list[str] = []
        self._collection_began = 0.0
        self._main = threading.main_thread().ident or 0

    def start(self) -> None:
        """Watch the running event loop, which is the main thread's."""
        self._loop = asyncio.get_running_loop()
        self._beat()
        gc.callbacks.append(self._note_collection)
        threading.Thread(target=self._watch, name="stalls", daemon=True).start()

    def _beat(self) -> None:
        self._beat_at = time.monotonic()
        self._loop.call_later(self._seconds / BEATS, self._beat)

    def _note_collection(self, phase: str, info: dict[str, int]) -> None:
        now = time.monotonic()
        if phase == "start":
            self._collection_began = now
        else:
            ms = 1000 * (now - self._collection_began)
            self._collections.append(f"generation {info['generation']}: {ms:.0f} ms")

    def _watch(self) -> None:
        clock = time.pthread_getcpuclockid(self._main)
        pause = threading.Event()
        while True:
            beat_at = self._beat_at
            self._collections.clear()
            cpu = time.clock_gettime(clock)
            stacks: list[str] = []
            # Look again and again at the same turn of the loop, until the next one begins.
            while self._beat_at == beat_at:
                pause.wait(self._seconds / BEATS)
                if time.monotonic() - beat_at >= self._seconds and self._beat_at == beat_at:
                    stacks.append(self._stack())
            took = self._beat_at - beat_at
            if took >= self._seconds:
                entry: dict[str, Any] = {"event": "stall", "level": "info", "ms": round(1000 * took)}
                entry["cpu_ms"] = round(1000 * (time.clock_gettime(clock) - cpu))
                entry["collections"] = [*self._collections]
                entry["stacks"] = [*dict.fromkeys(stacks)]
                print(json.dumps(entry), flush=True)

    def _stack(self) -> str:
        frames = traceback.extract_stack(sys._current_frames()[self._main])[-DEEPEST:]
        return " > ".join([f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames])
