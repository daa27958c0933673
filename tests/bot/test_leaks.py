"""Nothing about a hidden card reaches anything that another person could read."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import msgspec
import pytest

from bot.language.localizer import card_text
from tests.bot.people import Stage
from tests.bot.playing import SEATS, click_through
from tests.games.contract import every_game_id

EPHEMERAL = 64


def public_bodies(stage: Stage, since: int) -> list[str]:
    """List the bodies of all requests since then whose effect everybody in the channel sees."""
    bodies = []
    for request in stage.env.http_requests[since:]:
        body: Any = request.json
        if request.method == "GET" or body is None:
            continue
        is_channel = request.path.startswith("/channels/")
        is_open = "/callback" in request.path and not _is_private(stage, body)
        if is_channel or is_open:
            bodies.append(json.dumps(body, ensure_ascii=False))
    return bodies


def _is_private(stage: Stage, body: Any) -> bool:
    """Tell whether an answer is ephemeral, or changes a message that is (a panel, by its accent)."""
    data = body.get("data") or {}
    if data.get("flags", 0) & EPHEMERAL or body.get("type") in (6, 8):
        return True
    return (body.get("type") == 7 and '"s:pick' in json.dumps(data)) or "hand-" in json.dumps(data)


def strings_in(value: Any) -> set[str]:
    """Collect every string of a view."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, dict):
        return set().union(*(strings_in(v) for v in value.values()), set())
    if isinstance(value, list | tuple):
        return set().union(*(strings_in(v) for v in value), set())
    return set()


@every_game_id
@pytest.mark.parametrize("seed", [1, 2])
async def test_public_requests_name_only_cards_that_lie_open(stage: Stage, game: str, seed: int) -> None:
    """Every card in a public text, picture description or custom id was in a spectator's view."""
    rng = random.Random(seed)
    lobby = await stage.lobby(game, SEATS[game])
    since = len(stage.env.http_requests)
    await stage.tap(stage.alice, lobby, "start")
    table = stage.table
    rules = table.state.game.rules
    family = rules.family(table.state.row.options)
    names = {
        card_text(card, family.name): card for card in family.cards if len(card_text(card, family.name)) > 1
    }
    printed = re.compile("(?<![0-9])(" + "|".join(sorted(map(re.escape, names), key=len, reverse=True)) + ")")
    opened: set[str] = set()
    for _ in range(45):
        if table.state.is_closed:
            break
        if table.state.acting(human=True):
            await click_through(stage, stage.alice, rng)
        # Computer players move inside one settling, so the positions in between are looked at, too.
        for line in _all_spectator_strings(table):
            opened |= {card for card in (line, *line.split()) if card in family.order}
            opened |= _declared(line)
        for body in public_bodies(stage, since):
            named = {names[text] for text in printed.findall(body)}
            assert named <= opened | {"Jk"}, (game, named - opened)
        since = len(stage.env.http_requests)
        await stage.env.advance_time(2)
    assert table.state.seq > 10


def _all_spectator_strings(table: Any) -> set[str]:
    match, rules = table.state.match, table.state.game.rules
    state = rules.start(match.setup)
    found: set[str] = set()
    for actor, move in match.moves:
        state = rules.apply(state, actor, move)
        found |= strings_in(msgspec.to_builtins(rules.view(state, None)))
    return found


def _declared(line: str) -> set[str]:
    """List the cards that an open call or declaration of one suit names, whoever holds them."""
    words = line.split()
    if len(words) > 3 and words[1] in ("flush", "sflush"):
        return {rank + words[2] for rank in words[3:]}
    return set()


async def test_hands_are_only_in_private_answers(stage: Stage) -> None:
    """The panel is ephemeral, and nobody else's panel or the table holds its picture."""
    lobby = await stage.lobby("bull")
    await stage.tap(stage.bob, lobby, "join")
    await stage.tap(stage.alice, stage.channel.last_message, "start")
    panel = await stage.tap(stage.alice, stage.table_message(), "hand")
    assert panel.response.ephemeral
    assert panel.response.id not in [m.id for m in stage.channel.history(viewer=stage.bob)]
    stranger = await stage.tap(stage.carol, stage.table_message(), "hand")
    assert stranger.response.ephemeral
    assert not stranger.response.attachments


async def test_logs_hold_no_moves_and_no_seed(stage: Stage, capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever is logged, cards, seeds and custom ids are not in it."""
    lobby = await stage.lobby("bull", 1)
    await stage.tap(stage.alice, lobby, "start")
    table = stage.table
    if table.state.acting(human=True):
        await stage.alice.slash(stage.channel, "move", move="call single 5")
    print(table, table.state.match, table.state.match.state, table.state.row, table.state.key)
    assert table.state.row.seed is not None
    out = capsys.readouterr().out
    assert table.state.row.seed.hex() not in out
    assert "deal " not in out
    dealt = table.state.match.moves[0][1]
    hands = [card for hand in table.state.match.state.hands for card in hand] or dealt.cards[:2]  # type: ignore[attr-defined]
    assert not any(re.search(rf"['\" ]{card}['\" ,)]", out) for card in hands)
