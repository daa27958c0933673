"""Tests of moderation: closed tables, removed people, bans, and the public notices of these acts."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from typing import Any

import discord
import pytest

from bot import moderation as order_actions
from bot.tables import endings, lobby, planning
from bot.tables.lobby import has_stake, invite
from bot.tables.state import TableState
from storage import servers
from storage.errors import Banned
from storage.people import is_banned, load_subscriptions, save_subscriptions
from storage.rows import CLOSED as PLACE_GONE
from storage.rows import GuildSettings
from storage.scores.stats import load_stats
from storage.servers import BANNED, CHANGED, REMOVED, REPORTED, Act, load_acts, record_act, save_settings
from storage.tables.loading import load_open_table_ids
from tests.bot.faults import CHANNELS, Faults, disk_full, unconnected
from tests.bot.finding import lobby_text
from tests.bot.moderation.keeping import close_table, closing_question, moderate_member, panel_of
from tests.bot.people import Stage, custom_ids, text_of_message
from tests.bot.playing import MakeBot, kill, restart
from tests.storage.helpers import load_result


async def invite_bob(stage: Stage) -> None:
    more = await stage.tap(stage.alice, stage.message("Seats"), "more")
    await stage.alice.select(more.response, [stage.bob], custom_id=f"u:invite:{stage.lobby_state.id}")


async def with_bob(stage: Stage) -> Any:
    """Have Bob take a seat in Alice's lobby; return its message."""
    lobby = await stage.lobby()
    await stage.tap(stage.bob, lobby, "join")
    return stage.channel.last_message


async def test_moderator_can_close_a_game(stage: Stage, moderator: Any) -> None:
    """A moderator without a seat closes the game; no rating changes, and the message names the moderator."""
    message = await stage.start_two()
    panel = await stage.tap(moderator, message, "acts")
    assert panel.response.ephemeral
    await stage.tap(moderator, panel.response, "order_ask")
    assert "Nobody who still plays loses rating" in text_of_message(panel.response)
    await close_table(stage, moderator, panel.response)
    assert not stage.tables
    assert "Mia closed this table as a moderator: “We need the channel”" in text_of_message(
        stage.channel.last_message
    )
    for user_id in (stage.alice.id, stage.bob.id):
        stats = await stage.bot.store.read(load_stats, user_id, None)
        assert stats is None or not stats.games


@pytest.mark.parametrize("phase", ["lobby", "game"])
async def test_closing_moderator_is_shown_after_a_crash(
    stage: Stage, moderator: Any, make_bot: MakeBot, phase: str
) -> None:
    """If Discord is unreachable at the closing, the notice names the moderator after a restart."""
    await (with_bob(stage) if phase == "lobby" else stage.start_two())
    (table,) = stage.bot.tables.open()
    panel = await closing_question(stage, moderator, table.id)
    assert not table.state.is_closed
    # Discord is unreachable, so the closing is stored but not shown.
    Faults(stage.env).fail(CHANNELS, unconnected, 1000)
    await close_table(stage, moderator, panel)
    assert table.state.is_closed
    assert not any("closed this table" in text_of_message(message) for message in stage.channel.history())
    # The next process shows it, and the moderators' log has it without the table's id.
    await kill(stage, make_bot, seconds=5)
    notices = [
        text_of_message(message)
        for message in stage.channel.history()
        if "closed this table" in text_of_message(message)
    ]
    assert [
        "🛡️ Mia closed this table as a moderator: “We need the channel”" in notice for notice in notices
    ] == [True]
    log = await stage.tap(moderator, await panel_of(stage, moderator), "order_log")
    assert re.search(
        r"Mia closed 🐂 Porker Bull in <#\d+>, opened <t:\d+:f>: “We need the channel”",
        text_of_message(log.response),
    )
    assert table.id not in text_of_message(log.response)


async def test_table_stays_open_if_its_closing_cannot_be_logged(stage: Stage, moderator: Any) -> None:
    await stage.start_two()
    (table,) = stage.bot.tables.open()
    panel = await closing_question(stage, moderator, table.id)
    Faults(stage.env).fail("write save_acts", disk_full)
    await close_table(stage, moderator, panel)
    assert table.state.is_playing
    assert await stage.bot.store.read(load_acts, stage.guild.id, 0, 10) == ()


