"""Tests that nothing tells the outcome of a move while its reveal is still being shown at the table."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from typing import Any

import discord
import pytest
import simcord
from msgspec.structs import replace

from bot.config import Config
from bot.driving.registry import TableRegistry
from bot.driving.table import Table
from bot.play import commands
from bot.play.commands import NamedMove, suggest_moves
from bot.posting import post_due
from bot.refused import Refused
from bot.seasons import POSTS
from bot.tables import lobby
from bot.tables.state import TableState
from storage.rows import GuildSettings
from storage.scores.seasons import load_running_season
from storage.servers import change_setting, save_settings
from tests.amounts import some
from tests.bot.moderation.keeping import closing_question
from tests.bot.people import Stage, custom_ids, text_of_message
from tests.bot.playing import shorten
from tests.bot.tournaments.club import Club

GAMES_WITH_REVEALS = ("bull", "tomoe", "netsuzo", "lost", "trick3")
every_reveal = pytest.mark.parametrize("game", GAMES_WITH_REVEALS)

MOST_MOVES = 4000


@pytest.fixture
def config(config: Config) -> Config:
    """Return a configuration with reveals, and without time limits."""
    return replace(config, moments=1, clock="none")


def is_told(table: Table) -> bool:
    """Return whether no reveal is being shown, independent of the answer that the tests examine."""
    return table.state.position.reveal_pause is None


async def play_until(table: Table, stage: Stage, is_reached: Callable[[Table], bool]) -> None:
    """Play random legal moves until a condition holds."""
    rng = random.Random(5)
    for _ in range(MOST_MOVES):
        if is_reached(table):
            return
        assert not (table.state.is_closed and is_told(table)), "the game is over"
        acting = table.state.acting(human=True)
        if acting:
            legal = table.state.match.legal(acting[0])  # type: ignore[union-attr]
            await table.play(acting[0], rng.choice(legal))
        else:
            await stage.env.advance_time(0.5)
    raise AssertionError("no end in sight")


def is_in_reveal(table: Table) -> bool:
    """Return whether a reveal of a game that goes on is being shown."""
    return not is_told(table) and not table.state.is_closed


async def end_of_reveal(table: Table, stage: Stage) -> None:
    """Wait until the table has shown its reveal to the end, and what follows from it."""
    while not is_told(table):
        await stage.env.advance_time(1)
    await stage.env.advance_time(3)


async def begin(stage: Stage, game: str) -> Table:
    """Start a short game of as few people as it needs, without taps at its table."""
    await stage.lobby(game)
    await shorten(stage, game)
    for person in (stage.bob, stage.carol)[: stage.lobby_state.game.rules.seats[0] - 1]:
        await stage.tap(person, stage.lobby_message, "join")
    await stage.tap(stage.alice, stage.lobby_message, "start", seconds=3)
    return stage.table


# --- what would tell the end of a game ----------------------------------------------------------------------


def answers_text(answer: Any) -> str:
    return "" if answer.response is None else text_of_message(answer.response)


def tapped(verb: str, arg: str = "") -> Callable[[Stage, Table], Awaitable[str]]:
    """Return a function that taps a button of the table, as it stands in an older message."""

    async def tap(stage: Stage, table: Table) -> str:
        custom_id = f"b:{verb}:{table.id}" + (f":{arg}" if arg else "")
        return await stage.forge(stage.alice, stage.table_message(table), custom_id)

    return tap


def typed(command: str, **options: str) -> Callable[[Stage, Table], Awaitable[str]]:
    """Return a function that uses a command."""

    async def use(stage: Stage, table: Table) -> str:
        return answers_text(await stage.alice.slash(stage.channel, command, **options))

    return use


async def table_brought(stage: Stage, table: Table) -> str:
    """Use /table, whose answer waits until the table is posted or the rate limits have held it up."""
    answer = await stage.alice.slash(stage.channel, "table")
    await stage.env.advance_time(2)
    text = answers_text(answer)
    return "brought" if text.startswith(("Here is the table", "The table comes")) else text


async def stats_of_another(stage: Stage, table: Table) -> str:
    return answers_text(await stage.carol.slash(stage.channel, "stats", member=stage.alice))


async def trophies(stage: Stage, table: Table) -> str:
    custom_id = f"b:shelf:{stage.alice.id}:common"
    return await stage.forge(stage.alice, stage.table_message(table), custom_id)


PLACES: dict[str, tuple[Callable[[Stage, Table], Awaitable[str]], str]] = {
    "table": (table_brought, "brought"),
    "history": (typed("history"), "just showing cards"),
    "stats": (typed("stats"), "just showing cards"),
    "stats of another": (stats_of_another, "just showing cards"),
    "leaderboard": (typed("leaderboard"), "just showing cards"),
    "trophies": (trophies, "just showing cards"),
    "replay": (tapped("replay"), "still going on"),
    "position": (tapped("look", "1.-"), "still going on"),
    "record": (tapped("record"), "still going on"),
    "review": (tapped("review"), "still going on"),
    "share": (tapped("share"), "still going on"),
    "rematch": (tapped("rematch"), "still going on"),
    "another game": (tapped("another"), "still going on"),
    "votes": (tapped("acts"), "still being shown"),
    "back": (tapped("back"), "still being shown"),
    "seat": (tapped("take", "0"), "still being shown"),
    "resign": (typed("resign"), "still being shown"),
    "move": (typed("move", move="pass"), "still being shown"),
}
"""Each place that tells the end of a game, and what it says before."""


@every_reveal
async def test_nothing_tells_the_end_of_a_game_before_its_reveal(stage: Stage, game: str) -> None:
    """While the last cards are shown, no command, button or post tells that the game is over, or how."""
    news = stage.guild.create_text_channel("results")
    await stage.bot.store.write(save_settings, GuildSettings(stage.guild.id, results_channel=news.id))
    table = await begin(stage, game)
    await play_until(table, stage, lambda table: table.state.is_closed)
    assert not is_told(table), "the last move reveals nothing"
    spoilers = []
    for place, (ask, before) in PLACES.items():
        answer = await ask(stage, table)
        assert not is_told(table), "asking takes too long"
        if before not in answer:
            spoilers.append((place, answer))
    assert not spoilers
    await post_due(stage.bot, POSTS, {})
    assert not news.history()
    assert not is_told(table)
    await end_of_reveal(table, stage)
    await post_due(stage.bot, POSTS, {})
    assert len(news.history()) == 1
    silent = [place for place, (ask, before) in PLACES.items() if before in await ask(stage, table)]
    assert not silent


def by_watcher(verb: str) -> Callable[[Stage, Table], Awaitable[str]]:
    """Return a function by which a spectator taps a button of the table."""

    async def tap(stage: Stage, table: Table) -> str:
        answer = await stage.forge(stage.carol, stage.table_message(table), f"b:{verb}:{table.id}")
        # The headline names the claim, which is another one each time.
        return "\n".join(line for line in answer.split("\n") if not line.startswith("#"))

    return tap


ALIKE: dict[str, Callable[[Stage, Table], Awaitable[str]]] = {
    "guess": by_watcher("guessalong"),
    "watch as a spectator": by_watcher("watch"),
    "take as a spectator": by_watcher("take"),
    "back": tapped("back"),
    "back as a spectator": by_watcher("back"),
    "seat": tapped("take", "0"),
    "answer": tapped("pick", "0:"),
    "votes": tapped("acts"),
    "vote": tapped("vote", "end"),
    "question about a vote": tapped("askact", "end"),
    "question about leaving": tapped("askresign"),
    "leaving": tapped("resign"),
    "resign": typed("resign"),
    "move": typed("move", move="pass"),
    "history": typed("history"),
    "stats": typed("stats"),
}
"""Each place that answers a reveal which ends the game in the same words as any other reveal."""


@pytest.mark.parametrize("game", ["bull", "tomoe"])
async def test_last_reveal_is_answered_like_any_other(stage: Stage, game: str) -> None:
    """While cards are shown, every tap and command answers alike whether or not the game goes on."""
    table = await begin(stage, game)
    answers = []
    for is_reached in (is_in_reveal, lambda table: table.state.is_closed):
        await play_until(table, stage, is_reached)
        answers.append({place: await ask(stage, table) for place, ask in ALIKE.items()})
        assert not is_told(table), "asking takes too long"
    during, at_the_end = answers
    assert at_the_end == during


async def test_guess_during_the_last_reveal_counts(stage: Stage) -> None:
    """A spectator guesses about the last claim until its card is face up, and the guess is stored."""
    table = await begin(stage, "lost")
    await play_until(table, stage, lambda table: table.state.is_closed)
    assert table.state.position.in_suspense
    watcher, seq = stage.member("Dave"), table.state.seq - 1
    panel = (await stage.tap(watcher, stage.table_message(table), "guessalong", seconds=0)).response
    assert "is it true?" in text_of_message(panel)
    await stage.tap(watcher, panel, "guess", "lie", seconds=0)
    assert "You say: **a lie**" in text_of_message(panel)
    await end_of_reveal(table, stage)
    assert [(guess.user_id, guess.seq) for guess in table.state.position.guesses.guesses] == [
        (watcher.id, seq)
    ]
    assert "You were" in text_of_message(panel)


async def test_open_hands_do_not_tell_the_winner_before_the_reveal(stage: Stage) -> None:
    """While the last cards are shown, the panel of an eliminated player has neither places nor a turn."""
    await stage.lobby("bull")
    for person in (stage.bob, stage.carol):
        await stage.tap(person, stage.lobby_message, "join")
    await stage.tap(stage.alice, stage.lobby_message, "start", seconds=3)
    table = stage.table
    await play_until(table, stage, lambda table: bool(table.state.gone) and is_told(table))
    out = stage.person_at(table.state.gone[0])

    async def panel() -> str:
        return await stage.forge(out, stage.table_message(table), f"b:watch:{table.id}")

    assert "turn" in await panel()
    await play_until(table, stage, is_in_reveal)
    assert "turn" not in await panel()
    await play_until(table, stage, lambda table: table.state.is_closed)
    assert "🥇" not in await panel()
    assert not is_told(table)


async def test_moderator_closes_no_game_during_its_reveals(stage: Stage) -> None:
    """A moderator's closing is refused during every reveal in the same words, also from an older form."""
    role = stage.guild.create_role("Managers", permissions=discord.Permissions(manage_guild=True))
    moderator = stage.member("Mia", roles=[role])
    table = await begin(stage, "bull")
    panel = await closing_question(stage, moderator, table.id)
    form = await stage.tap(moderator, panel, "order_close")
    closed = []
    for is_reached in (is_in_reveal, lambda table: table.state.is_closed):
        await play_until(table, stage, is_reached)
        closed.append(await stage.forge(moderator, panel, f"b:order_ask:{table.id}"))
        closed.append(await stage.forge(moderator, panel, f"b:order_close:{table.id}"))
        assert not is_told(table)
    closed.append(answers_text(await moderator.submit_modal(form, {"reason": "We need the channel"})))
    assert all("still being shown" in answer for answer in closed)
    assert table.state.row.verdict is None


