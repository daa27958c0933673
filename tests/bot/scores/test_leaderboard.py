"""/leaderboard: after real games, with ties, pages, one's own place, scopes and periods."""

from __future__ import annotations

from typing import Any

import pytest
import simcord

from storage.rows import GuildSettings
from storage.servers.settings import save_settings
from storage.upkeep.privacy import forget_person
from tests.bot.finished_games import JANUARY, finished, play_out
from tests.bot.people import Stage, custom_ids, said

DAY = 86_400_000


def lines(message: Any) -> list[str]:
    """The lines of the board itself."""
    return [line for line in said(message).split("\n") if "·" in line and not line.startswith(("#", "-#"))]


async def fill(stage: Stage, people: int) -> None:
    """Let person 0 win once, person 1 twice and so on, always against a nobody."""
    for person in range(people):
        for _ in range(person + 1):
            pair = [(1000 + person, f"P{person}"), (999, "Nobody")]
            await finished(stage.bot, stage.guild.id, pair, (1, 2))


async def test_nobody_has_played_yet(stage: Stage) -> None:
    """The board says so, in private, instead of an empty list."""
    answer = await stage.alice.slash(stage.channel, "leaderboard")
    assert answer.response.ephemeral
    assert "Nobody is on this board yet" in said(answer.response)


async def test_a_real_game_counts_for_those_who_played(stage: Stage) -> None:
    """After a game among three the winner leads with one win in one game; the board is for everybody."""
    table = await play_out(stage, [stage.alice, stage.bob, stage.carol])
    answer = await stage.alice.slash(stage.channel, "leaderboard")
    assert not answer.response.ephemeral
    result = table.match.result()
    winners = [table.seats[seat].name for seat in result.ranking[0]]
    shown = lines(answer.response)
    assert f"🥇 **{winners[0]}** · 1 win in 1 game" in shown[0]
    assert sum("0 wins in 1 game" in line for line in shown[:3]) == 3 - len(winners)
    assert ["Alice" in line for line in shown] == [line.startswith("➤ ") for line in shown], (
        "one's own is marked"
    )


async def test_ties_share_a_place(stage: Stage) -> None:
    """Two people with a win each are both first, and the next is third."""
    alice, bob, carol = (stage.alice.id, "Alice"), (stage.bob.id, "Bob"), (stage.carol.id, "Carol")
    await finished(stage.bot, stage.guild.id, [alice, bob, carol], (1, 1, 3))
    answer = await stage.carol.slash(stage.channel, "leaderboard", game="bull")
    first, second, third = lines(answer.response)
    assert first.startswith("🥇 **Alice**")
    assert second.startswith("🥇 **Bob**")
    assert "1 shared" in first
    assert third.startswith("➤ 🥉 **Carol** · 0 wins")


async def test_pages_turn_and_ones_own_place_stays(stage: Stage) -> None:
    """The asker turns the pages of the public board; their own place is on each, and marked among others."""
    await fill(stage, 12)
    await finished(stage.bot, stage.guild.id, [(stage.alice.id, "Alice"), (999, "Nobody")], (1, 2))
    answer = await stage.alice.slash(stage.channel, "leaderboard")
    board = answer.response
    assert "**P11** · 12 wins" in lines(board)[0]
    assert "Page 1 of 2 · 14 players" in said(board)
    own = lines(board)[-1]
    assert own == "➤ 12th **Alice** · 1 win in 1 game"
    await stage.alice.click(board, label="Next ▶")
    turned = stage.channel.last_message
    assert turned.id == board.id
    assert [line.split(" · ")[0] for line in lines(turned)] == [
        "11th **P1**",
        "12th **P0**",
        "➤ 12th **Alice**",
        "14th **Nobody**",
    ]
    assert own in lines(turned)


async def test_somebody_elses_board_is_not_turned(stage: Stage) -> None:
    """Who taps another's board gets a private page with the own place, and the board stays as it was."""
    await fill(stage, 11)
    await stage.alice.slash(stage.channel, "leaderboard")
    public = stage.channel.last_message
    before = said(public)
    answer = await stage.bob.click(public, label="Next ▶")
    assert answer.response.ephemeral
    assert "Page 2 of 2" in said(answer.response)
    assert "Bob isn’t on this board yet" in said(answer.response)
    assert said(stage.channel.last_message) == before
    await stage.bob.click(answer.response, label="◀ Previous")
    assert "Page 1 of 2" in said(answer.response)