async def test_removed_people_cannot_rejoin_the_lobby(stage: Stage, make_bot: MakeBot) -> None:
    """The removed person cannot join or be invited, also after a restart, but can join other lobbies."""
    lobby = await with_bob(stage)
    panel = await stage.tap(stage.alice, lobby, "more")
    await stage.choose(stage.alice, panel.response, "out", [str(stage.bob.id)])
    await stage.env.advance_time(2)
    assert "🛡️ Alice removed Bob from this lobby." in lobby_text(stage)
    assert [seat.name for seat in stage.lobby_state.seats] == ["Alice"]
    await restart(stage, make_bot, seconds=2)
    assert "🛡️ Alice removed Bob from this lobby." in lobby_text(stage)
    refused = await stage.tap(stage.bob, stage.message("Seats"), "join")
    assert "removed from this lobby" in text_of_message(refused.response)
    await invite_bob(stage)
    assert stage.lobby_state.seat_of(stage.bob.id) is None
    assert f"<@{stage.bob.id}>" not in lobby_text(stage)
    await stage.carol.slash(stage.channel, "play", game="bull")
    await stage.tap(stage.bob, stage.channel.last_message, "join")
    assert any(table.state.seat_of(stage.bob.id) is not None for table in stage.lobbies)


async def test_deletion_of_data_does_not_readmit_removed_people(stage: Stage, make_bot: MakeBot) -> None:
    """A removed person stays excluded after a deletion of data, until the game is over."""
    await stage.tap(stage.carol, await with_bob(stage), "join")
    panel = await stage.tap(stage.alice, stage.channel.last_message, "more")
    await stage.choose(stage.alice, panel.response, "out", [str(stage.bob.id)])
    await stage.bot.tables.forget(stage.bob.id)
    for _ in range(2):
        await stage.env.advance_time(2)
        refused = await stage.tap(stage.bob, stage.message("Seats"), "join")
        assert "removed from this lobby" in text_of_message(refused.response)
        await invite_bob(stage)
        assert f"<@{stage.bob.id}>" not in lobby_text(stage)
        await restart(stage, make_bot)
    await stage.env.advance_time(2)
    await stage.tap(stage.alice, stage.message("Seats"), "start")
    seat = stage.state.seat_of(stage.carol.id)
    await stage.resign(stage.carol)
    await stage.table.apply_in_game(endings.vote, stage.state.seats[0].user_id, f"offer:{seat}")
    await restart(stage, make_bot, seconds=2)
    refused = await stage.tap(stage.bob, stage.table_message(), "take")
    assert "removed from this lobby" in text_of_message(refused.response)
    stored = await stage.stored_table()
    assert len(stored.excluded_keys) == 3  # two former players and a banned person
    await stage.table.apply_in_game(endings.close, PLACE_GONE)
    stored = await stage.stored_table(stored.table.id)
    assert not stored.excluded_keys


async def test_moderator_can_remove_the_host(stage: Stage, moderator: Any) -> None:
    """If a moderator removes the host, the next seated person becomes host."""
    lobby = await with_bob(stage)
    more = await stage.tap(moderator, lobby, "more")
    await stage.tap(moderator, more.response, "order")
    await stage.choose(moderator, more.response, "order_out", [str(stage.alice.id)])
    await stage.env.advance_time(2)
    assert stage.lobby_state.row.host_id == stage.bob.id
    assert "🛡️ Mia removed Alice from this lobby." in lobby_text(stage)


async def test_other_players_cannot_remove_people(stage: Stage) -> None:
    """A seated player who is not the host sees no button for removing people and cannot forge one."""
    lobby = await with_bob(stage)
    more = await stage.tap(stage.bob, lobby, "more")
    assert not [cid for cid in custom_ids(more.response) if ":out:" in cid or ":order:" in cid]
    custom_id = f"s:out:{stage.lobby_state.id}"
    refused = await stage.forge(stage.bob, more.response, custom_id, str(stage.alice.id))
    assert "Only the host" in refused
    assert len(stage.lobby_state.seats) == 2


