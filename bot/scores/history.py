"""The list of a person's last games, with menus that open replays and reviews; /history and its buttons."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from bot import interactions
from bot.app import Interaction, Tap
from bot.driving.evenings import deserves_summary, summarize
from bot.interactions import allowed_everywhere, answer, command, number_in, update, words_for
from bot.language import Localizer, escape, game_emoji, game_name, label, quote
from bot.pages.boards import play_now_button
from bot.pages.standings import evening_items, scores_text
from bot.refused import Refused
from bot.scores.leaderboard import ALL_GAMES, chosen_game, game_menu
from bot.tables.snapshot import EveningSummary
from bot.times import date_text
from bot.wire.components import Item, button, button_rows, menu, option, text_display
from bot.wire.messages import Page, framed
from games import GAMES, find_game
from storage.rows import LAST_MS, EveningRow
from storage.scores.stats import FinishedGame, FinishedSeat, VoidedGame, load_history, load_voided_games
from storage.tables.evenings import load_evenings
from storage.tables.loading import load_evening

PAGE_GAMES = 10


def history_page(
    games: Sequence[FinishedGame],
    user_id: int,
    words: Localizer,
    *,
    game: str | None = None,
    is_first_page: bool,
    has_more: bool,
    evenings: Mapping[str, EveningRow] = {},
    games_without_result: Sequence[VoidedGame] = (),
) -> Page:
    """Return a page that lists a person's finished games, newest first.

    Args:
        game: the id of the only game that is listed; ``None`` for all games.
        evenings: series of games, each by the table id of its newest listed game.
    """
    title = words("history-title")
    kinds = game_menu("past", "all", game, words)
    # Without games the page offers to start one.
    if not games:
        lines = _game_lines((), games_without_result, user_id, words) or [words("history-none")]
        none = text_display(lines)
        now = button_rows([play_now_button(words)])
        return framed(text_display(title), none, now, ([kinds] if game else []), accent=interactions.QUIET)
    options = [
        option(game.table_id, _label(game, user_id, words), _others(game, user_id, words)) for game in games
    ]
    # Menus open a replay, a file with it, or a review where the game can judge moves.
    items: list[Item] = [
        text_display(title, _game_lines(games, games_without_result, user_id, words)),
        menu("open", "all", words("history-open"), options),
        menu("takepage", "all", words("history-page"), options),
    ]
    judged = [option for option, game in zip(options, games, strict=True) if _is_judged(game.game)]
    if judged:
        items.append(menu("review", "all", words("history-review"), judged))
    # Evenings with a story, each dated by one of its games on this page.
    dates = {game.table_id: date_text(game.ended_at, words.language) for game in games}
    options = [
        option(
            table_id,
            words("evening-of", date=dates.get(table_id, ""), scores=scores_text(evening, words, label)),
        )
        for table_id, evening in evenings.items()
        if deserves_summary(evening)
    ]
    if options:
        items.append(menu("evening", "all", words("evening-open"), options))
    buttons = []
    kind = game or ALL_GAMES
    if not is_first_page:
        buttons.append(button("past", "all", words("button-newest"), f".{kind}"))
    if has_more:
        buttons.append(button("past", "all", words("button-older"), f"{games[-1].number}.{kind}"))
    return framed(items, button_rows(buttons), kinds, accent=interactions.OVER)


def evening_page(story: EveningSummary, language: str) -> Page:
    """Return the summary of an evening, with a picture.

    An evening is a series of games with mostly the same people.
    """
    items, picture = evening_items(story, language)
    return framed(items, accent=interactions.OVER, files=[picture])


def _mine(game: FinishedGame, user_id: int) -> FinishedSeat:
    return next(seat for seat in game.seats if seat.user_id == user_id)


def _game_lines(
    games: Sequence[FinishedGame], void: Sequence[VoidedGame], user_id: int, words: Localizer
) -> list[str]:
    dated = [(game.ended_at, _line(game, user_id, words)) for game in games]
    dated += [(game.ended_at, _void_line(game, words)) for game in void]
    return [line for _, line in sorted(dated, key=lambda pair: -pair[0])]


def _is_judged(game_id: str) -> bool:
    return game_id in GAMES.ids and find_game(game_id).assess is not None


def _void_line(game: VoidedGame, words: Localizer) -> str:
    return words(
        "history-void",
        emoji=game_emoji(game.game),
        game=words(game_name(game.game)),
        when=f"<t:{game.ended_at // 1000}:d>",
        reason=quote(game.reason),
    )


def _line(game: FinishedGame, user_id: int, words: Localizer) -> str:
    seat = _mine(game, user_id)
    line = words(
        "history-line",
        emoji=game_emoji(game.game),
        game=words(game_name(game.game)),
        when=f"<t:{game.ended_at // 1000}:d>",
        place=seat.place,
        seats=game.teams or len(game.seats),
        is_team=int(game.teams > 0),
        others=_others(game, user_id, words),
    )
    # Why the game counts less, or not at all.
    notes = [words("history-left")] if seat.has_left else []
    notes += [] if seat.has_left or seat.counts else [words("history-uncounted")]
    notes += [words("history-closed", reason=quote(game.closed_why))] if game.closed_why else []
    return " · ".join([line, *notes])


def _label(game: FinishedGame, user_id: int, words: Localizer) -> str:
    return words(
        "history-option",
        game=words(game_name(game.game)),
        date=date_text(game.ended_at, words.language),
        place=_mine(game, user_id).place,
        seats=game.teams or len(game.seats),
        is_team=int(game.teams > 0),
    )


def _player_name(seat: FinishedSeat) -> str:
    # A person whose data was deleted has no name.
    is_computer = seat.user_id is None and seat.level is not None and not seat.has_left
    return escape(seat.name, is_computer) if seat.name else ""


def _others(game: FinishedGame, user_id: int, words: Localizer) -> str:
    mine = _mine(game, user_id).seat
    names = [_player_name(seat) or words("former-player") for seat in game.seats if seat.seat != mine]
    return words.join(names)


# --- handlers -----------------------------------------------------------------------------------------------


@allowed_everywhere
@command("history")
async def history(interaction: Interaction) -> None:
    """Show the person's last games on all servers in a private message."""
    await answer(interaction, await _own_games(interaction))


