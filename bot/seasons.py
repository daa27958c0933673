"""Public messages about seasons and about results of games."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import discord
from msgspec.structs import replace

from bot import interactions
from bot.app import App
from bot.language import Localizer, bold, escape, language_of
from bot.pages.messages import poster_message
from bot.pages.standings import MEDALS, season_end, season_name
from bot.posting import AlreadyClaimed, OneTimePost, PostKind, edit_page, post_once
from bot.refused import Refused
from bot.wire.components import Item, Separator, button, button_rows, custom_id, text_display
from bot.wire.errors import DiscordError
from bot.wire.messages import Page, framed
from games import GAMES
from storage.engine.database import Connection
from storage.rows import Name
from storage.scores.boards import Medalist, close_season, load_medalists
from storage.scores.results import ResultPost, begin_result_post, end_result_post, load_due_results
from storage.scores.seasons import (
    DONE,
    NONE,
    SENDING,
    SENT,
    Season,
    SeasonPost,
    begin_season_post,
    load_due_seasons,
    save_season_post,
)
from storage.serving import Servers

# --- view ---------------------------------------------------------------------------------------------------
# The message about a season: the people with medals, overall and in each game.

BUTTON = "season"
"""First part of the custom id of the button that opens the standings of a season."""
MOST_NAMED = 4
"""Most people named for one place of a game. If more share the place, the rest is given as a number."""


def season_page(season: Season, winners: Sequence[Medalist], language: str) -> Page:
    """Return the public message of a season, with the present or the final winners."""
    words = Localizer(language)
    if season.is_closed:
        key = "season-post-over"
    else:
        key = "season-post-soon"
    head = words(key, season=season_name(season, words), when=_when(season))
    items: list[Item] = [text_display(head)]
    overall = [winner for winner in winners if not winner.game]
    if overall:
        items.append(text_display(words("season-post-all"), _winner_lines(overall, words)))
    games = [_game_line(game.id, game.emoji, winners, words) for game in GAMES]
    if any(games):
        items += [Separator(), text_display(games)]
    items.append(text_display(f"-# {words('season-post-foot')}"))
    items += button_rows([button(BUTTON, "all", words("button-season"), str(season.number), emoji="🏆")])
    return framed(items, accent=interactions.OVER)


def _when(season: Season) -> str:
    if not season.is_closed:
        return f"<t:{season.ends_at // 1000}:R>"
    return season_end(season)


def _winner_lines(winners: Sequence[Medalist], words: Localizer) -> list[str]:
    lines = []
    for place, medal in enumerate(MEDALS, 1):
        equal = [winner for winner in winners if winner.place == place]
        for winner in equal[:MOST_NAMED]:
            name = _name(winner.name, words, is_bold=True)
            lines.append(
                words("season-post-row", medal=medal, name=name, beaten=winner.beaten, wins=winner.wins)
            )
        if equal[MOST_NAMED:]:
            lines.append(words("season-post-more", medal=medal, count=len(equal) - MOST_NAMED))
    return lines


def _game_line(game: str, emoji: str, winners: Sequence[Medalist], words: Localizer) -> str:
    parts = []
    for place, medal in enumerate(MEDALS, 1):
        equal = [winner for winner in winners if winner.game == game and winner.place == place]
        if len(equal) > MOST_NAMED:
            parts.append(words("season-post-others", medal=medal, count=len(equal)))
        else:
            parts += [
                words("season-post-winner", medal=medal, name=_name(winner.name, words)) for winner in equal
            ]
    if not parts:
        return ""
    return words("season-post-game", emoji=emoji, game=words(f"{game}-name"), winners=" ".join(parts))


def _name(name: Name, words: Localizer, *, is_bold: bool = False) -> str:
    if not name:
        return words("former-player")
    return bold(name) if is_bold else escape(name)


# --- posts --------------------------------------------------------------------------------------------------
# Closes seasons, and posts the winners of seasons and the results of games.
#
# A season is posted on its last evening, and the message is edited when the season is over.

EVENING_MS = 4 * 3_600_000
"""How long before its end a season is posted: at eight in the evening if it ends at midnight."""
GRACE_MS = 60_000
"""How long after its end a season is closed, so that results that are just being written still count."""
GIVE_UP_MS = 7 * 86_400_000
"""How long after the end of a season or game the bot stops trying to post its message."""


def _load_seasons(conn: Connection, served: Servers, now: int) -> list[SeasonPost]:
    return load_due_seasons(conn, served, now + EVENING_MS, now - GRACE_MS)


async def _update_season(app: App, due: SeasonPost) -> None:
    season = due.season
    now = app.clock.now_ms()
    try:
        app.tables.check_results_public((), season.guild_id)
    except Refused:
        return  # the next check of the posts comes after the reveal
    is_over = season.ends_at <= now - GRACE_MS
    if is_over and not season.is_closed:
        closed = await app.store.write(close_season, season.guild_id, season.number, now)
        if closed is None:  # changed, or closed by another process
            return
        due = replace(due, season=closed)
    if due.post == NONE:
        channel_id = due.wanted_channel_id
    else:
        channel_id = due.channel_id
    is_hopeless = is_over and now > season.ends_at + GIVE_UP_MS
    guild = app.get_guild(season.guild_id)
    if channel_id is None or (guild is None and is_hopeless):
        await app.store.write(save_season_post, due.season, DONE)
    elif guild is not None:
        language = due.locale or language_of(guild.preferred_locale, app.config.default_locale)
        try:
            await _post_season(app, due, channel_id, language)
        except DiscordError:
            if not is_hopeless:
                raise
            await app.store.write(save_season_post, due.season, DONE, due.message_id)


async def _post_season(app: App, due: SeasonPost, channel_id: int, language: str) -> None:
    season = due.season
    winners = await app.store.read(load_medalists, season)

    page = season_page(season, winners, language)
    if due.message_id is not None:
        await edit_page(app, season.guild_id, channel_id, due.message_id, page)
        await app.store.write(save_season_post, season, DONE, due.message_id)
    elif winners or due.post == SENDING:
        key = custom_id("b", BUTTON, "all", str(season.number))
        is_uncertain = due.post == SENDING
        if not is_uncertain and not await app.store.write(begin_season_post, season, channel_id):
            raise AlreadyClaimed
        post = OneTimePost(season.guild_id, channel_id, key, page, is_uncertain)
        message_id = await post_once(app, post)
        # A message that was found may show the places before the end, so it is edited next.
        if season.is_closed and not (is_uncertain and message_id):
            state = DONE
        else:
            state = SENT
        await app.store.write(save_season_post, season, state, message_id)
    elif season.is_closed:
        await app.store.write(save_season_post, season, DONE)


async def _handle_result(app: App, due: ResultPost) -> None:
    guild = app.get_guild(due.guild_id)
    now = app.clock.now_ms()
    is_hopeless = now > due.ended_at + GIVE_UP_MS
    if not app.tables.may_tell_result(due.table_id):
        return
    try:
        if guild is not None:
            await _post_result(app, due, guild)
    except DiscordError:
        if not is_hopeless:
            raise
    if guild is not None or is_hopeless:
        await app.store.write(end_result_post, due)


async def _post_result(app: App, due: ResultPost, guild: discord.Guild) -> None:
    try:
        state = await app.tables.find_state(due.table_id)
    except Refused:  # the game cannot be read
        return
    # In its own channel the game has shown its result already.
    if state.place_id == due.channel_id:
        return
    language = due.locale or language_of(guild.preferred_locale, app.config.default_locale)
    page = poster_message(dataclasses.replace(state.snapshot, server=guild.name or ""), language)
    if not due.is_sending and not await app.store.write(begin_result_post, due):
        raise AlreadyClaimed
    key = custom_id("b", "replay", due.table_id)
    await post_once(app, OneTimePost(due.guild_id, due.channel_id, key, page, due.is_sending))


POSTS = (
    PostKind(_load_seasons, _update_season, lambda due: (due.guild_id, due.season.number)),
    PostKind(load_due_results, _handle_result, lambda due: due.table_id),
)
"""The kinds of messages that ``bot.posting`` posts on servers for this package: seasons and results."""