async def test_a_page_that_is_gone_becomes_the_last_one(stage: Stage) -> None:
    """When people vanish between two taps, the tap shows what is left."""
    await fill(stage, 10)
    answer = await stage.alice.slash(stage.channel, "leaderboard")
    await forget_person(stage.bot.store, 999)
    await stage.alice.click(answer.response, label="Next ▶")
    assert "Page 1 of 1" in said(stage.channel.last_message)
    assert not [one for one in custom_ids(stage.channel.last_message) if one.startswith("b:")]


async def test_periods(stage: Stage) -> None:
    """A game of last month counts for all time, not for this month; one of today for this week, too."""
    alice, bob = (stage.alice.id, "Alice"), (stage.bob.id, "Bob")
    await finished(stage.bot, stage.guild.id, [alice, bob], (1, 2), at=JANUARY - 9 * DAY)
    await finished(stage.bot, stage.guild.id, [bob, alice], (1, 2), at=JANUARY + 1)
    for period, wins in (("all", 1), ("month", 0), ("week", 0)):
        answer = await stage.alice.slash(stage.channel, "leaderboard", period=period)
        assert any(
            line.startswith("➤") and f"**Alice** · {wins} win" in line for line in lines(answer.response)
        )


async def test_measures(stage: Stage) -> None:
    """Shares ask for ten games; ratings are marked while provisional and need a game."""
    pair = [(stage.alice.id, "Alice"), (stage.bob.id, "Bob")]
    for number in range(10):
        await finished(stage.bot, stage.guild.id, pair, (1, 2) if number < 9 else (2, 1))
    share = await stage.alice.slash(stage.channel, "leaderboard", measure="share")
    assert "**Alice** · 90.0% (9 of 10)" in lines(share.response)[0]
    games = await stage.alice.slash(stage.channel, "leaderboard", measure="games")
    assert lines(games.response)[0].endswith("**Alice** · 10 games")
    await finished(stage.bot, stage.guild.id, [(5, "New"), (6, "Newer")], (1, 2))
    rating = await stage.alice.slash(stage.channel, "leaderboard", measure="rating", game="bull")
    assert "still provisional" in said(rating.response)
    assert not lines(rating.response)[0].endswith("?")
    assert any(line.endswith("?") for line in lines(rating.response))
    refused = await stage.alice.slash(stage.channel, "leaderboard", measure="rating")
    assert refused.response.ephemeral
    assert "choose a game" in said(refused.response)


async def test_all_servers_that_joined_in(stage: Stage) -> None:
    """The board of all servers opens to a server that joins, and holds that server's games, too."""
    pair = [(stage.alice.id, "Alice"), (stage.bob.id, "Bob")]
    await finished(stage.bot, stage.guild.id, pair, (1, 2))
    await finished(stage.bot, 77, pair, (1, 2))
    refused = await stage.alice.slash(stage.channel, "leaderboard", scope="everywhere")
    assert "hasn’t joined" in said(refused.response)
    for guild_id in (stage.guild.id, 77):
        await stage.bot.store.write(save_settings, GuildSettings(guild_id, board_scope="everywhere"))
    joined = await stage.alice.slash(stage.channel, "leaderboard", scope="everywhere")
    assert "**Alice** · 2 wins in 2 games" in lines(joined.response)[0]


async def test_menus_change_the_board_in_place(stage: Stage) -> None:
    """Game, period and measure are chosen on the board itself; ratings are offered for one game only."""
    alice, bob = (stage.alice.id, "Alice"), (stage.bob.id, "Bob")
    await finished(stage.bot, stage.guild.id, [alice, bob], (1, 2), at=JANUARY - 9 * DAY)
    answer = await stage.alice.slash(stage.channel, "leaderboard")
    board = answer.response
    await choose(stage.alice, board, "measure", "games")
    assert "All games · Games played" in said(stage.channel.last_message)
    with pytest.raises(simcord.SetupError):
        await choose(stage.alice, stage.channel.last_message, "measure", "rating")
    await choose(stage.alice, stage.channel.last_message, "game", "bull")
    await choose(stage.alice, stage.channel.last_message, "measure", "rating")
    assert "Porker Bull · Rating" in said(stage.channel.last_message)
    await choose(stage.alice, stage.channel.last_message, "game", "all")
    assert "All games · Wins" in said(stage.channel.last_message)  # ratings are per game
    await choose(stage.alice, stage.channel.last_message, "period", "month")
    assert "This month" in said(stage.channel.last_message)
    assert "Nobody is on this board yet" in said(stage.channel.last_message)
    assert stage.channel.last_message.id == board.id