async def test_season_is_not_posted_during_the_last_reveal(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The post of a season waits until people may know the results that it counts."""
    await stage.bot.store.write(change_setting, stage.guild.id, "season_channel", stage.channel.id)
    table = await begin(stage, "lost")
    await play_until(table, stage, lambda table: table.state.is_closed)
    season = await stage.bot.store.read(load_running_season, stage.guild.id, stage.bot.clock.now_ms())
    assert season is not None

    async def is_posted() -> bool:
        with monkeypatch.context() as patch:
            patch.setattr(stage.bot.clock, "now_ms", lambda: season.ends_at - 1)
            await post_due(stage.bot, POSTS, {})
        return any(
            "b:season:all" in key for message in stage.channel.history() for key in custom_ids(message)
        )

    assert not await is_posted()
    assert not is_told(table)
    await end_of_reveal(table, stage)
    assert await is_posted()


async def test_leaver_sees_all_hands_after_the_last_reveal(stage: Stage) -> None:
    """Who left a rated game may see all hands once people may know that it is over, not before."""
    table = await begin(stage, "lost")
    await play_until(table, stage, lambda table: table.state.is_closed)
    seat = table.state.seat_of(stage.carol.id)
    assert seat is not None
    left = lobby.replace_by_computer(table.state, seat)
    assert not left.may_tell()
    assert not lobby.may_watch(left, stage.carol.id)
    assert lobby.may_watch(left.without_reveal(), stage.carol.id)


@every_reveal
async def test_players_still_find_their_game_during_its_last_reveal(stage: Stage, game: str) -> None:
    """/hand opens the panel and lists the game, and a spectator is answered as during the game."""
    table = await begin(stage, game)
    elsewhere = stage.guild.create_text_channel("elsewhere")
    await play_until(table, stage, is_in_reveal)
    watcher = stage.member("Dave")
    hand_button = f"b:hand:{table.id}"
    during = await stage.forge(watcher, stage.table_message(table), hand_button)
    await play_until(table, stage, lambda table: table.state.is_closed)
    assert not is_told(table)
    assert await stage.forge(watcher, stage.table_message(table), hand_button) == during
    assert "no running game" not in answers_text(await stage.alice.slash(elsewhere, "hand"))
    assert answers_text(await stage.alice.slash(elsewhere, "hand")).count("1. ") == 1
    await end_of_reveal(table, stage)
    assert "1. " not in answers_text(await stage.alice.slash(elsewhere, "hand"))


@every_reveal
async def test_completion_does_not_tell_who_is_next_during_a_reveal(stage: Stage, game: str) -> None:
    """While a reveal is shown, /move completes nothing and refuses everybody in the same words."""
    table = await begin(stage, game)
    await play_until(table, stage, lambda table: not is_told(table) and not table.state.is_closed)
    people = [stage.person_at(seat.seat) for seat in table.state.people]
    completed = [await person.autocomplete(stage.channel, "move", "move", "") for person in people]
    assert not any(completed)
    refusals = {answers_text(await person.slash(stage.channel, "move", move="pass")) for person in people}
    assert len(refusals) == 1
    assert "still being shown" in refusals.pop()
    assert not is_told(table)
    await end_of_reveal(table, stage)
    if table.state.acting(human=True):
        assert await stage.player_on_turn().autocomplete(stage.channel, "move", "move", "")


@pytest.mark.parametrize("game", some(GAMES_WITH_REVEALS, 3))
async def test_tournament_tells_a_result_after_the_reveal(env: simcord.Env, game: str) -> None:
    """While the deciding table shows its last cards, no message of the tournament's channel changes."""
    club = Club(env, 4)
    await club.open(game)
    await club.set(rounds="1")
    club.members = club.members[: club.standing.row.usual_size]
    await club.all_join()
    await club.tap(club.alice, club.sign_up, "cup_begin")
    await env.advance_time(20)
    live = club.cup
    for table in [table for table in club.bot.tables.open() if table.state.gathering.paired]:
        await play_until(table, club, lambda table: table.state.is_closed)
        assert not is_told(table)
        before = [text_of_message(message) for message in club.channel.history()]
        while not is_told(table):
            assert not any(paired.is_done for paired in live.state.rounds[0].tables if paired.id == table.id)
            assert [text_of_message(message) for message in club.channel.history()] == before
            await env.advance_time(0.5)
    await env.advance_time(10)
    assert live.state.is_over
    assert any("🥇" in text_of_message(message) for message in club.channel.history())


# --- mutants ------------------------------------------------------------------------------------------------


def _check_only_the_game(patch: pytest.MonkeyPatch) -> None:
    """Make the bot refuse acts after the game, but none because of a reveal."""

    def check(state: TableState) -> None:
        if not state.is_playing:
            raise Refused("game-is-over")

    patch.setattr(TableState, "check_playing", check)


def _refuse_only_what_is_over(patch: pytest.MonkeyPatch) -> None:
    """Make the bot ask whether people may know the outcome only in a game that is over."""

    def check(state: TableState) -> None:
        if state.is_closed:
            raise Refused("game-is-over" if state.may_tell() else "reveal-first")

    patch.setattr(TableState, "check_playing", check)


def _tell_the_end(patch: pytest.MonkeyPatch) -> None:
    """Make the bot tell the end of a game from its last move on."""
    may_tell = TableState.may_tell
    patch.setattr(TableState, "may_tell", lambda state, seat=None: state.is_closed or may_tell(state, seat))


def _tell_the_result(patch: pytest.MonkeyPatch) -> None:
    """Make the bot count and post a result from the last move on."""

    def may_tell_result(tables: TableRegistry, table_id: str) -> bool:
        table = tables.tables.get(table_id)
        return table is None or table.state.is_closed or table.state.row.is_decided

    patch.setattr(TableRegistry, "may_tell_result", may_tell_result)


def _complete_at_once(patch: pytest.MonkeyPatch) -> None:
    """Make /move complete the moves of the next player during a reveal."""

    async def suggest(state: TableState, *about: Any) -> list[NamedMove]:
        return await suggest_moves(state.without_reveal(), *about)

    patch.setattr(commands, "suggest_moves", suggest)


async def _find_in_tournament(stage: Stage) -> None:
    await test_tournament_tells_a_result_after_the_reveal(stage.env, "bull")


CAUGHT: list[tuple[Callable[[pytest.MonkeyPatch], None], Callable[[Stage], Awaitable[None]]]] = [
    (
        _check_only_the_game,
        lambda stage: test_nothing_tells_the_end_of_a_game_before_its_reveal(stage, "bull"),
    ),
    (_refuse_only_what_is_over, lambda stage: test_last_reveal_is_answered_like_any_other(stage, "bull")),
    (_tell_the_end, test_leaver_sees_all_hands_after_the_last_reveal),
    (_tell_the_end, lambda stage: test_nothing_tells_the_end_of_a_game_before_its_reveal(stage, "bull")),
    (_tell_the_end, lambda stage: test_players_still_find_their_game_during_its_last_reveal(stage, "bull")),
    (_tell_the_result, lambda stage: test_nothing_tells_the_end_of_a_game_before_its_reveal(stage, "bull")),
    (_tell_the_result, _find_in_tournament),
    (
        _complete_at_once,
        lambda stage: test_completion_does_not_tell_who_is_next_during_a_reveal(stage, "tomoe"),
    ),
]
"""Every fault, and a test that catches it."""


@pytest.mark.mutants
@pytest.mark.parametrize(("mutant", "found_by"), CAUGHT)
async def test_bot_that_tells_too_early_is_detected(
    stage: Stage,
    monkeypatch: pytest.MonkeyPatch,
    mutant: Callable[[pytest.MonkeyPatch], None],
    found_by: Callable[[Stage], Awaitable[None]],
) -> None:
    mutant(monkeypatch)
    with pytest.raises(AssertionError):
        await found_by(stage)
