"""The next game of the same people: a rematch, another game, or a game beside one that goes on without them.

The module also has the buttons that open a lobby from elsewhere: the game of a finished lesson, and a game
that begins at once against computer players.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from bot import interactions
from bot.app import Action, Tap
from bot.driving.table import Table
from bot.help import offer_games
from bot.interactions import answer, update, words_for
from bot.lists import user_ids
from bot.lobby import check_game_exists, offer_lesson, open_lobby, page_before_game
from bot.moderation import check_admission
from bot.pages.boards import NOW
from bot.pages.lobby import (
    SHORT,
    WHOLE,
    joined_rematch_page,
    next_game_page,
    no_rematch_page,
)
from bot.practice import open_hand_below, practise, start_against_computers
from bot.refused import Refused
from bot.tables import lobby as acts
from bot.tables.state import TableState
from bot.wire.components import text_display
from bot.wire.messages import framed
from games import find_game
from games.core.cards import all_but
from storage.errors import RematchTaken
from storage.rows import SeatRow
from storage.servers import load_settings

# --- a game at once -----------------------------------------------------------------------------------------


async def open_learnt_game(tap: Tap) -> None:
    """Open a lobby for the game of a finished lesson."""
    check_game_exists(tap.subject)
    if tap.interaction.guild_id is None:
        await practise(tap.interaction, tap.subject, dict(find_game(tap.subject).short_options))
        return
    await open_lobby(tap.interaction, tap.subject)
    if tap.is_private:
        display = text_display(words_for(tap.interaction)("lobby-opened"))
        await update(tap.interaction, framed(display, accent=interactions.LOBBY))


async def start_at_once(tap: Tap) -> None:
    """Open a lobby, fill it with computer players, and start the game at once.

    Before a game that can be short or whole the person is asked. Before a first one the lesson is offered.
    """
    check_game_exists(tap.subject)
    # Buttons of earlier versions have the argument "first".
    if tap.arg not in (SHORT, WHOLE, "first"):
        page = await page_before_game(tap.interaction, tap.subject)
        if page is not None:
            await tap.reply(page)
            return
    options: dict[str, str] = {}
    if tap.arg != WHOLE:
        options |= find_game(tap.subject).short_options
    # Outside of servers there is only practice.
    if tap.interaction.guild_id is None:
        await practise(tap.interaction, tap.subject, options)
        return
    table = await open_lobby(tap.interaction, tap.subject, options)
    if tap.is_private:
        soon = text_display(words_for(tap.interaction)("rematch-soon"))
        await update(tap.interaction, framed(soon, accent=interactions.LOBBY))
    await start_against_computers(tap.interaction, table)
    if tap.is_private:
        await open_hand_below(tap.interaction, table)


# --- once more ----------------------------------------------------------------------------------------------


async def open_rematch(tap: Tap) -> None:
    """Open or join the lobby of a rematch."""
    if over := await _own_finished_table(tap):
        await _open_or_join_next(tap, over, over.game.id, over.row.options, is_rematch=True)


async def ask_next_game(tap: Tap) -> None:
    """Ask which game the same people want to play next, or those who are out of a running game meanwhile."""
    table = await _own_table_out_of(tap) or await _own_finished_table(tap)
    if table is None:
        return
    people = {seat.user_id for seat in table.seats if seat.user_id is not None}
    # A person who played with computer players alone has nobody to gather.
    if people == {tap.user.id}:
        await offer_games(tap, NOW)
        return
    played = (await tap.app.store.read(load_settings, table.row.guild_id)).games
    await answer(tap.interaction, next_game_page(table.snapshot, words_for(tap.interaction), played))


async def open_next_game(tap: Tap) -> None:
    """Open or join the lobby of the next game for the same people.

    During a game, open or join a lobby for those who are out of it.
    """
    check_game_exists(tap.value)
    if running := await _own_table_out_of(tap):
        await _open_or_join_side_game(tap, running, tap.value)
    elif over := await _own_finished_table(tap):
        await _open_or_join_next(tap, over, tap.value)


async def _own_finished_table(tap: Tap) -> TableState | None:
    over = await tap.app.tables.find_state(tap.subject)
    if not (over.is_closed and over.may_tell()):
        raise Refused("not-over-yet")
    if over.has_ever_sat(tap.user.id):
        return over
    # People who did not play are offered a new lobby.
    await answer(tap.interaction, no_rematch_page(over.snapshot, words_for(tap.interaction)))
    return None


async def _own_table_out_of(tap: Tap) -> TableState | None:
    # The tapped table, if its game goes on without the person.
    state = await tap.app.tables.find_state(tap.subject)
    seat = state.seat_of(tap.user.id)
    is_out = seat is not None and seat in state.gone and state.may_tell(seat)
    if state.is_playing and not state.is_over and is_out:
        return state
    return None


async def _open_or_join_next(
    tap: Tap,
    finished: TableState,
    game_id: str,
    options: Mapping[str, str] | None = None,
    *,
    is_rematch: bool = False,
) -> None:
    lobbies = [table for table in tap.app.tables.open() if table.state.is_lobby]
    following = next((table.id for table in lobbies if table.state.row.rematch_of == finished.id), None)
    # Joining opens no lobby, so the limits of opening do not apply.
    if following is not None:
        table = await _join(tap, following)
    else:
        people = user_ids(finished.seats)
        computers = _computers_for_next(finished, game_id, {*people, tap.user.id})
        try:
            table = await open_lobby(
                tap.interaction, game_id, options, computers, people, finished, is_rematch=is_rematch
            )
        # Another tap was faster.
        except RematchTaken as taken:
            table = await _join(tap, taken.table_id)
    before = tap.app.tables.all.get(finished.id)
    if before is not None:
        tap.app.writer(before).panels.forget_hand(tap.interaction)
    await _show_joined(tap, table)


def _computers_for_next(finished: TableState, game_id: str, people: Collection[int]) -> list[SeatRow]:
    # The computer players of the finished game stay, as far as the next game has seats beside its people.
    most_seats = find_game(game_id).rules.seats[1]
    free_seats = max(0, most_seats - len(people))
    computers = [seat for seat in finished.seats if seat.level is not None and not seat.has_left]
    return computers[:free_seats]


async def _open_or_join_side_game(tap: Tap, running: TableState, game_id: str) -> None:
    # The lobby follows no table, so the rematch and the evening of the running game stay as they are.
    seats_out = [running.seats[seat] for seat in running.gone]
    waiting = user_ids(seats_out)
    open_tables = [table.state for table in tap.app.tables.open()]
    lobbies = [
        state.id
        for state in open_tables
        if state.is_lobby
        and acts.is_ordinary(state)
        and state.row.channel_id == running.row.channel_id
        and state.row.host_id in waiting
    ]
    if lobbies:
        table = await _join(tap, lobbies[-1])
    else:
        busy = _people_playing(state for state in open_tables if state.id != running.id)
        guests = all_but(waiting, busy)
        options = dict(find_game(game_id).short_options)
        table = await open_lobby(tap.interaction, game_id, options, guests=guests)
    await _show_joined(tap, table)


def _people_playing(tables: Iterable[TableState]) -> set[int | None]:
    people: set[int | None] = set()
    for table in tables:
        if table.is_playing:
            people |= {seat.user_id for seat in table.people if seat.seat not in table.gone}
    return people


async def _show_joined(tap: Tap, table: Table) -> None:
    page = joined_rematch_page(table.state.snapshot, words_for(tap.interaction))
    await tap.app.writer(table).panels.show_until_start(tap.interaction, page)
    await offer_lesson(tap.interaction, table)


async def _join(tap: Tap, table_id: str) -> Table:
    await check_admission(tap.interaction)
    table = await tap.app.tables.lobby(table_id)
    if table.state.seat_of(tap.user.id) is None:
        await table.change(acts.join, tap.user.id, tap.name, tap.interaction.id, tap.guild_id, tap.handle)
    return table


ACTIONS: dict[str, Action] = {
    "now": start_at_once,
    "begin": open_learnt_game,
    "another": ask_next_game,
    "another_game": open_next_game,
    "rematch": open_rematch,
}
