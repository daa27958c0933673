"""Tests of the engine protocol, request by request (the design's Engine protocol), and with bad input."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import GAMES, Game
from games.engine import Engine, serve
from tests.games.contract import every_game, seeds

Reply = dict[str, Any]

DEAL = "deal As Kh Kd " + " ".join(
    r + s for s in "shdc" for r in "A23456789TJQK" if r + s not in ("As", "Kh", "Kd")
)
BROKEN = [
    *("", " ", "{", "[]", "null", "1", "NaN", '"cmd"', "\x00", "{}", "{'cmd':'legal'}"),
    *('{"cmd":1}', '{"cmd":null}', '{"cmd":"fly"}', '{"cmd":["new"]}', '{"cmd":"LEGAL"}'),
    *("[" * 100_000, '{"a":' * 100_000, "9" * 100_000, '{"cmd":"x' + "y" * 10**6 + '"}'),
    *(b"\xff\xfe", b"\xef\xbb\xbf{}", b'{"cmd":"\xff"}'),
]
NEW = {"cmd": "new", "game": "bull", "seats": 3}


def ask(engine: Engine, request: object) -> Reply:
    """Send one request; return the reply, which must be JSON."""
    line = request if isinstance(request, str | bytes) else json.dumps(request)
    reply, _ = engine.handle(line)
    return json.loads(json.dumps(reply))  # type: ignore[no-any-return]


def successful_reply(engine: Engine, cmd: str, **fields: object) -> Reply:
    reply = ask(engine, {"cmd": cmd, **fields})
    assert reply.pop("ok") is True, reply
    return reply


def refused_error(engine: Engine, request: object) -> str:
    """Send a request that must be refused without any effect; return the error."""
    before = all_replies(engine)
    reply = ask(engine, request)
    assert reply.pop("ok") is False
    assert list(reply) == ["error"]
    assert reply["error"]
    assert all_replies(engine) == before
    return str(reply["error"])


def all_replies(engine: Engine) -> list[Reply]:
    """Return all replies about the game being played."""
    first = ask(engine, {"cmd": "record"})
    if not first["ok"]:
        return [first]
    seats = int(first["record"].split('[Seats "')[1].split('"')[0])
    views = [ask(engine, {"cmd": "view", "seat": seat}) for seat in (None, *range(seats))]
    return [first, ask(engine, {"cmd": "legal"}), ask(engine, {"cmd": "result"}), *views]


@pytest.fixture
def engine() -> Engine:
    """Return an engine with a game of Porker Bull for three, dealt As, Kh and Kd."""
    engine = Engine()
    successful_reply(engine, "new", game="bull", seats=3)
    successful_reply(engine, "apply", seat="chance", move=DEAL)
    return engine


def test_games_lists_every_game_with_seats_and_options() -> None:
    """The values of each option begin with its default."""
    games = successful_reply(Engine(), "games")["games"]
    assert [entry["id"] for entry in games] == [game.id for game in GAMES]
    assert games[0] == {
        "id": "bull",
        "name": "Porker Bull",
        "seats": [2, 8],
        "options": {
            "deal": ["up", "down"],
            "start": ["1", "2"],
            "wild": ["none", "twos"],
            "end": ["last", "first"],
        },
    }


def test_new_begins_with_chance() -> None:
    """Missing options, ``options`` and ``first`` have defaults, and chance is to act."""
    engine = Engine()
    assert successful_reply(engine, "new", game="bull", seats=3) == {"to_act": "chance"}
    record = successful_reply(engine, "record")["record"]
    assert successful_reply(engine, "new", game="bull", seats=3, options={}, first=0) == {"to_act": "chance"}
    assert successful_reply(engine, "record")["record"] == record
    successful_reply(engine, "new", game="bull", seats=3, options=None, first=None)
    assert successful_reply(engine, "record")["record"] == record


def test_legal_lists_cards_for_chance_to_order() -> None:
    """For chance, the reply has the kind of move and the cards in canonical order."""
    engine = Engine()
    successful_reply(engine, "new", game="bull", seats=3)
    reply = successful_reply(engine, "legal")
    assert reply["to_act"] == "chance"
    assert reply["moves"]["chance"]["kind"] == "deal"
    assert reply["moves"]["chance"]["cards"][:3] == ["As", "2s", "3s"]
    assert len(reply["moves"]["chance"]["cards"]) == 52


def test_legal_lists_the_moves_of_the_seats_to_act(engine: Engine) -> None:
    """Moves are listed by seat, and each move has its canonical notation."""
    reply = successful_reply(engine, "legal")
    assert reply["to_act"] == [0]
    assert list(reply["moves"]) == ["0"]
    assert len(reply["moves"]["0"]) == 326
    assert reply["moves"]["0"][0] == "call single 2"


def test_apply_answers_with_the_canonical_form(engine: Engine) -> None:
    """Letter case and spaces of a move do not matter."""
    assert successful_reply(engine, "apply", seat=0, move="  CALL  pair a \n") == {
        "to_act": [1],
        "move": "call pair A",
    }
    assert successful_reply(engine, "apply", seat=1, move="challenge") == {
        "to_act": "chance",
        "move": "challenge",
    }


def test_shuffle_makes_chance_move_from_text() -> None:
    """Equal texts give equal legal deals, and different texts give different deals; a text is required."""
    moves = []
    for seed in ("one", "one", "two", "", "\ud800"):
        engine = Engine()
        successful_reply(engine, "new", game="bull", seats=3)
        for none in (None, 5, ["x"]):
            refused_error(engine, {"cmd": "shuffle", "seed": none})
        reply = successful_reply(engine, "shuffle", seed=seed)
        assert reply["to_act"] == [0]
        moves.append(reply["move"])
        again = Engine()
        successful_reply(again, "new", game="bull", seats=3)
        successful_reply(again, "apply", seat="chance", move=reply["move"])
        assert all_replies(again) == all_replies(engine)
    assert moves[0] == moves[1]
    assert len(set(moves)) == 4


def test_view_shows_a_seat_its_own_hand_only(engine: Engine) -> None:
    """``null`` is the spectator, and a view contains no legal moves."""
    assert successful_reply(engine, "view", seat=1)["view"]["hand"] == ["Kh"]
    assert successful_reply(engine, "view", seat=None)["view"]["hand"] == []
    assert successful_reply(engine, "view")["view"]["seat"] is None
    assert "legal" not in successful_reply(engine, "view", seat=1)["view"]


def test_result_comes_when_the_game_is_over() -> None:
    """The result has ranking and scores, and afterwards no move is legal."""
    engine = Engine()
    successful_reply(engine, "new", game="bull", seats=2, options={"end": "first"})
    assert successful_reply(engine, "result") == {"over": False}
    for number in range(5):
        seat = successful_reply(engine, "shuffle", seed=f"{number}")["to_act"][0]
        if seat == 0:
            successful_reply(engine, "apply", seat=0, move="call single 2")
        successful_reply(engine, "apply", seat=1, move="call sflush s A")
        assert successful_reply(engine, "result") == {"over": False}
        successful_reply(engine, "apply", seat=0, move="challenge")
    assert successful_reply(engine, "result") == {"over": True, "ranking": [[0], [1]], "scores": [0.0, 5.0]}
    assert successful_reply(engine, "legal") == {"to_act": "over", "moves": {}}


def test_record_and_load_round_trip(engine: Engine) -> None:
    """A record loads as the same game, also with CRLF line ends; a record in capitals is refused."""
    successful_reply(engine, "apply", seat=0, move="call pair A")
    record = successful_reply(engine, "record")["record"]
    for text in (record, record.replace("\n", "\r\n")):
        again = Engine()
        assert successful_reply(again, "load", record=text) == {"to_act": [1]}
        assert all_replies(again) == all_replies(engine)
    refused_error(Engine(), {"cmd": "load", "record": record.upper().replace("BULL", "bull")})


def test_load_error_names_line_of_illegal_move(engine: Engine) -> None:
    """The error begins with the number of the line, and the running game is unchanged."""
    record = successful_reply(engine, "record")["record"]
    assert refused_error(engine, {"cmd": "load", "record": record + "0 challenge\n"}).startswith("line 7:")
    assert refused_error(engine, {"cmd": "load", "record": "nothing"}).startswith("line 1:")


def test_advise_finds_a_legal_move_and_plays_nothing(engine: Engine) -> None:
    """The same request gives the same move without playing it; the level is optional."""
    before = all_replies(engine)
    move = successful_reply(engine, "advise", seat=0)["move"]
    assert move in successful_reply(engine, "legal")["moves"]["0"]
    assert successful_reply(engine, "advise", seat=0, level="normal")["move"] == move
    assert (
        successful_reply(engine, "advise", seat=0, level="easy")["move"]
        in successful_reply(engine, "legal")["moves"]["0"]
    )
    assert all_replies(engine) == before


def test_only_quit_ends_process() -> None:
    """Lines before ``quit`` are always answered, and lines after ``quit`` never."""
    lines = ['{"cmd":"games"}\n', "\n", "no\n", b'{"cmd":"games"}', '{"cmd":"quit"}\n', '{"cmd":"games"}\n']
    replies = [json.loads(line) for line in serve(lines)]
    assert [reply["ok"] for reply in replies] == [True, False, False, True, True]
    assert list(serve([])) == []


@pytest.mark.parametrize("cmd", ["legal", "apply", "shuffle", "view", "result", "record", "advise"])
def test_requests_without_game_get_error(cmd: str) -> None:
    request = {"cmd": cmd, "seat": 0, "move": "challenge", "seed": "x"}
    assert "no game" in refused_error(Engine(), request)


DEEP = (
    ('{"cmd":"new","game":"bull","seats":3,"options":{"wild":', "}}"),
    ('{"cmd":"new","game":"bull","seats":3,"first":', "}"),
    ('{"cmd":"apply","move":"challenge","seat":', "}"),
    ('{"cmd":"advise","seat":0,"level":', "}"),
)
DEPTHS = (10, 500, 900, 960, 980, 990, 1000)
"""Depths up to the limit of the JSON parser."""
APPLY = {"cmd": "apply", "seat": 0, "move": "call pair K"}
REFUSED = [
    *BROKEN,
    *(f"{deep[0]}{'[' * depth}{']' * depth}{deep[1]}" for deep in DEEP for depth in DEPTHS),
    *(NEW | {"game": game} for game in (None, "chess", 7, "g" * 10**5)),
    *(NEW | {"seats": seats} for seats in (None, 1, "3", 3.0, 10**400)),
    *(NEW | {"first": first} for first in (3, "0", [0])),
    *(NEW | {"options": options} for options in ([], "wild=twos", {"joker": "1"}, {"o" * 10**5: "1"})),
    *(NEW | {"options": {"wild": wild}} for wild in ("threes", {"a": "twos"}, "w" * 10**5)),
    *(NEW | {"options": {"start": start}} for start in (3, 10**300, float("inf"))),
    *(APPLY | {"seat": seat} for seat in (1, 3, -1, "0", None, 0.0, True, "over")),
    APPLY | {"seat": "chance", "move": DEAL},
    *(APPLY | {"move": move} for move in (None, 5, "", "challenge", "call", DEAL, "call pair Ｋ")),
    *(APPLY | {"move": move} for move in ("x" * 10**6, ["call pair K"])),
    {"cmd": "shuffle", "seed": "x"},
    *({"cmd": "advise", "seat": seat} for seat in (None, 1)),
    *({"cmd": "advise", "seat": 0, "level": level} for level in ("brilliant", None)),
    *({"cmd": "view", "seat": seat} for seat in (3, "0", True)),
    *({"cmd": "load", "record": record} for record in (None, 5, "")),
]


@pytest.mark.parametrize("request_", REFUSED, ids=lambda request_: repr(request_)[:60])
def test_invalid_requests_get_short_error_without_effect(
    engine: Engine, request_: Reply | str | bytes
) -> None:
    """Unknown, untimely, too long or too deep requests get a short error."""
    assert len(refused_error(engine, request_)) < 200


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
COMMANDS = ["new", "legal", "apply", "shuffle", "view", "result", "record", "load", "advise", "games", "fly"]
FIELDS = ("game", "seats", "options", "first", "seat", "move", "seed", "record", "level")
requests = st.fixed_dictionaries(
    {"cmd": st.sampled_from(COMMANDS)}, optional=dict.fromkeys(FIELDS, json_values)
)
words = st.sampled_from(
    ["call", "pair", "K", "A", "s", "challenge", "deal", "As", "single", "♠", "0", "", "\u3000"]
)


@given(line=st.one_of(st.text(), st.binary(), requests.map(json.dumps), json_values.map(json.dumps)))
@settings(deadline=None)
def test_any_input_gets_reply_and_errors_change_nothing(line: str | bytes) -> None:
    """Random input never raises an exception, and an error leaves record, moves and views unchanged."""
    engine = Engine()
    successful_reply(engine, "new", game="bull", seats=2)
    successful_reply(engine, "shuffle", seed="x")
    before = all_replies(engine)
    reply = ask(engine, line)
    if not reply["ok"]:
        assert all_replies(engine) == before


@every_game
@given(seed=seeds, text=st.lists(words, max_size=5).map(" ".join), pick=st.integers(0, 10**6))
@settings(max_examples=10, deadline=None)
def test_broken_moves_change_nothing(game: Game, seed: int, text: str, pick: int) -> None:
    """In every game, legal moves with a changed, doubled or missing word are refused without effect."""
    engine = Engine()
    to_act = successful_reply(engine, "new", game=game.id, seats=game.rules.seats[0])["to_act"]
    while to_act == "chance":
        to_act = successful_reply(engine, "shuffle", seed=f"{seed}")["to_act"]
    if to_act == "over":  # a deal may leave nothing to play
        return
    reply = successful_reply(engine, "legal")
    seat = reply["to_act"][0]
    legal = reply["moves"][str(seat)]
    parts = legal[pick % len(legal)].split()
    at = pick % len(parts)
    for broken in (
        " ".join(parts[:at] + parts[at + 1 :]),
        " ".join([*parts, parts[at]]),
        " ".join([*parts[:at], text, *parts[at + 1 :]]),
        " ".join(reversed(parts)),
        text,
    ):
        before = all_replies(engine)
        reply = ask(engine, {"cmd": "apply", "seat": seat, "move": broken})
        if reply["ok"]:
            assert reply["move"] in legal
            return
        assert all_replies(engine) == before


@every_game
def test_whole_games_can_be_played_by_protocol(game: Game) -> None:
    """Games with shuffles from texts and moves by advice end, and their records load."""
    engine = Engine()
    seats = game.rules.seats[0]
    to_act = successful_reply(engine, "new", game=game.id, seats=seats)["to_act"]
    for number in range(300):
        if to_act == "over":
            break
        if to_act == "chance":
            to_act = successful_reply(engine, "shuffle", seed=f"{number}")["to_act"]
            continue
        move = successful_reply(engine, "advise", seat=to_act[-1], level="easy")["move"]
        to_act = successful_reply(engine, "apply", seat=to_act[-1], move=move)["to_act"]
    again = Engine()
    assert (
        successful_reply(again, "load", record=successful_reply(engine, "record")["record"])["to_act"]
        == to_act
    )
    assert all_replies(again) == all_replies(engine)
