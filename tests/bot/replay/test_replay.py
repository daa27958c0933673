"""Replays: which games, which moves, through whose eyes, and who may look."""

from __future__ import annotations

from typing import Any

from bot.language.localizer import Localizer
from bot.tables.state import TableState
from games.core.match import Match
from storage.rows import GuildSettings
from storage.servers.settings import save_settings
from tests.bot.finished_games import finished, only_table, play_out
from tests.bot.people import Stage, custom_ids, options, parts, raw_click, said


async def replayed(stage: Stage) -> tuple[TableState, Any]:
    """Play a game, and let Alice open its replay."""
    table = await play_out(stage, [stage.alice, stage.bob])
    return table, (await stage.alice.click(stage.message(table.id), label="Replay")).response


async def test_history_leads_to_a_replay(stage: Stage) -> None:
    """A game in the list opens in a panel of its own, at the deal; forward, end, back and start work."""
    table = await play_out(stage, [stage.alice, stage.bob])
    history = await stage.alice.slash(stage.channel, "history")
    assert "Porker Bull" in said(history.response)
    assert "with Bob" in said(history.response)
    answer = await stage.choose(stage.alice, history.response, "open", [table.id])
    panel = answer.response
    assert panel.ephemeral
    assert f"replay\u00a01/{table.seq}" in said(panel)
    await stage.alice.click(panel, label="Forward")
    assert f"replay\u00a02/{table.seq}" in said(panel)
    await stage.alice.click(panel, label="End")
    assert f"replay\u00a0{table.seq}/{table.seq}" in said(panel)
    assert "🥇" in said(panel)
    await stage.alice.click(panel, label="Back")
    assert f"replay\u00a0{table.seq - 1}/{table.seq}" in said(panel)
    assert "🥇" not in said(panel)
    await stage.alice.click(panel, label="Start")
    assert f"replay\u00a01/{table.seq}" in said(panel)


async def test_other_eyes_see_other_hands(stage: Stage) -> None:
    """After the deal the spectator sees no hand, and each seat its own only."""
    table = await play_out(stage, [stage.alice, stage.bob])
    assert table.match is not None
    deal = Match(table.game.rules, table.match.setup).played(*table.match.moves[0])
    hands = [Localizer("en").cards(deal.view(seat).hand, "standard") for seat in (0, 1)]
    panel = (await stage.carol.click(stage.message(table.id), label="Replay")).response
    assert all(hand in pictured(panel) for hand in hands)  # the game is over: all hands lie open
    await stage.choose(stage.carol, panel, "seen", ["s"])
    assert not any(hand in pictured(panel) for hand in hands)
    for seat in (0, 1):
        await stage.choose(stage.carol, panel, "seen", [str(seat)])
        assert hands[seat] in pictured(panel)
        assert hands[1 - seat] not in pictured(panel)


def pictured(message: object) -> str:
    """What the pictures of a message say to who cannot see them."""
    galleries = [part for part in parts(message) if part["type"] == 12]
    return "\n".join(item.get("description") or "" for part in galleries for item in part["items"])


async def test_jumping_to_a_chapter_and_to_a_turning_point(stage: Stage) -> None:
    """Two menus lead to where a part of the game begins, and to its moments of truth."""
    table, panel = await replayed(stage)
    chapters, turns = (dict(options(panel, "jump"))[cid] for cid, _ in options(panel, "jump"))
    assert table.match is not None
    assert chapters[0] == "1"
    for verb_last, places in ((False, chapters), (True, turns)):
        assert sorted(places, key=int) == places
        for place in (places[-1], places[0]):
            await stage.choose(stage.alice, panel, "jump", [place], last=verb_last)
            assert f"replay\u00a0{place}/{table.seq}" in said(panel)


