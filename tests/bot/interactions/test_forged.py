"""Tests of forged taps with arbitrary custom ids and values, by any person of any server."""

from __future__ import annotations

import random
from typing import Any

import structlog

from bot.client import VERBS
from tests.amounts import EXPLORE
from tests.bot.people import Stage, custom_ids, raw_click, text_of_message

ARGS = (
    *("", "0", "1", "-1", "5", "9" * 20, "9" * 5000, "1:c", "0:x", "0:", "1.a", "1.s", "1.9", "0.0", "all.1"),
    *("end", "pause", "cover:9", "offer:0", "offer:x", "free:1", "watch", "yes", "no", "on", "off", "hard"),
    *(
        "zzz",
        "²",
        "٣",
        "1.²",
        "²:lie",
        "\u202e",
        "x" * 60,
        "a|b|c",
        "0:a|b",
        "2-1:",
        "games",
        "zone",
        ":",
        "::",
    ),
    *("players", "language.x", "best", "bull.wins", "bull.server.week.wins.0", "bull.server.week.wins.²"),
)
"""Endings of custom ids that were mostly never offered."""

VALUES = (
    *(
        [],
        [""],
        ["0"],
        ["-1"],
        ["9" * 23],
        ["9" * 5000],
        ["zzz"],
        ["²"],
        ["٣"],
        ["x" * 100],
        ["a"] * 25,
        ["*"],
    ),
    *(["1", "1"], [str(2**63)], [str(2**64)], ["Asia/Tokyo"], ["thread"], ["blitz"], ["None"], ["bull"]),
)
"""Menu values that were mostly never offered."""

TAPS = 12 * EXPLORE if EXPLORE else 7
"""The number of taps of each verb."""


async def test_forged_taps_cause_no_error(stage: Stage, forged_taps: None) -> None:
    """No handler raises an error at a forged tap, and people of another server change no table."""
    env = stage.env
    other = env.create_guild("Other", preferred_locale="en-US")
    den = other.create_text_channel("den")
    mallory = other.add_member(env.create_user("mallory", global_name="Mallory"))
    await mallory.slash(den, "play", game="bull")
    # Tables in every status are targets: over, in play, a lobby, a planned game, and one on another server.
    await stage.start_three()
    for person in stage.people:
        await stage.confirm_act(person, "end")
    over = custom_ids(stage.channel.last_message)[-1].split(":")[2]
    message = await stage.start_two()
    await stage.alice.slash(stage.channel, "play", game="netsuzo")
    await stage.bob.slash(stage.channel, "play", game="bull", when="in 2 hours")
    open_ids = [table.id for table in stage.bot.tables.open()]
    subjects = [*open_ids, over, "all", "zzzz", "0", "9" * 40, "bull", "lost", str(stage.alice.id)]
    people: list[Any] = [*stage.people, mallory]
    wrong = []
    # Each verb is tapped with random subjects, arguments and values.
    for verb in sorted(VERBS):
        rng = random.Random(verb)
        for _ in range(TAPS):
            person = rng.choice(people)
            seen = den.last_message if person is mallory else message
            arg, values = rng.choice(ARGS), rng.choice([*VALUES, [rng.choice(subjects)]])
            custom_id = f"b:{verb}:{rng.choice(subjects)}" + (f":{arg}" if arg else "")
            before = {table.id: table.state.seats for table in stage.tables + stage.lobbies}
            with structlog.testing.capture_logs() as logs:
                raw_click(person, seen, custom_id, component_type=3 if values else 2, values=values)
                await env.settle()
            sent = (person.id, custom_id[:60], [value[:30] for value in values])
            wrong += [
                (*sent, repr(line.get("exc_info"))) for line in logs if line["event"] == "unexpected error"
            ]
            # A tap from another server may change tables of that server only.
            if person is mallory:
                theirs = [table for table in stage.tables + stage.lobbies if table.id in before]
                changed = [table for table in theirs if table.state.seats != before[table.id]]
                wrong += [(*sent, "changed") for table in changed if table.state.row.guild_id != other.id]
    env._errors_acknowledged = 10**9
    assert wrong == []


async def test_people_of_another_server_cannot_join(stage: Stage, forged_taps: None) -> None:
    other = stage.env.create_guild("Other", preferred_locale="en-US")
    den = other.create_text_channel("den")
    mallory = other.add_member(stage.env.create_user("mallory", global_name="Mallory"))
    await mallory.slash(den, "play", game="bull")
    await stage.alice.slash(stage.channel, "play", game="bull")
    await stage.alice.slash(stage.channel, "play", game="bull", when="in 2 hours")
    here = [table for table in stage.lobbies if table.state.row.guild_id == stage.guild.id]
    for table in here:
        for verb in ("join", "maybe", "notcoming", "decline"):
            raw_click(mallory, den.last_message, f"b:{verb}:{table.id}")
            await stage.env.settle()
        assert not table.state.mentions(mallory.id)


async def test_menu_value_that_was_not_offered_is_stale(stage: Stage) -> None:
    """A chosen value that the menu does not offer is refused before a handler sees it."""
    await stage.lobby()
    page = (await stage.tap_more(stage.alice, stage.lobby_message, "options")).response
    custom_id = next(menu_id for menu_id in custom_ids(page) if menu_id.startswith("s:"))
    clicked = raw_click(stage.alice, page, custom_id, component_type=3, values=["nothing of the kind"])
    await stage.env.settle()
    assert "can’t be chosen any more" in text_of_message(clicked.response)
