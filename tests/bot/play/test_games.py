"""`/hand` where one plays at no table: all games where one sits, on all servers."""

from __future__ import annotations

from tests.bot.people import Stage, custom_ids, said
from tests.bot.playing import limit_turns, started


async def test_hand_elsewhere_lists_ones_games(stage: Stage) -> None:
    """Those that wait for one first, each with a link and the time left; a tap opens the hand from there."""
    await limit_turns(stage, "week")
    await started(stage)
    first = stage.table
    other = stage.guild.create_text_channel("elsewhere")
    mine = stage.channel
    stage.channel = stage.guild.create_text_channel("more")
    await stage.begin(stage.bob)
    (second,) = [table for table in stage.tables if table is not first]
    acting = {table.id: table.state.acting(human=True)[0] for table in (first, second)}
    waits = [
        table for table in (first, second) if table.state.seats[acting[table.id]].user_id == stage.alice.id
    ]
    if len(waits) == 2:  # let one of them wait for Bob
        await first.play(acting[first.id], "call single 5")
        waits = [second]
    listed = await stage.alice.slash(other, "hand")
    assert listed.response.ephemeral
    text = said(listed.response)
    order = sorted((first, second), key=lambda table: table not in waits)
    assert [cid.split(":")[2] for cid in custom_ids(listed.response)] == [table.id for table in order]
    for table in (first, second):
        place = f"https://discord.com/channels/{stage.guild.id}/{table.state.place_id}"
        assert f"{place}/{table.shown.message_id}" in text
        assert f"<t:{table.state.row.deadline // 1000}:R>" in text
    assert text.count("Your turn") == len(waits)
    opened = await stage.tap(stage.alice, listed.response, "hand")
    assert opened.response.ephemeral
    assert f"hand-{order[0].id}" in str(opened.response.components)
    here = await stage.alice.slash(mine, "hand")
    assert "Your games" not in said(here.response)


async def test_games_of_other_servers_are_listed(stage: Stage) -> None:
    """Also such that another process serves, with a link alone."""
    await started(stage)
    table = stage.table
    club = stage.env.create_guild("Other club")
    channel = club.create_text_channel("games")
    alice = club.add_member(stage.alice.user)
    listed = await alice.slash(channel, "hand")
    assert "Club" in said(listed.response)
    del stage.bot.tables.tables[table.id]  # as if another process had it
    again = await alice.slash(channel, "hand")
    assert f"/channels/{stage.guild.id}/{stage.channel.id}" in said(again.response)
    assert custom_ids(again.response) == []
    stage.bot.tables.tables[table.id] = table


async def test_who_plays_nowhere_is_told_how_to_begin(stage: Stage) -> None:
    """Nothing is listed."""
    none = await stage.carol.slash(stage.channel, "hand")
    assert "not in a running game" in said(none.response)