async def test_banned_people_leave_lobbies_and_cannot_play(stage: Stage, moderator: Any) -> None:
    """A banned person loses all seats in lobbies at once and cannot play until the ban is lifted."""
    await with_bob(stage)
    panel = await moderate_member(stage, moderator, stage.bob, "order_bar")
    await stage.env.advance_time(2)
    assert "banned from tables" in text_of_message(panel)
    assert "🛡️ Mia removed Bob from this lobby." in lobby_text(stage)
    refused = await stage.bob.slash(stage.channel, "play", game="bull")
    assert "banned you from this server’s tables" in text_of_message(refused.response)
    await stage.carol.slash(stage.channel, "play", game="bull")
    refused = await stage.tap(stage.bob, stage.channel.last_message, "join")
    assert "banned you from this server’s tables" in text_of_message(refused.response)
    assert "Bob" in text_of_message(await panel_of(stage, moderator))
    await moderate_member(stage, moderator, stage.bob, "order_admit")
    await stage.tap(stage.bob, stage.channel.last_message, "join")
    assert any(table.state.seat_of(stage.bob.id) is not None for table in stage.lobbies)
    log = await stage.tap(moderator, await panel_of(stage, moderator), "order_log")
    assert "Mia lifted the ban on Bob" in text_of_message(log.response)
    assert "Mia banned Bob from tables" in text_of_message(log.response)


async def test_running_game_continues_for_banned_people(stage: Stage, moderator: Any) -> None:
    """A banned person keeps the seat in a running game; a deletion of data does not lift the ban."""
    await stage.start_two()
    await moderate_member(stage, moderator, stage.bob, "order_bar")
    await stage.env.advance_time(2)
    assert stage.state.seat_of(stage.bob.id) == 1
    await stage.bot.tables.forget(stage.bob.id)
    await stage.lobby()
    refused = await stage.tap(stage.bob, stage.channel.last_message, "join")
    assert "banned you from this server’s tables" in text_of_message(refused.response)
    await moderate_member(stage, moderator, stage.bob, "order_admit")
    await stage.tap(stage.bob, stage.channel.last_message, "join")
    assert len(stage.lobby_state.seats) == 2


async def test_role_in_the_settings_gives_moderation_rights(stage: Stage) -> None:
    """A role chosen in the settings allows moderation; a person without it is refused at every tap."""
    role = stage.guild.create_role("Keepers", permissions=discord.Permissions(moderate_members=True))
    kim = stage.member("Kim", roles=[role])
    refused = await kim.slash(stage.channel, "moderate")
    assert "Only moderators can do that" in text_of_message(refused.response)
    await stage.bot.store.write(save_settings, GuildSettings(stage.guild.id, keeper_roles=(role.id,)))
    await with_bob(stage)
    panel = await panel_of(stage, kim)
    await stage.choose(kim, panel, "order_table", [stage.lobby_state.id])
    taps = [f"{verb}:{stage.lobby_state.id}" for verb in ("order_close", "order_ask", "order_log", "order")]
    for tap in (*taps, f"order_bar:{stage.alice.id}"):
        answer = await stage.forge(stage.bob, panel, f"b:{tap}")
        assert "Only moderators can do that" in answer
    assert len(stage.lobbies) == 1
    await stage.tap(kim, panel, "order_ask")
    await close_table(stage, kim, panel)
    assert not stage.lobbies


async def test_moderators_have_no_rights_on_other_servers(stage: Stage, moderator: Any) -> None:
    other = stage.env.create_guild("Other", preferred_locale="en-US")
    den = other.create_text_channel("den")
    host = other.add_member(stage.env.create_user("hugo", global_name="Hugo"))
    await host.slash(den, "play", game="bull")
    (table,) = stage.lobbies
    panel = await panel_of(stage, moderator)
    assert "No table is open" in text_of_message(panel)
    for verb in ("order_close", "order_ask"):
        refused = await stage.forge(moderator, panel, f"b:{verb}:{table.id}")
        assert "doesn’t exist" in refused
    assert stage.lobbies == [table]
    await moderate_member(stage, moderator, stage.bob, "order_bar")
    assert not await stage.bot.store.read(is_banned, other.id, stage.bob.id)


async def test_moderator_who_closes_own_game_has_resigned(stage: Stage, moderator: Any) -> None:
    """A moderator who closes a game with a seat of their own is warned and counts as having resigned."""
    await stage.start_game(moderator)
    table = stage.table
    panel = await stage.tap(moderator, stage.table_message(), "acts")
    await stage.tap(moderator, panel.response, "order")
    await stage.tap(moderator, panel.response, "order_ask")
    assert "you count as having left" in text_of_message(panel.response)
    await close_table(stage, moderator, panel.response)
    result = await stage.bot.store.read(load_result, table.id)
    assert [(seat.place, seat.has_left) for seat in result.seats] == [(1, False), (2, True)]
    assert "Mia closed this table as a moderator: “We need the channel”" in text_of_message(
        stage.channel.last_message
    )


