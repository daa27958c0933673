"""Discord's menus on a member and on a message: invite, statistics, watch, report."""

from __future__ import annotations

from typing import Any

import discord

from tests.bot.people import Stage, custom_ids, text_of_message
from tests.promises import MOST_OF_HOST

INVITE, STATISTICS, WATCH, REPORT = "Invite to a table", "Statistics", "Watch", "Report to moderators"


async def of_member(stage: Stage, person: Any, name: str, member: Any) -> Any:
    """Choose an entry in the menu on a member; return the private answer."""
    return (await person.context_menu(stage.channel, name, member)).response


async def on_message(stage: Stage, person: Any, name: str, message: Any) -> Any:
    """Choose an entry in the menu on a message; return the result."""
    return await person.context_menu(stage.channel, name, message)


async def test_member_is_invited_to_the_open_lobby(stage: Stage) -> None:
    """The invited member is pinged once, and can join by the invitation."""
    await stage.lobby()
    answer = await of_member(stage, stage.alice, INVITE, stage.bob)
    assert "is invited to your lobby of Porker Bull" in text_of_message(answer)
    await stage.env.advance_time(5)
    call = stage.message("invites you")
    assert f"<@{stage.bob.id}>" in text_of_message(call)
    await stage.tap(stage.bob, call, "join")
    assert stage.lobby_state.seat_of(stage.bob.id) is not None


async def test_without_a_lobby_a_game_is_chosen_and_the_lobby_opened(stage: Stage) -> None:
    page = await of_member(stage, stage.alice, INVITE, stage.bob)
    assert "no open lobby" in text_of_message(page)
    await stage.choose(stage.alice, page, "invite_game", ["tomoe"])
    await stage.env.advance_time(5)
    assert stage.lobby_state.game.id == "tomoe"
    assert f"<@{stage.bob.id}>" in text_of_message(stage.lobby_message)


async def test_nobody_invites_themselves(stage: Stage) -> None:
    assert "can’t invite yourself" in text_of_message(
        await of_member(stage, stage.alice, INVITE, stage.alice)
    )
    assert stage.lobbies == []


async def test_statistics_of_a_member(stage: Stage) -> None:
    answer = await of_member(stage, stage.alice, STATISTICS, stage.bob)
    assert "Bob" in text_of_message(answer)
    assert answer.flags.ephemeral


async def test_spectator_watches_by_the_tables_message(stage: Stage) -> None:
    """A spectator guesses along; a player is informed that only spectators do."""
    message = await stage.start_two()
    answer = (await on_message(stage, stage.carol, WATCH, message)).response
    assert any(cid.startswith("b:") for cid in custom_ids(answer)) or "guess" in text_of_message(answer)
    refused = (await on_message(stage, stage.alice, WATCH, message)).response
    assert "Only spectators" in text_of_message(refused)


async def test_game_without_guesses_is_watched_in_its_message(stage: Stage) -> None:
    message = await stage.start_game(stage.bob, stage.carol, game="tomoe")
    spectator = stage.member("Dora")
    answer = (await on_message(stage, spectator, WATCH, message)).response
    assert "watched in its own message" in text_of_message(answer)


async def test_other_messages_are_no_tables(stage: Stage) -> None:
    message = await stage.bob.send(stage.channel, "hello")
    answer = (await on_message(stage, stage.alice, WATCH, message)).response
    assert "isn’t a message of an open table" in text_of_message(answer)
    answer = (await on_message(stage, stage.alice, REPORT, message)).response
    assert "Only messages of this bot" in text_of_message(answer)


async def report(stage: Stage, person: Any, message: Any, reason: str) -> Any:
    """Report a message; return the answer to the form."""
    form = await on_message(stage, person, REPORT, message)
    return await person.submit_modal(form, {"reason": reason})


def moderator_of(stage: Stage) -> Any:
    """Return a new member who may moderate."""
    permissions = discord.Permissions(manage_guild=True)
    return stage.member("Mod", roles=[stage.guild.create_role("Managers", permissions=permissions)])


async def test_moderators_read_a_report(stage: Stage) -> None:
    """The report is on the first page of moderators and in their log; nobody else sees it."""
    message = await stage.start_two()
    answer = (await report(stage, stage.carol, message, "a rude name")).response
    assert "Thank you" in text_of_message(answer)
    assert answer.flags.ephemeral
    moderator = moderator_of(stage)
    page = (await moderator.slash(stage.channel, "moderate")).response
    assert "Carol reported 🐂 Porker Bull" in text_of_message(page)
    assert "a rude name" in text_of_message(page)
    refused = (await stage.bob.slash(stage.channel, "moderate")).response
    assert "a rude name" not in text_of_message(refused)


async def test_reports_of_one_member_do_not_fill_the_log(stage: Stage) -> None:
    """The log keeps only the newest reports of a member, and all acts of moderators."""
    message = await stage.start_two()
    for number in range(MOST_OF_HOST + 2):
        await report(stage, stage.carol, message, f"complaint {number}")
    moderator = moderator_of(stage)
    page = (await moderator.slash(stage.channel, "moderate")).response
    log = (await stage.tap(moderator, page, "order_log")).response
    entries = text_of_message(log)
    while any(cid.startswith("b:order_log") for cid in custom_ids(log)):
        log = (await stage.tap(moderator, log, "order_log")).response
        entries += text_of_message(log)
    assert entries.count("complaint") == MOST_OF_HOST
    assert "complaint 0" not in entries


async def test_report_needs_a_reason(stage: Stage) -> None:
    message = await stage.start_two()
    answer = (await report(stage, stage.carol, message, "   ")).response
    assert "write what is wrong" in text_of_message(answer)