async def test_a_running_game_has_no_replay(stage: Stage) -> None:
    """While cards are hidden, a forged choice in a history opens nothing."""
    await finished(stage.bot, stage.guild.id, [(stage.alice.id, "Alice"), (stage.bob.id, "Bob")], (1, 2))
    lobby = await stage.lobby("bull", 1)
    await stage.tap(stage.alice, lobby, "start")
    assert not any(cid.startswith("b:replay") for cid in custom_ids(stage.table_message()))
    history = await stage.alice.slash(stage.channel, "history")
    (menu,) = options(history.response, "open")
    assert only_table(stage).id not in menu[1]
    answer = raw_click(
        stage.alice, history.response, menu[0], component_type=3, values=[only_table(stage).id]
    )
    await stage.env.settle()
    assert "still going on" in said(answer.response)
    assert "replay\u00a01/" not in said(answer.response)


async def test_the_record_comes_with_the_replay(stage: Stage) -> None:
    """The panel hands out the record, which has every move, and the replay as a page."""
    table, panel = await replayed(stage)
    answer = await stage.alice.click(panel, label="Record")
    file, page = answer.response.attachments
    data = (await file.read()).decode()
    assert len([line for line in data.split("\n") if line[:1] in "01*" and line]) == table.seq
    assert page.filename == f"bull-{table.id}.html"
    assert (await page.read()).startswith(b"<!doctype html>")
    assert page.filename in said(answer.response)


async def test_the_history_hands_out_the_replay_as_a_page(stage: Stage) -> None:
    """By one choice; to those who may see the replay alone, and of no game that goes on."""
    table = await play_out(stage, [stage.alice, stage.bob])
    history = await stage.alice.slash(stage.channel, "history")
    ((menu, values),) = options(history.response, "takepage")
    assert values == [table.id]
    answer = await stage.alice.select(history.response, values, custom_id=menu)
    assert answer.response.ephemeral
    (page,) = answer.response.attachments
    assert (await page.read()).startswith(b"<!doctype html>")
    assert page.filename in said(answer.response)
    await stage.bot.store.write(save_settings, GuildSettings(stage.guild.id, share_records=False))
    other = raw_click(stage.carol, history.response, menu, component_type=3, values=values)
    await stage.env.settle()
    assert "only those who played" in said(other.response)


async def test_records_kept_to_those_who_played(stage: Stage) -> None:
    """Where a server doesn't share records, a bystander is refused and a player isn't."""
    table = await play_out(stage, [stage.alice, stage.bob])
    await stage.bot.store.write(save_settings, GuildSettings(stage.guild.id, share_records=False))
    message = stage.message(table.id)
    refused = await stage.carol.click(message, label="Replay")
    assert "replay\u00a01/" not in said(refused.response)
    allowed = await stage.bob.click(message, label="Replay")
    assert "replay\u00a01/" in said(allowed.response)


async def test_a_spot_that_does_not_exist_is_refused(stage: Stage) -> None:
    """Custom ids from elsewhere never break a panel."""
    _, panel = await replayed(stage)
    (found,) = options(panel, "seen")
    answer = raw_click(stage.alice, panel, found[0], component_type=3, values=["7"])
    await stage.env.settle()
    assert "doesn’t go there" in said(answer.response)


async def test_a_replay_goes_to_the_moments_that_mattered(stage: Stage) -> None:
    """One tap from one to the next, and back; from the first there is none before."""
    _, panel = await replayed(stage)
    await stage.alice.click(panel, label="Next moment")
    first = said(panel)
    assert "challenged" in first
    await stage.alice.click(panel, label="Next moment")
    assert said(panel) != first
    await stage.alice.click(panel, label="Moment before")
    assert said(panel) == first


async def test_a_message_in_the_channel_leads_to_a_move(stage: Stage) -> None:
    """It shows what everybody saw there, and opens the replay there; tapped twice it is there once."""
    _, panel = await replayed(stage)
    await stage.alice.click(panel, label="Next moment")
    before = len(stage.channel.history())
    for _ in range(2):
        await stage.tap(stage.alice, panel, "point")
    await stage.env.advance_time(2)
    assert len(stage.channel.history()) == before + 1
    posted = stage.channel.last_message
    assert "**Alice** shows move" in said(posted)
    opened = (await stage.tap(stage.carol, posted, "look")).response
    assert opened.ephemeral
    assert said(opened) == said(panel)