async def test_only_players_of_an_undecided_game_have_a_stake(stage: Stage) -> None:
    """``has_stake`` is true only for a seated player of a game without a result."""
    await stage.start_two()
    assert not has_stake(stage.state, stage.carol.id)
    assert has_stake(stage.state, stage.bob.id)
    await stage.resign(stage.bob)
    assert not has_stake(stage.state, stage.alice.id), "the result is already recorded"


async def test_banned_people_are_not_called(stage: Stage, moderator: Any) -> None:
    """A banned person is neither notified of a lobby nor invited, while other people are."""
    for person in (stage.bob, stage.carol):
        await stage.bot.store.write(save_subscriptions, person.id, person.name, stage.guild.id, ["any"])
    await moderate_member(stage, moderator, stage.bob, "order_bar")
    await stage.lobby()
    await invite_bob(stage)
    assert [invitation.user_id for invitation in stage.lobby_state.gathering.invitations] == [stage.carol.id]
    assert not any(f"<@{stage.bob.id}>" in text_of_message(message) for message in stage.channel.history())


async def test_moderation_log_has_pages(stage: Stage, moderator: Any) -> None:
    """Each act is on exactly one page of the log."""
    for number in range(25):
        act = Act(stage.bot.clock.now_ms(), CHANGED, moderator.id, "Mia", about=f"thing{number}")
        await stage.bot.store.write(record_act, stage.guild.id, act)
    panel = await panel_of(stage, moderator)
    await stage.tap(moderator, panel, "order_log")
    read = [text_of_message(panel)]
    for skipped in ("10", "20"):
        await stage.tap(moderator, panel, "order_log", skipped)
        read.append(text_of_message(panel))
    assert not [cid for cid in custom_ids(panel) if "order_log" in cid]
    for number in range(25):
        assert sum(f"thing{number}\n" in f"{page}\n" for page in read) == 1, number


async def test_first_page_has_the_three_newest_reports(stage: Stage, moderator: Any) -> None:
    for number in range(4):
        act = Act(stage.bot.clock.now_ms() + number, REPORTED, stage.bob.id, "Bob", about=f"thing{number}")
        await stage.bot.store.write(record_act, stage.guild.id, act)
    text = text_of_message(await panel_of(stage, moderator))
    assert [number for number in range(4) if f"thing{number}" in text] == [1, 2, 3]


# --- banned people have no seat, no entry and no call ------------------------------------------------------


async def subscribe(stage: Stage, person: Any) -> Any:
    panel = await person.slash(stage.channel, "notify")
    return await stage.choose(person, panel.response, "subscribe", ["any"])


@pytest.mark.parametrize("is_forgotten", [False, True])
async def test_ban_ends_subscriptions(stage: Stage, moderator: Any, is_forgotten: bool) -> None:
    """A banned person gets no notices and cannot subscribe until the ban is lifted."""
    await subscribe(stage, stage.carol)
    await moderate_member(stage, moderator, stage.carol, "order_bar")
    if is_forgotten:
        await stage.bot.tables.forget(stage.carol.id)
    assert await stage.bot.store.read(load_subscriptions, stage.carol.id, stage.guild.id) == frozenset()
    refused = await subscribe(stage, stage.carol)
    assert "banned you from this server’s tables" in text_of_message(refused.response)
    await stage.lobby()
    assert stage.lobby_state.gathering.invitations == ()
    assert not any(f"<@{stage.carol.id}>" in text_of_message(message) for message in stage.channel.history())
    await moderate_member(stage, moderator, stage.carol, "order_admit")
    await subscribe(stage, stage.carol)
    await stage.bob.slash(stage.channel, "play", game="bull")
    assert f"<@{stage.carol.id}>" in text_of_message(stage.channel.last_message)


@pytest.mark.parametrize("answer", ["maybe", "cannot"])
async def test_ban_removes_the_name_from_all_lists(stage: Stage, moderator: Any, answer: str) -> None:
    """A banned person's name disappears from the planned game's lists and cannot be added again."""
    await stage.alice.slash(stage.channel, "play", game="bull", when="in 2 hours")
    await stage.tap(stage.carol, stage.lobby_message, answer)
    assert "Carol" in text_of_message(stage.lobby_message)
    await moderate_member(stage, moderator, stage.carol, "order_bar")
    await stage.env.advance_time(2)
    assert "Carol" not in text_of_message(stage.lobby_message)
    refused = await stage.tap(stage.carol, stage.lobby_message, answer)
    assert "banned you from this server’s tables" in text_of_message(refused.response)
    assert "Carol" not in text_of_message(stage.lobby_message)


