"""A table at which nothing happens costs nothing: nobody looks at it until something is due or new."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.driving.driver import Driver
from bot.driving.keeper import Keeper, Step
from tests.bot.people import Stage
from tests.bot.playing import limit_turns

CALM = 30
"""Seconds after which all that the last tap asked for has been shown, written down and tidied up."""


async def looks_of_a_minute(stage: Stage, patch: pytest.MonkeyPatch) -> int:
    """Count how often keepers look at tables in a minute in which nobody does anything."""
    await stage.env.advance_time(CALM)
    looks, look = [], Keeper._look

    def counted(keeper: Keeper, now: int) -> int | None:
        looks.append(now)
        return look(keeper, now)

    patch.setattr(Keeper, "_look", counted)
    await stage.env.advance_time(60)
    patch.setattr(Keeper, "_look", look)
    return len(looks)


async def a_quiet_game(stage: Stage, clock: str) -> None:
    """Two people at a game, both with open panels; one move was made, the other one thinks."""
    await limit_turns(stage, clock)
    await stage.two()
    for person in (stage.alice, stage.bob):
        await stage.tap(person, stage.table_message(), "hand")
    await stage.move("call single 5")


@pytest.mark.parametrize("clock", ["none", "week", "lobby"])
async def test_nobody_looks_at_a_quiet_table(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, clock: str
) -> None:
    """Not once in a minute, with open panels and a deadline, too; nor at people who wait for others."""
    await (stage.lobby("bull") if clock == "lobby" else a_quiet_game(stage, clock))
    assert await looks_of_a_minute(stage, monkeypatch) == 0


async def test_looking_again_and_again_is_caught(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = Driver.steps

    def always_soon(driver: Driver, now: int) -> Iterator[Step]:
        yield from steps(driver, now)
        yield Step("soon", now + 10_000, driver._end_pause)

    await a_quiet_game(stage, "none")
    monkeypatch.setattr(Driver, "steps", always_soon)
    stage.table.changed.set()
    assert await looks_of_a_minute(stage, monkeypatch) > 3
