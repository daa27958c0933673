"""Leaderboards: queries, pages, /leaderboard and its buttons and menus."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

import discord
import msgspec
from discord import app_commands

from bot import interactions
from bot.app import Interaction, Tap
from bot.interactions import announce, answer, command, localised, number_in, update, words_for
from bot.language import Localizer, escape, label
from bot.pages.standings import season_end, season_name
from bot.publishing import may_announce
from bot.refused import Refused
from bot.scores.grades import grade_text
from bot.wire.components import (
    ActionRow,
    Button,
    Item,
    SelectOption,
    Separator,
    button,
    button_rows,
    menu,
    option,
    text_display,
)
from bot.wire.messages import Page, framed
from games import GAMES, find_game
from games.core.presentation import Measure
from games.core.words import Arg, Text
from storage.rows import GuildSettings, Name
from storage.scores.boards import MEASURES as OF_EVERY_GAME
from storage.scores.boards import (
    ONE_GAME_PREFIXES,
    STREAK,
    BoardLine,
    BoardPage,
    Leaderboard,
    count_board,
    load_board,
    load_page,
    load_standing,
)
from storage.scores.results import month_start, week_start
from storage.scores.seasons import load_season
from storage.servers import Seasons, load_seasons, load_settings

SCOPES = ("server", "computers", "everywhere", "everywhere_computers")
"""Scopes of leaderboards: games among people on this server, games with computer players on this server, and
the same two for all servers.
"""
SEASON = "season"
MONTH = "month"
"""Periods: the running season of a server and, on boards of all servers, the calendar month (UTC)."""
PERIODS = ("all", SEASON, "week")
"""Periods that the command offers. The menu also offers past seasons (``past_period``)."""
PERIODS_EVERYWHERE = ("all", MONTH, "week")
"""The same for boards of all servers, which have months in place of seasons."""
MEASURES = (*OF_EVERY_GAME, STREAK)
OF_ALL_GAMES = tuple(name for name in OF_EVERY_GAME if not name.startswith(ONE_GAME_PREFIXES))
PAGE_ROWS = 10
MIN_GAMES = 10
"""Minimum number of games for a rank by the share of wins."""
BOARD_MS = 5 * 60_000
"""How long a counted leaderboard of all servers is shown."""

ALL_GAMES = "all"
"""The possible values of the parts ``game`` and ``scope`` of a query. Those of the other parts depend on
these two.
"""
MOST_PAST = 20
"""Limit of past seasons in the menu."""
_PAST = re.compile(r"s([1-9]\d{0,8})")
"""The period of a past season: ``s`` and the season's number (``past_period``)."""

NO_SEASONS = Seasons()

MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


def past_period(number: int) -> str:
    """Return the period of the past season with this number, as it stands in a query.

    >>> past_period(3)
    's3'
    """
    return f"s{number}"


class BoardQuery(msgspec.Struct, frozen=True):
    """A query for one page of a leaderboard; ``game`` is ``None`` for all games together."""

    game: str | None = None
    scope: str = "server"
    period: str = "all"
    measure: str = MEASURES[0]
    page: int = 0

    @property
    def arg(self) -> str:
        """The query as text for a custom id. ``read_query`` reads it."""
        return f"{self.game or ALL_GAMES}.{self.scope}.{self.period}.{self.measure}.{self.page}"

    def with_part(self, part: str, value: str) -> BoardQuery:
        """Return the query for the first page of the leaderboard with one changed value.

        Args:
            part: ``"game"``, ``"scope"``, ``"period"`` or ``"measure"``.

        Raises:
            Refused: the value is not possible.
        """
        is_past = part == "period" and _PAST.fullmatch(value) is not None
        if not is_past and value not in _possible_values(self).get(part, ()):
            raise Refused("board-too-old")
        chosen = None if part == "game" and value == ALL_GAMES else value
        return msgspec.structs.replace(self, page=0, **{part: chosen}).with_available_values()

    def with_available_values(self) -> BoardQuery:
        """Return the query with an unavailable period or measure replaced by an available one.

        Seasons belong to a server, so boards of all servers have months in their place. The standings of a
        past season have no games with computer players; the running season is shown instead.
        """
        period = self.period
        is_past = self.season is not None
        if self.is_everywhere:
            if period == SEASON or is_past:
                period = MONTH
        elif period == MONTH or (is_past and self.with_computers):
            period = SEASON
        after = msgspec.structs.replace(self, period=period)
        if after.measure not in _possible_values(after)["measure"]:
            after = msgspec.structs.replace(after, measure=MEASURES[0])
        return after

    def on_page(self, page: int) -> BoardQuery:
        """Return the query for another page of the leaderboard, counted from 0."""
        return msgspec.structs.replace(self, page=page)

    @property
    def is_everywhere(self) -> bool:
        return self.scope.startswith("everywhere")

    @property
    def with_computers(self) -> bool:
        return self.scope.endswith("computers")

    @property
    def season(self) -> int | None:
        """The number of the past season that the query is for; ``None`` for another period."""
        match = _PAST.fullmatch(self.period)
        return None if match is None else int(match[1])

    def since(self, now: int, seasons: Seasons) -> int | None:
        """Return the beginning of the query's period in Unix milliseconds; ``None`` for all time."""
        if self.period == "all":
            return None
        if self.period == SEASON and seasons.running is not None:
            return seasons.running.period
        if self.period == MONTH:
            return month_start(now)
        return week_start(now)