async def show_history_page(tap: Tap) -> None:
    """Show another page of the person's games, or the list for the game chosen in a menu."""
    before, _, game = tap.arg.partition(".")
    number = number_in(before) if before else None
    kind = chosen_game(tap.value if tap.values else game)
    await update(tap.interaction, await _own_games(tap.interaction, number, kind))


async def _own_games(interaction: Interaction, before: int | None = None, game: str | None = None) -> Page:
    user = interaction.user.id
    store = interaction.client.store
    interaction.client.tables.check_results_public([user])
    # One more than a page, to know whether there is another page.
    games = await store.read(load_history, user, None, PAGE_GAMES + 1, before, game)
    # Closed games without a result are listed among those of their time.
    if len(games) > PAGE_GAMES:
        since = games[PAGE_GAMES - 1].ended_at
    else:
        since = 0
    until = LAST_MS if before is None or not games else games[0].ended_at
    void = await store.read(load_voided_games, user, since, until)
    return history_page(
        games[:PAGE_GAMES],
        user,
        words_for(interaction),
        game=game,
        is_first_page=before is None,
        has_more=len(games) > PAGE_GAMES,
        games_without_result=[closed for closed in void if game in (None, closed.game)],
        evenings=await store.read(load_evenings, [game.table_id for game in games[:PAGE_GAMES]]),
    )


async def show_evening(tap: Tap) -> None:
    """Show the summary of one of the person's evenings, in a private message.

    An evening is a series of games with mostly the same people.
    """
    store = tap.app.store
    tap.app.tables.check_results_public([tap.user.id])
    ended_evening = (await store.read(load_evenings, tap.values)).get(tap.value)
    if ended_evening is None or all(person.user_id != tap.user.id for person in ended_evening.people):
        raise Refused("stale-button")
    story = await asyncio.to_thread(
        summarize, ended_evening, await store.read(load_evening, ended_evening.id)
    )
    await answer(tap.interaction, evening_page(story, words_for(tap.interaction).language))
