"""Talk to an engine in tests: ask, and see that nothing has changed after an error."""

from __future__ import annotations

import json
from typing import Any

from games.engine import Engine

Reply = dict[str, Any]


def ask(engine: Engine, request: object) -> Reply:
    """Send one request; the reply must be printable as JSON."""
    line = request if isinstance(request, str | bytes) else json.dumps(request)
    reply, _ = engine.handle(line)
    return json.loads(json.dumps(reply))  # type: ignore[no-any-return]


def fine(engine: Engine, cmd: str, **fields: object) -> Reply:
    reply = ask(engine, {"cmd": cmd, **fields})
    assert reply.pop("ok") is True, reply
    return reply


def wrong(engine: Engine, request: object) -> str:
    """Send a request that is refused; nothing has changed after it."""
    before = everything(engine)
    reply = ask(engine, request)
    assert reply.pop("ok") is False
    assert list(reply) == ["error"]
    assert reply["error"]
    assert everything(engine) == before
    return str(reply["error"])


def everything(engine: Engine) -> list[Reply]:
    """Ask for all that there is to know of the game being played."""
    first = ask(engine, {"cmd": "record"})
    if not first["ok"]:
        return [first]
    seats = int(first["record"].split('[Seats "')[1].split('"')[0])
    views = [ask(engine, {"cmd": "view", "seat": seat}) for seat in (None, *range(seats))]
    return [first, ask(engine, {"cmd": "legal"}), ask(engine, {"cmd": "result"}), *views]