def own_measures(game_id: str | None) -> dict[str, Measure]:
    """Return a game's own measures, by the name of the counter."""
    own = () if game_id is None else find_game(game_id).presenter.measures()
    return {measure.counter: measure for measure in own}


TOO_FAR = 1_000_000
"""A page number beyond every leaderboard."""


def game_choices() -> tuple[str, ...]:
    """Return what a menu of games offers: all games together, then the id of each."""
    return (ALL_GAMES, *GAMES.ids)


def measures_of(game_id: str | None) -> tuple[str, ...]:
    """Return the names of the measures by which a game's leaderboard can be ordered."""
    if game_id is None:
        return OF_ALL_GAMES
    return (*MEASURES, *own_measures(game_id))


def _possible_values(query: BoardQuery) -> dict[str, tuple[str, ...]]:
    if query.is_everywhere:
        periods = PERIODS_EVERYWHERE
    else:
        periods = PERIODS
    # The stored standings of a past season have one order only.
    if query.season is None:
        measures = measures_of(query.game)
    else:
        measures = MEASURES[:1]
    # Games with computer players have no ratings.
    if query.with_computers:
        measures = tuple(measure for measure in measures if measure != "rating")
    return {"game": game_choices(), "scope": SCOPES, "period": periods, "measure": measures}


def read_query(arg: str) -> BoardQuery:
    """Return the query that a custom id describes (``BoardQuery.arg``).

    Raises:
        Refused: this version of the bot has no such leaderboard.
    """
    game, *rest = arg.split(".")
    if game not in game_choices() or len(rest) != 4:
        raise Refused("board-too-old")
    scope, period, measure, number = rest
    if scope not in SCOPES or not (period in (*PERIODS, MONTH) or _PAST.fullmatch(period)):
        raise Refused("board-too-old")
    query = BoardQuery(
        None if game == ALL_GAMES else game, scope, period, measure, number_in(number, TOO_FAR)
    )
    if measure != query.with_available_values().measure:
        raise Refused("board-too-old")
    # Buttons of older versions may ask for a server's board of a month, which is a season now.
    return query.with_available_values()


def board_page(
    query: BoardQuery,
    board: BoardPage,
    reader_id: int,
    reader_name: Name,
    words: Localizer,
    *,
    has_scope_menu: bool = False,
    seasons: Seasons = NO_SEASONS,
) -> Page:
    """Return one page of a leaderboard, with the reader's own line and menus to change the query."""
    if query.game is None:
        emoji = "🏆"
        game = words("board-all-games")
    else:
        emoji = find_game(query.game).emoji
        game = words(f"{query.game}-name")
    head = text_display(
        words("board-title", emoji=emoji, game=game, measure=_measure_name(query.game, query.measure, words)),
        f"-# {words(f'board-scope-{query.scope}')} · {_period_name(query, seasons, words)}",
    )
    menus = _menus(query, reader_id, words, has_scope_menu, seasons)
    # An empty leaderboard says why it is empty, and keeps its menus.
    if not board.total:
        empty = text_display(words(_key_of_empty_board(query), least=MIN_GAMES))
        return framed(head, empty, menus, accent=interactions.QUIET)
    # The reader's own line comes below the page if it is not on it.
    rows = list(board.rows)
    if board.mine is not None and board.mine not in rows:
        rows.append(board.mine)
    lines: list[str] = []
    for row in rows:
        line = _board_line(row, query, words)
        lines.append(words("board-mine", line=line) if row == board.mine else line)
    if board.mine is None:
        lines.append(words("board-mine-none", name=escape(reader_name)))
    row_count = len(board.rows)
    items: list[Item] = [head, text_display(lines[:row_count])]
    if lines[row_count:]:
        items += [Separator(), text_display(lines[row_count:])]
    pages = page_count(board.total)
    foot = [words("board-page", page=query.page + 1, pages=pages, people=board.total)]
    foot += _explanations(query, rows, words)
    items.append(text_display(f"-# {' · '.join(foot)}"))
    if pages > 1:
        items += _page_buttons(query, pages, reader_id, words)
    return framed(items, menus, accent=interactions.OVER)