WAYS_IN = {
    "sits down": lambda state, person: lobby.join(state, person.id, person.name, 1, state.row.guild_id),
    "may come": lambda state, person: planning.answer_maybe(
        state, person.id, person.name, state.row.guild_id
    ),
    "is invited": lambda state, person: invite(state, state.row.host_id, [person.id]),
}


@pytest.mark.parametrize("way", WAYS_IN)
async def test_every_transaction_that_stores_a_name_checks_the_ban(stage: Stage, way: str) -> None:
    """A transaction that would store a banned person's name is refused, although the ban came just before."""
    await stage.alice.slash(stage.channel, "play", game="bull", when="in 2 hours")
    (table,) = stage.lobbies
    act = Act(0, BANNED, stage.alice.id, "Alice", stage.carol.id, "Carol")

    def meanwhile(state: TableState) -> TableState:
        return WAYS_IN[way](state, stage.carol)

    async with table.lock:
        changing = asyncio.ensure_future(table.change(meanwhile))
        await stage.bot.tables.ban(stage.guild.id, act)
    with suppress(Banned):
        await changing
    assert not table.state.mentions(stage.carol.id)
    assert not TableState.of(await stage.stored_table(table.id)).mentions(stage.carol.id)


async def test_ban_during_several_joins_leaves_no_seat(stage: Stage) -> None:
    """After a ban during several simultaneous joins the person has no seat at any table."""
    for _ in range(3):
        await stage.alice.slash(stage.channel, "play", game="bull", when="in 2 hours")
    tables = stage.lobbies
    bob, registry = stage.bob, stage.bot.tables
    row = tables[0].state.row
    opens = registry.open_lobby(
        guild_id=row.guild_id,
        channel_id=1,
        host_id=bob.id,
        host_name="Bob",
        join_id=9,
        game_id="bull",
        locale="en",
    )
    ban = registry.ban(row.guild_id, Act(0, BANNED, stage.alice.id, "Alice", bob.id, "Bob"))
    here = row.guild_id
    join = [table.change(lobby.join, bob.id, "Bob", 9, here) for table in tables]
    say = [table.change(planning.answer_maybe, bob.id, "Bob", here) for table in tables]
    await asyncio.gather(*join, opens, ban, *say, return_exceptions=True)
    for table_id, _ in await stage.bot.store.read(load_open_table_ids):
        assert not TableState.of(await stage.stored_table(table_id)).has_ever_sat(bob.id)
    assert not any(table.state.seat_of(bob.id) is not None for table in registry.open())


# --- nobody judges in their own case ------------------------------------------------------------------------


async def ban(stage: Stage, whom: Any) -> None:
    """Ban a person, as an administrator who is not there."""
    act = Act(stage.bot.clock.now_ms(), BANNED, 77, "Olga", whom.id, whom.name)
    await stage.bot.tables.ban(stage.guild.id, act)


@pytest.mark.parametrize("by", ["role", "permission"])
async def test_banned_moderator_cannot_moderate(stage: Stage, keeper: Any, moderator: Any, by: str) -> None:
    """A banned moderator is refused by /moderate and by every button and menu of a page opened before."""
    person, other = (keeper, moderator) if by == "role" else (moderator, keeper)
    await with_bob(stage)
    panel = await panel_of(stage, person)
    await ban(stage, person)
    refused = await person.slash(stage.channel, "moderate")
    assert "you can’t moderate here" in text_of_message(refused.response)
    table_id = stage.lobby_state.id
    for verb in order_actions.MODERATOR_ACTIONS:
        subject = {"order_bar": stage.bob.id, "order_admit": person.id}.get(verb, table_id)
        chosen = {"order_member": person.id, "order_out": stage.bob.id, "order_table": table_id}.get(verb)
        kind = "b" if chosen is None else "u" if verb == "order_member" else "s"
        values = () if chosen is None else (str(chosen),)
        answer = await stage.forge(person, panel, f"{kind}:{verb}:{subject}", *values)
        assert "you can’t moderate here" in answer, verb
    assert await stage.bot.store.read(is_banned, stage.guild.id, person.id)
    assert len(stage.lobby_state.seats) == 2
    more = await stage.tap(person, stage.message("Seats"), "more")
    assert not [cid for cid in custom_ids(more.response) if ":order:" in cid]
    # Another moderator lifts the ban.
    await moderate_member(stage, other, person, "order_admit")
    assert "Moderation" in text_of_message(await panel_of(stage, person))


