"""The engine protocol: other programs use the rules through JSON Lines, with one reply to each request."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, TypeAlias

import msgspec

from games import GAMES, find_game, find_rules
from games.core.errors import IllegalMove, Refusal, RulesError
from games.core.game import DEFAULT_LEVEL, LEVELS, Game
from games.core.match import Match, ShuffleKey, read_record, write_record
from games.core.moves import AnyChanceRequest, RollRequest
from games.core.rules import CHANCE, OVER, Actor, is_to_act

Request: TypeAlias = dict[str, Any]
Reply: TypeAlias = dict[str, Any]


class ProtocolError(ValueError):
    """A request that does not follow the protocol."""


class HandledRequest(NamedTuple):
    """The reply to a request, and whether the request was ``quit``."""

    reply: Reply
    is_quit: bool


class Engine:
    """A session of the engine protocol with at most one game at a time."""

    def __init__(self) -> None:
        self._match: Match | None = None
        self._commands: dict[str, Callable[[Request], Reply]] = {
            "games": self._games,
            "new": self._new,
            "legal": self._legal,
            "apply": self._apply,
            "shuffle": self._shuffle,
            "view": self._view,
            "result": self._result,
            "record": self._record,
            "load": self._load,
            "advise": self._advise,
            "quit": lambda request: {},
        }

    def handle(self, line: str | bytes) -> HandledRequest:
        """Return the reply to one line of input. Errors become replies."""
        try:
            request = _parse_request(line)
            command = self._commands.get(_field(request, "cmd", str))
            if command is None:
                raise ProtocolError(f"there is no command {str(request['cmd'])[:60]!r}")
            return HandledRequest({"ok": True, **command(request)}, request["cmd"] == "quit")
        except (RulesError, ProtocolError) as error:
            return HandledRequest({"ok": False, "error": str(error)}, False)

    # --- one method per command -------------------------------------------------------------------

    def _games(self, request: Request) -> Reply:
        return {"games": list(map(_printed_game, GAMES))}

    def _new(self, request: Request) -> Reply:
        rules = find_rules(_field(request, "game", str))
        options = request.get("options")
        if options is not None and not isinstance(options, dict):
            raise ProtocolError("options must be an object")
        first = request.get("first")
        setup = rules.setup(_field(request, "seats", int), options, 0 if first is None else first)
        self._match = Match(rules, setup)
        return {"to_act": self._match.to_act}

    def _legal(self, request: Request) -> Reply:
        match = self._current_match()
        moves: dict[str, Any] = {}
        if match.to_act == CHANCE:
            moves["chance"] = _printed_request(match.rules.chance(match.state))
        elif isinstance(match.to_act, tuple):
            moves = {str(seat): list(map(str, match.legal(seat))) for seat in match.to_act}
        return {"to_act": match.to_act, "moves": moves}

    def _apply(self, request: Request) -> Reply:
        match = self._current_match()
        actor: Actor = CHANCE if request.get("seat") == CHANCE else self._valid_seat(request)
        move = match.play(actor, _field(request, "move", str))
        return {"to_act": match.to_act, "move": str(move)}

    def _shuffle(self, request: Request) -> Reply:
        match = self._current_match()
        move = match.play(CHANCE, match.chance_move(ShuffleKey.from_text(_field(request, "seed", str))))
        return {"to_act": match.to_act, "move": str(move)}

    def _view(self, request: Request) -> Reply:
        match = self._current_match()
        if request.get("seat") is None:
            seat = None
        else:
            seat = self._valid_seat(request)
        return {"view": msgspec.to_builtins(match.view(seat))}

    def _result(self, request: Request) -> Reply:
        result = self._current_match().result()
        if result is None:
            return {"over": False}
        return {"over": True, "ranking": result.ranking, "scores": result.scores}

    def _record(self, request: Request) -> Reply:
        return {"record": write_record(self._current_match())}

    def _load(self, request: Request) -> Reply:
        match, _ = read_record(_field(request, "record", str), find_rules)
        self._match = match
        return {"to_act": match.to_act}

    def _advise(self, request: Request) -> Reply:
        match = self._current_match()
        seat = self._valid_seat(request)
        level = request.get("level", DEFAULT_LEVEL)
        if level not in LEVELS:
            raise ProtocolError(f"level must be one of {', '.join(LEVELS)}")
        if not is_to_act(match.to_act, seat):
            code = "over" if match.to_act == OVER else "not-your-turn"
            raise IllegalMove(Refusal(code, f"Seat {seat} is not to act."))
        # Seeded by the position, so a repeated request gets the same move.
        rng = random.Random(f"{len(match.moves)} {seat} {level}")
        move = find_game(match.rules.id).advise(match.view(seat), match.legal(seat), level, rng)
        return {"move": str(move)}

    # --- helpers ----------------------------------------------------------------------------------

    def _current_match(self) -> Match:
        if self._match is None:
            raise ProtocolError("no game yet: send new or load first")
        return self._match

    def _valid_seat(self, request: Request) -> int:
        seat: int = _field(request, "seat", int)
        if not 0 <= seat < self._current_match().setup.seats:
            raise ProtocolError(f"there is no seat {seat}")
        return seat


def _printed_game(game: Game) -> Reply:
    return {
        "id": game.id,
        "name": game.rules.name,
        "seats": list(game.rules.seats),
        "options": {name: list(values) for name, values in game.rules.options.items()},
    }


def _printed_request(request: AnyChanceRequest) -> Reply:
    if isinstance(request, RollRequest):
        return {"kind": request.kind, "dice": request.dice, "faces": request.faces}
    return {"kind": request.kind, "cards": request.cards}


def _parse_request(line: str | bytes) -> Request:
    try:
        request = json.loads(line)
    except (ValueError, RecursionError):
        raise ProtocolError("this line is no JSON object") from None
    if not isinstance(request, dict):
        raise ProtocolError("this line is no JSON object")
    return request


def _field(request: Request, name: str, value_type: type) -> Any:
    value = request.get(name)
    if not isinstance(value, value_type) or isinstance(value, bool):
        raise ProtocolError(f"{name} is missing or not {'a text' if value_type is str else 'a whole number'}")
    return value


def serve(lines: Iterable[str | bytes]) -> Iterator[bytes]:
    """Yield one line of reply to each line of input, until ``quit`` or the end of the input."""
    engine = Engine()
    for line in lines:
        reply, is_last = engine.handle(line)
        yield json.dumps(reply, ensure_ascii=True, separators=(",", ":")).encode() + b"\n"
        if is_last:
            return