def _key_of_empty_board(query: BoardQuery) -> str:
    """Return the key of the text that says why a leaderboard is empty."""
    # Ratings and shares of wins need a minimum of games.
    if query.measure in ("rating", "share"):
        return f"board-empty-{query.measure}"
    if query.with_computers:
        return "board-empty"
    return "board-empty-people"


def _explanations(query: BoardQuery, rows: Iterable[BoardLine], words: Localizer) -> list[str]:
    """Return explanations of a page's order and signs, for its last line."""
    explanations = []
    if query.measure == "beaten":
        explanations.append(words("board-beaten-order"))
    if query.measure == "share":
        explanations.append(words("board-share-least", games=MIN_GAMES))
    if any(row.provisional for row in rows):
        explanations.append(words("board-provisional"))
    return explanations


def _page_buttons(query: BoardQuery, pages: int, reader_id: int, words: Localizer) -> list[ActionRow]:
    """Return the buttons to the neighbouring pages. At an end of the leaderboard one is disabled."""

    def page_button(label: str, page: int) -> Button:
        is_missing = not 0 <= page < pages
        return button("board", str(reader_id), words(label), query.on_page(page).arg, disabled=is_missing)

    earlier = page_button("button-earlier", query.page - 1)
    later = page_button("button-later", query.page + 1)
    return button_rows([earlier, later])


def _period_name(query: BoardQuery, seasons: Seasons, words: Localizer) -> str:
    past = None if query.season is None else seasons.find(query.season)
    if past is not None:
        return words("board-season-over", season=season_name(past, words))
    if query.period == SEASON and seasons.running is not None:
        running = seasons.running
        return words("board-season", season=season_name(running, words), when=season_end(running))
    return words(f"board-period-{query.period}")


def _menus(
    query: BoardQuery, asker_id: int, words: Localizer, has_scopes: bool, seasons: Seasons
) -> list[ActionRow]:
    rows = []
    for part, values in _possible_values(query).items():
        if part == "scope" and not has_scopes:
            values = tuple(value for value in values if not value.startswith("everywhere"))
        chosen = getattr(query, part) or ALL_GAMES
        options = _options(part, values, chosen, words, query.game)
        if part == "period" and query.scope == "server":
            for past in seasons.past:
                name = season_name(past, words, label)
                options.append(option(past_period(past.number), name, chosen=past.number == query.season))
        prompt = words(f"command-leaderboard-{part}-about")
        rows.append(menu("asked", str(asker_id), prompt, options, f"{part}.{query.arg}"))
    return rows


def _options(
    part: str, values: Iterable[str], chosen: str, words: Localizer, game_id: str | None = None
) -> list[SelectOption]:
    options = []
    for value in values:
        name = _choice_label(part, value, words, game_id)
        options.append(option(value, name, chosen=value == chosen))
    return options


def game_menu(verb: str, subject: str, chosen_game_id: str | None, words: Localizer) -> ActionRow:
    """Return a menu of all games, with an entry for all games together.

    Args:
        verb: name of the handler that is called after a choice.
        subject: text for the handler.
    """
    options = _options("game", game_choices(), chosen_game_id or ALL_GAMES, words)
    return menu(verb, subject, words("command-leaderboard-game-about"), options)


def _measure_name(game_id: str | None, measure: str, words: Localizer) -> str:
    own = own_measures(game_id).get(measure)
    if own is None:
        return words(f"board-measure-{measure}")
    return words(own.name)