async def test_form_opened_before_the_ban_changes_nothing(stage: Stage, moderator: Any) -> None:
    """A moderator who is banned while a form is open cannot submit it."""
    panel = await panel_of(stage, moderator)
    await moderator.select(panel, [stage.bob], custom_id="u:order_member:all")
    form = await stage.tap(moderator, panel, "order_bar")
    await ban(stage, moderator)
    answer = await moderator.submit_modal(form, {"days": ["7"], "reason": "Spoils games"})
    assert "you can’t moderate here" in text_of_message(answer.response)
    assert not await stage.bot.store.read(is_banned, stage.guild.id, stage.bob.id)


async def test_owner_of_server_cannot_be_banned(stage: Stage, moderator: Any) -> None:
    """No moderator can ban the owner. An owner who was banned before they owned the server lifts it."""
    guild = stage.bot.get_guild(stage.guild.id)
    assert guild is not None
    guild.owner_id = stage.carol.id
    panel = await panel_of(stage, moderator)
    await moderator.select(panel, [stage.carol], custom_id="u:order_member:all")
    refused = await stage.tap(moderator, panel, "order_bar")
    assert "owner of the server can’t be banned" in text_of_message(refused.response)
    guild.owner_id = moderator.id
    await ban(stage, moderator)
    await moderate_member(stage, moderator, moderator, "order_admit")
    assert not await stage.bot.store.read(is_banned, stage.guild.id, moderator.id)


async def test_hosts_do_not_fill_the_moderation_log(
    stage: Stage, moderator: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many people hosts remove from their lobbies, the entries of moderators stay in the log."""
    monkeypatch.setattr(servers, "MOST_OF_HOST", 1)
    monkeypatch.setattr(servers, "MOST_OF_HOSTS", 1)
    await moderate_member(stage, moderator, stage.carol, "order_bar")
    for _ in range(2):
        lobby = await with_bob(stage)
        panel = await stage.tap(stage.alice, lobby, "more")
        await stage.choose(stage.alice, panel.response, "out", [str(stage.bob.id)])
        await stage.tap_more(stage.alice, stage.message("Seats"), "leave")
    acts = await stage.bot.store.read(load_acts, stage.guild.id, 0, 10)
    assert [(act.kind, act.is_host) for act in acts] == [(REMOVED, True), (BANNED, False)]
    lobby = await with_bob(stage)
    more = await stage.tap(moderator, lobby, "more")
    await stage.tap(moderator, more.response, "order")
    await stage.choose(moderator, more.response, "order_out", [str(stage.bob.id)])
    newest, *_ = await stage.bot.store.read(load_acts, stage.guild.id, 0, 10)
    assert (newest.kind, newest.is_host) == (REMOVED, False)


async def test_ban_is_one_form(stage: Stage, moderator: Any) -> None:
    """Person, length and reason are asked in one form that /moderate opens; the log has all three."""
    await with_bob(stage)
    form = await stage.tap(moderator, await panel_of(stage, moderator), "order_bar")
    kinds = {
        label["component"]["custom_id"]: label["component"]["type"] for label in form.modal["components"]
    }
    assert kinds == {"who": 5, "reason": 4, "days": 21}
    answer = await moderator.submit_modal(form, {"who": [stage.bob], "days": "7", "reason": "Spoils games"})
    assert "banned from tables" in text_of_message(answer.response)
    assert await stage.bot.store.read(is_banned, stage.guild.id, stage.bob.id)
    assert len(stage.lobby_state.seats) == 1
    log = text_of_message(
        (await stage.tap(moderator, await panel_of(stage, moderator), "order_log")).response
    )
    assert "Mia banned Bob from tables" in log
    assert "Spoils games" in log


async def test_form_for_anybody_has_the_limits_of_bans(stage: Stage, moderator: Any) -> None:
    """The form bans neither the moderator nor the owner of the server, and needs a reason."""
    guild = stage.bot.get_guild(stage.guild.id)
    assert guild is not None
    guild.owner_id = stage.carol.id
    for whom, reason in ((moderator, "Too loud"), (stage.carol, "Too loud"), (stage.bob, " ")):
        form = await stage.tap(moderator, await panel_of(stage, moderator), "order_bar")
        await moderator.submit_modal(form, {"who": [whom], "days": "7", "reason": reason})
        assert not await stage.bot.store.read(is_banned, stage.guild.id, whom.id)
