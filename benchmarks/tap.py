"""Traces a tap that plays a move of Porker Bull: what runs until the player is answered.

    python -m benchmarks.tap            how many files, functions and changes of file
    python -m benchmarks.tap --list     the calls in their order, too

The bot runs in the simulated Discord. Only code of ``bot``, ``games`` and ``storage`` counts, from the click
until the answer is sent, without the clock of the simulation. The fewer files a tap passes, the sooner its
way is read.
"""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Awaitable
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any, NamedTuple
from unittest.mock import patch

import simcord
import structlog

from benchmarks import command, print_table
from bot.config import Config
from bot.randomness import SeededChance
from bot.simulated import SimulatedClock, SimulatedConnection, simulated_client
from bot.wire.transport import ApiRequest, HttpResponse
from tests.bot.people import Stage, move_ids

ROOT = Path(__file__).parent.parent
PRODUCT = tuple(f"{ROOT / package}/" for package in ("bot", "games", "storage"))
SIMULATION = f"{ROOT}/bot/simulated.py"

COMPREHENSIONS = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")
"""Names of code that is no function to its reader. Later versions of Python make no call for most of it."""

WARM_UP_TAPS = 4
"""Taps before the traced one, which fill the caches."""


class ProductCall(NamedTuple):
    """A call of a function of the product."""

    file: str
    line: int
    function: str


class Trace:
    """Records the product's calls in their order, in this thread and in all threads that start later.

    Attributes:
        is_on: calls are recorded now.
    """

    def __init__(self) -> None:
        self.calls: list[ProductCall] = []
        self.is_on = False
        threading.setprofile(self._note)
        sys.setprofile(self._note)

    def _note(self, frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if not self.is_on or event != "call" or not code.co_filename.startswith(PRODUCT):
            return
        # The operand of the instruction RESUME is 0 at a function's start, and not 0 where a generator or a
        # coroutine goes on.
        is_first = code.co_code[frame.f_lasti + 1] == 0
        if is_first and code.co_filename != SIMULATION and code.co_name not in COMPREHENSIONS:
            name = str(Path(code.co_filename).relative_to(ROOT))
            self.calls.append(ProductCall(name, code.co_firstlineno, code.co_name))


async def traced_calls(folder: str) -> list[ProductCall]:
    """Play a few moves by taps, and return the calls of the last tap until its answer is sent."""
    config = Config(
        database=f"{folder}/tefuda.db",
        computer_pause=0,
        moments=0,
        computer_workers=0,
        clock="none",
        card_emoji="off",
    )
    # The threads of the database start with the bot.
    trace = Trace()
    clock = SimulatedClock()
    env = clock.env = simcord.Env(simulated_client(config, clock, SeededChance(1)))
    await env.start()
    stage = Stage(env)
    await stage.lobby("bull")
    await stage.tap(stage.bob, stage.lobby_message, "join")
    await stage.tap(stage.alice, stage.lobby_message, "start", seconds=3)
    panels = {person.id: await stage.open_panel(person) for person in (stage.alice, stage.bob)}
    for _ in range(WARM_UP_TAPS):
        click = await _next_click(stage, panels)
        await click
    click = await _next_click(stage, panels)
    send = SimulatedConnection.request

    async def sent(line: SimulatedConnection, request: ApiRequest) -> HttpResponse:
        if "/callback" in request.path:
            trace.is_on = False
        return await send(line, request)

    with patch.object(SimulatedConnection, "request", sent):
        trace.is_on = True
        await click
    sys.setprofile(None)
    threading.setprofile(None)
    await env.bot.close()
    await env.shutdown()
    return trace.calls


async def _next_click(stage: Stage, panels: dict[int, Any]) -> Awaitable[object]:
    await stage.env.advance_time(3)
    person = stage.player_on_turn()
    panel = stage.current_message(panels[person.id].id)
    click: Awaitable[object] = person.click(panel, custom_id=move_ids(panel)[0])
    return click


def main() -> None:
    """Print the figures of one tap."""
    parser = command(__doc__)
    parser.add_argument("--list", action="store_true", help="print every call")
    wanted = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    with TemporaryDirectory() as folder:
        calls = asyncio.run(traced_calls(folder))
    files = [call.file for call in calls]
    changes = sum(file != former for former, file in pairwise(files))
    packages = {str(Path(file).parent) for file in files}
    if wanted.list:
        for call in calls:
            print(f"{call.file}:{call.line} {call.function}")
    print_table(
        ("until the answer", "calls", "functions", "files", "packages", "changes of file"),
        [("one tap", len(calls), len(set(calls)), len(set(files)), len(packages), changes)],
    )


if __name__ == "__main__":
    main()