async def test_each_game_has_measures_of_its_own(stage: Stage) -> None:
    """A game's board offers what that game compares, in its words; another game’s give way to wins."""
    pair = [(stage.alice.id, "Alice"), (stage.bob.id, "Bob")]
    call, higher = (facts_of(number) for number in (3, 14))
    await finished(stage.bot, stage.guild.id, pair, (1, 2), facts=(call, higher))
    await finished(stage.bot, stage.guild.id, pair, (1, 2), game="tomoe", facts=({"won_back_lower": 2}, {}))
    answer = await stage.alice.slash(stage.channel, "leaderboard", game="bull")
    board = answer.response
    with pytest.raises(simcord.SetupError):
        await choose(stage.alice, board, "measure", "best_row")
    await choose(stage.alice, board, "measure", "best_bluff")
    shown = stage.channel.last_message
    assert "Porker Bull · Highest unchallenged lie" in said(shown)
    first, second = lines(shown)
    assert first == "🥇 **Bob** · pair of 2s in 1 game"
    assert second.startswith("➤ 🥈 **Alice** · ")
    await choose(stage.alice, shown, "measure", "best_streak")
    assert "➤ 🥇 **Alice** · 1 in 1 game" in lines(stage.channel.last_message)[0]
    await choose(stage.alice, stage.channel.last_message, "measure", "best_bluff")
    await choose(stage.alice, stage.channel.last_message, "game", "tomoe")
    assert "Wins" in said(stage.channel.last_message)
    await choose(stage.alice, stage.channel.last_message, "measure", "won_back_lower")
    assert "➤ 🥇 **Alice** · 2 in 1 game" in lines(stage.channel.last_message)[0]


def facts_of(number: int) -> dict[str, int]:
    """What is counted of somebody whose highest lie had this number."""
    return {"claims": 2, "lies": 1, "best_lies": 1, "best_bluff": number}


async def test_an_empty_board_says_what_counts(stage: Stage) -> None:
    """Games with computer players count for wins, but are not rated: only the board of ratings says so."""
    for measure, is_told in (("wins", False), ("rating", True), ("best_streak", False)):
        answer = await stage.alice.slash(stage.channel, "leaderboard", game="bull", measure=measure)
        assert "Nobody is on this board yet" in said(answer.response)
        assert ("Only games among people are rated" in said(answer.response)) is is_told
    shares = await stage.alice.slash(stage.channel, "leaderboard", game="bull", measure="share")
    assert "Nobody has played 10 games yet" in said(shares.response)
    refused = await stage.alice.slash(stage.channel, "leaderboard", measure="best_streak")
    assert "choose a game" in said(refused.response)


async def choose(person: Any, message: Any, part: str, value: str) -> None:
    """Choose in the menu of one part of the question."""
    menu = next(one for one in custom_ids(message) if one.startswith("s:asked:") and f":{part}." in one)
    await person.select(message, [value], custom_id=menu)


async def test_where_no_games_are_wanted_the_board_is_private(stage: Stage) -> None:
    """A server that keeps games to one channel is spared boards in the others."""
    await finished(stage.bot, stage.guild.id, [(1, "A"), (2, "B")], (1, 2))
    settings = GuildSettings(stage.guild.id, channel_ids=(stage.channel.id,))
    await stage.bot.store.write(save_settings, settings)
    other = stage.guild.create_text_channel("talk")
    assert (await stage.alice.slash(other, "leaderboard")).response.ephemeral
    assert not (await stage.alice.slash(stage.channel, "leaderboard")).response.ephemeral
