"""Play whole games as people do: by clicks, by typing, and through restarts."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec
import simcord

from bot.client import Tefuda
from bot.driving.table import Table
from bot.pages.controls import progress_of
from bot.simulated import SimulatedClock
from bot.tables.snapshot import Snapshot
from bot.tables.state import Change, TableState
from games import Game
from games.core.presentation import Question
from storage.rows import PLAYING, GuildSettings, Name, SeatRow, TableRow
from storage.servers import save_settings
from tests.bot.people import Stage, parts, text_of_message
from tests.games.contract import setup_of

MakeBot = Callable[[SimulatedClock], Tefuda]

VERBS = ("move", "only", "way", "pick", "cards", "goon")
"""Verbs of buttons and menus that lead on in a panel."""


def answers_to_move(snapshot: Snapshot, rng: random.Random) -> Iterator[tuple[str, ...]]:
    """Build a random move by answering questions; yield the answers before each question."""
    assert snapshot.own is not None
    chosen: tuple[str, ...] = ()
    while isinstance((step := progress_of(snapshot, chosen)).next, Question):
        yield chosen
        answers = [choice.value for choice in step.next.choices]
        if step.next.cards:
            answers.append(step.next.value_of(rng.sample(step.next.cards, step.next.sizes[1])))
        chosen = (*step.answers, rng.choice(answers))
        if snapshot.game.presenter.ask(snapshot.own.view, chosen) is None:
            return


async def click_through(stage: Stage, person: Any, rng: random.Random) -> None:
    """Make one move by tapping in the private panel, without going back."""
    table = stage.table
    panel = await stage.tap(person, stage.table_message(), "hand")
    seq = table.state.seq
    for _ in range(12):
        assert await tap_on(person, panel.response, rng), f"nothing to tap: {text_of_message(panel.response)}"
        if table.state.seq != seq:
            return
    raise AssertionError(f"no move in sight: {text_of_message(panel.response)}")


async def tap_on(person: Any, panel: Any, rng: random.Random) -> bool:
    """Tap one component that leads to a move; return whether the panel has one."""
    tappable = [part for part in parts(panel) if part.get("custom_id")]
    of = {verb: [part for part in tappable if part["custom_id"].split(":")[1] == verb] for verb in VERBS}
    keys = [part for part in of["way"] if not part.get("emoji")]  # buttons that lead back have an emoji
    menus = [*of["pick"], *of["cards"]]
    moves = [*of["move"], *of["only"]]
    if moves and (not (menus or keys) or rng.random() < 0.5):
        await person.click(panel, custom_id=rng.choice(moves)["custom_id"])
    elif keys and (not menus or rng.random() < 0.5):
        await person.click(panel, custom_id=rng.choice(keys)["custom_id"])
    elif menus:
        values = [option["value"] for option in menus[-1]["options"]]
        picked = rng.sample(values, menus[-1].get("max_values", 1))
        await person.select(panel, picked, custom_id=menus[-1]["custom_id"])
    elif of["goon"]:  # the reveal has been seen
        await person.click(panel, custom_id=of["goon"][0]["custom_id"])
    else:
        return False
    return True


async def play_typed(stage: Stage, rng: random.Random, moves: int) -> int:
    """Play up to ``moves`` moves by /move; return how many were made."""
    table = stage.table
    made = 0
    while not table.state.is_closed and not table.state.row.is_decided and made < moves:
        player = stage.player_on_turn()
        seat = table.state.seat_of(player.id)
        assert seat is not None
        assert table.state.match is not None
        legal = table.state.match.legal(seat)
        at = min(len(legal) - 1, rng.randrange(40)) if rng.random() < 0.6 else len(legal) - 1
        await player.slash(stage.channel, "move", move=str(legal[at]).upper())
        await stage.env.advance_time(2)
        made += 1
    return made


async def start_another(env: simcord.Env, make_bot: MakeBot) -> None:
    clock = SimulatedClock()
    clock.env = env
    await env.restart_bot(make_bot(clock))


async def restart(stage: Stage, make_bot: MakeBot, seconds: float = 0) -> None:
    await stage.bot.close()
    await start_another(stage.env, make_bot)
    await stage.env.settle()
    if seconds:
        await stage.env.advance_time(seconds)


async def kill(stage: Stage, make_bot: MakeBot, away: float = 0, seconds: float = 0) -> None:
    """Kill the bot, start another one ``away`` seconds later, and let time pass."""
    dead = stage.bot
    await stage.env._detach_bot()  # the bot's tasks stop at once
    await dead.store.close()  # the operating system closes files and lets the lock go
    if away:
        await stage.env.advance_time(away)
    await start_another(stage.env, make_bot)
    if seconds:
        await stage.env.advance_time(seconds)


SHORT = {"bull": ("end", "first"), "trick3": ("length", "short")}
"""The option by which a game is over sooner. The other games are short already."""


async def shorten(stage: Stage, game: str) -> None:
    """Have Alice choose the option by which the game of her lobby is over sooner, if it has one."""
    if game in SHORT:
        page = await stage.tap_more(stage.alice, stage.lobby_message, "options")
        await stage.set_option(page.response, *SHORT[game])


async def limit_turns(stage: Stage, clock: str = "blitz") -> None:
    await stage.bot.store.write(save_settings, GuildSettings(stage.guild.id, clock=clock))


async def send_away(table: Table, *seats: int) -> None:
    """Mark all people as absent, as after missed turns."""

    def away(state: TableState, now: int) -> Change:
        rows = [msgspec.structs.replace(row, is_away=row.is_away or row.seat in seats) for row in state.seats]
        return Change(replace(state, seats=tuple(rows)))

    await table.apply_in_game(away)


def undealt_table(
    game: Game,
    people: Sequence[str],
    options: Mapping[str, str] | None = None,
    *,
    computers: int = 0,
    first: int = 0,
    language: str = "en",
) -> TableState:
    """Return a table before its deal, with computer players and these people (ids from 100 on)."""
    chosen = game.rules.setup(len(people) + computers, options or {}, first).options
    row = TableRow("t1", 1, 2, 100, game.id, dict(chosen), PLAYING, language, 0, first, b"s" * 32)
    rows = [SeatRow(seat, 100 + seat, Name(name), None, seat + 1) for seat, name in enumerate(people)]
    rows += [SeatRow(len(people) + n, None, Name(f"P{n}"), "easy", 1) for n in range(computers)]
    return TableState(row, tuple(rows)).with_first_position()


def dealt_table(game: Game, seed: int, name: str = "W" * 32) -> TableState:
    """Return a dealt table with a setup drawn from the seed, and one name for all players."""
    setup = setup_of(game, seed)
    return undealt_table(game, [name] * setup.seats, setup.options, first=setup.first).with_deal()


def state_after_random_moves(state: TableState, rng: random.Random, moves: int = 1) -> TableState:
    """Return the game after ``moves`` more random moves, or at its end."""
    for _ in range(moves):
        if not isinstance(state.to_act, tuple) or not state.to_act:
            break
        assert state.match is not None
        seat = rng.choice(state.to_act)
        state = state.with_move(seat, rng.choice(state.match.legal(seat))).with_deal()
    return state