def _choice_label(part: str, value: str, words: Localizer, game_id: str | None = None) -> str:
    if part == "measure":
        return _measure_name(game_id, value, words)
    if part != "game":
        return words(f"board-{part}-{value}")
    if value == ALL_GAMES:
        return words("board-all-games")
    return f"{find_game(value).emoji} {words(f'{value}-name')}"


def page_count(line_count: int) -> int:
    """Return the number of pages for a number of lines; at least one."""
    return max(1, -(-line_count // PAGE_ROWS))


def _board_line(row: BoardLine, query: BoardQuery, words: Localizer) -> str:
    measure = query.measure
    is_general = measure in (*OF_ALL_GAMES, "rating")
    args: dict[str, Arg] = {
        "place": _place_text(row, measure, words),
        "name": f"**{escape(row.name) or words('former-player')}**",
        "rating": f"{row.value:.0f}{'?' if row.provisional else ''}",
        "share": f"{row.value * 100:.1f}",
        "wins": row.wins,
        "beaten": row.beaten,
        "ties": row.ties,
        "games": row.games,
        "value": _value_text(row.value, query),
    }
    parts = [words(Text(f"board-row-{measure}" if is_general else "board-row-own", args))]
    if measure == "rating" and not row.provisional:
        parts.append(words(grade_text(round(row.value))))
    if measure == "wins" and row.ties:
        parts.append(words("board-shared", ties=row.ties))
    if is_general and measure != "beaten":
        parts.append(words("board-beaten", beaten=row.beaten))
    return " · ".join(parts)


def _place_text(row: BoardLine, measure: str, words: Localizer) -> str:
    """Return a medal or the number of a rank. People with equal values share a rank."""
    # On boards about winning, a person without a win leads only if nobody has won; that earns no medal.
    is_about_winning = measure in ("beaten", "wins", "share")
    is_winless_leader = is_about_winning and row.rank == 1 and not row.wins
    if row.rank in MEDALS and not is_winless_leader:
        return MEDALS[row.rank]
    return words("result-place", place=row.rank)


def _value_text(value: float, query: BoardQuery) -> Arg:
    own = own_measures(query.game).get(query.measure)
    if own is not None and own.value_text is not None:
        return own.value_text(int(value))
    return int(value)


def chosen_game(game: str) -> str | None:
    """Return the game that was chosen in a menu; ``None`` for all games.

    Raises:
        Refused: the menu is outdated.
    """
    if game and game not in game_choices():
        raise Refused("stale-button")
    if game in ("", ALL_GAMES):
        return None
    return game


# --- handlers -----------------------------------------------------------------------------------------------


def _choices(part: str, values: Iterable[str]) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=localised(f"board-{part}-{value}"), value=value) for value in values]


@command("leaderboard", "game", "scope", "period", "measure")
@app_commands.choices(scope=_choices("scope", SCOPES), period=_choices("period", PERIODS))
@app_commands.choices(measure=_choices("measure", MEASURES))
@app_commands.guild_only()
async def leaderboard(
    interaction: Interaction,
    game: str | None = None,
    scope: str | None = None,
    period: str = "all",
    measure: str = MEASURES[0],
) -> None:
    """Answer with a leaderboard: in public in a channel for games, otherwise in private.

    An empty leaderboard is always private.

    Args:
        game: a game's id; ``None`` for all games.
        scope: one of ``SCOPES``; by default ``server`` (games among people) or, if there are none,
            ``computers``.
        period: one of ``PERIODS``.
        measure: the value by which people are ordered.
    """
    guild, settings = await _server(interaction)
    asked_for = BoardQuery(game, scope or SCOPES[0], period, measure)
    loaded = await _load_board(interaction, settings, asked_for)
    # Without games among people, those with computer players are shown; they have no ratings.
    if not loaded.board.total and scope is None and measure != "rating":
        other = msgspec.structs.replace(asked_for, scope="computers")
        others = await _load_board(interaction, settings, other)
        if others.board.total:
            loaded = others
    user = interaction.user
    what = f"board {loaded.query.arg}"
    if not loaded.board.total or not await may_announce(interaction, what):
        await answer(interaction, _page_of(user, settings, loaded, words_for(interaction)))
        return
    words = Localizer(await interaction.client.public_language(guild))
    await announce(interaction, _page_of(user, settings, loaded, words))


