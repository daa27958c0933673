"""Whatever comes, the engine answers, and after an error the game is as it was."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from games import Game
from games.engine import Engine
from tests.games.contract import every_game, seeds
from tests.games.engines import ask, everything, fine

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
def test_whatever_comes_gets_a_reply_and_errors_change_nothing(line: str | bytes) -> None:
    """Never an exception; after an error the record, the moves and all views are as before."""
    engine = Engine()
    fine(engine, "new", game="bull", seats=2)
    fine(engine, "shuffle", seed="x")
    before = everything(engine)
    reply = ask(engine, line)
    if not reply["ok"]:
        assert everything(engine) == before


@every_game
@given(seed=seeds, text=st.lists(words, max_size=5).map(" ".join), pick=st.integers(0, 10**6))
@settings(max_examples=10, deadline=None)
def test_broken_moves_change_nothing(game: Game, seed: int, text: str, pick: int) -> None:
    """Legal moves with a word changed, doubled or left out, in every game."""
    engine = Engine()
    to_act = fine(engine, "new", game=game.id, seats=game.rules.seats[0])["to_act"]
    while to_act == "chance":
        to_act = fine(engine, "shuffle", seed=f"{seed}")["to_act"]
    if to_act == "over":  # a deal may leave nothing to play
        return
    reply = fine(engine, "legal")
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
        before = everything(engine)
        reply = ask(engine, {"cmd": "apply", "seat": seat, "move": broken})
        if reply["ok"]:
            assert reply["move"] in legal
            return
        assert everything(engine) == before


@every_game
def test_whole_games_can_be_played_by_protocol_alone(game: Game) -> None:
    """With shuffles from a text and advice of easy players; the record loads to the same end."""
    engine = Engine()
    seats = game.rules.seats[0]
    to_act = fine(engine, "new", game=game.id, seats=seats)["to_act"]
    for number in range(300):
        if to_act == "over":
            break
        if to_act == "chance":
            to_act = fine(engine, "shuffle", seed=f"{number}")["to_act"]
            continue
        move = fine(engine, "advise", seat=to_act[-1], level="easy")["move"]
        to_act = fine(engine, "apply", seat=to_act[-1], move=move)["to_act"]
    again = Engine()
    assert fine(again, "load", record=fine(engine, "record")["record"])["to_act"] == to_act
    assert everything(again) == everything(engine)