async def show_board_page(tap: Tap) -> None:
    """Show another page of the tapped leaderboard."""
    await _show_board(tap, read_query(tap.arg))


async def choose_board(tap: Tap) -> None:
    """Show the leaderboard for the game, scope, period or measure that was chosen in a menu."""
    part, _, before = tap.arg.partition(".")
    await _show_board(tap, read_query(before).with_part(part, tap.value))


async def show_season(tap: Tap) -> None:
    """Show the standings of a season in a private message."""
    guild, settings = await _server(tap.interaction)
    number = number_in(tap.arg)
    chosen = await tap.app.store.read(load_season, guild.id, number)
    if chosen is None:
        raise Refused("board-season-gone")
    query = BoardQuery(period=past_period(number) if chosen.is_closed else SEASON)
    loaded = await _load_board(tap.interaction, settings, query)
    await answer(tap.interaction, _page_of(tap.user, settings, loaded, words_for(tap.interaction)))


async def _show_board(tap: Tap, query: BoardQuery) -> None:
    interaction = tap.interaction
    user = tap.user
    guild, settings = await _server(interaction)
    loaded = await _load_board(interaction, settings, query)
    if tap.subject != str(user.id):
        await answer(interaction, _page_of(user, settings, loaded, words_for(interaction)))
        return
    if tap.is_private:
        words = words_for(interaction)
    else:
        words = Localizer(await tap.app.public_language(guild))
    await update(interaction, _page_of(user, settings, loaded, words))


class _LoadedBoard(NamedTuple):
    query: BoardQuery
    board: BoardPage
    seasons: Seasons


def _page_of(
    user: discord.User | discord.Member, settings: GuildSettings, loaded: _LoadedBoard, words: Localizer
) -> Page:
    return board_page(
        loaded.query,
        loaded.board,
        user.id,
        Name(user.display_name),
        words,
        has_scope_menu=settings.board_scope == "everywhere",
        seasons=loaded.seasons,
    )


async def _server(interaction: Interaction) -> tuple[discord.Guild, GuildSettings]:
    if interaction.guild is None:
        raise Refused("only-in-servers")
    return interaction.guild, await interaction.client.store.read(load_settings, interaction.guild.id)


async def _load_board(interaction: Interaction, settings: GuildSettings, query: BoardQuery) -> _LoadedBoard:
    if query.measure not in measures_of(query.game):
        raise Refused("board-needs-game")
    if query.is_everywhere and settings.board_scope != "everywhere":
        raise Refused("board-not-joined")
    app = interaction.client
    query = query.with_available_values()
    app.tables.check_results_public([interaction.user.id], settings.guild_id)
    seasons = await app.store.read(load_seasons, settings.guild_id, app.clock.now_ms(), MOST_PAST)
    # The board may have become shorter since the page was shown: then read its last page.
    for _ in range(2):
        board = await _read_board(interaction, settings, query, seasons)
        if query.page < page_count(board.total):
            break
        query = msgspec.structs.replace(query, page=page_count(board.total) - 1)
    return _LoadedBoard(query, board, seasons)


async def _read_board(
    interaction: Interaction, settings: GuildSettings, query: BoardQuery, seasons: Seasons
) -> BoardPage:
    app = interaction.client
    guild_id = settings.guild_id
    page: dict[str, Any] = {
        "limit": PAGE_ROWS,
        "offset": query.page * PAGE_ROWS,
        "user_id": interaction.user.id,
    }
    # A past season has a stored ranking; all other periods are counted from results.
    if query.season is not None:
        return await app.store.read(load_standing, guild_id, query.season, game=query.game, **page)
    if query.period == SEASON and seasons.running is None:
        return BoardPage((), 0, None)
    where = None if query.is_everywhere else guild_id
    since = query.since(app.clock.now_ms(), seasons)
    board = Leaderboard(query.game, where, since, query.measure, query.with_computers, MIN_GAMES)
    if not query.is_everywhere:
        return await app.store.read(load_board, board, **page)
    # Counting the games of all servers takes too long for every tap.
    lines = app.boards.get(board)
    if lines is None:
        lines = await app.store.read(count_board, board)
        app.boards.put(board, lines)
    return await app.store.read(load_page, lines, None, **page)
