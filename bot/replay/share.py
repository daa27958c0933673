"""Highlights of finished games, shared in a channel."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial

import msgspec

from bot import interactions
from bot.app import Action, Tap
from bot.interactions import answer, update, words_for
from bot.language import Localizer, bold, plain
from bot.lists import not_none
from bot.pages.boards import worded_board
from bot.pages.messages import sentence_page
from bot.pages.people import PlayerName, drawn_names, player_names, player_texts, portraits_of, texts_of
from bot.pictures import LazyPicture, art_name
from bot.pictures.drawing import StampText
from bot.pictures.posters import Comic, ComicScene, draw_comic
from bot.publishing import PublicPlace, check_place, publish
from bot.refused import Refused
from bot.replay.replay import closed_game
from bot.tables.snapshot import HighlightStory
from bot.tables.state import TableState
from bot.times import date_text
from bot.wire.components import (
    Item,
    MediaGallery,
    button,
    button_rows,
    custom_id,
    gallery,
    menu,
    option,
    text_display,
)
from bot.wire.messages import Page, framed
from games.core.presentation import Board, Cloth, PictureStory
from storage.people import load_discreet
from storage.rows import Name

# --- share view ---------------------------------------------------------------------------------------------
# Pages of a posted highlight: the private preview, and the public message.


def highlight_preview_page(
    state: TableState,
    stories: Sequence[HighlightStory],
    chosen_index: int,
    post_language: str,
    words: Localizer,
    *,
    has_post_button: bool,
    server: str,
) -> Page:
    """Return the private preview of a highlight, with a menu of the game's other highlights."""
    highlight = stories[chosen_index].highlight
    (gallery_item, picture) = _comic(state, stories[chosen_index], post_language, server)
    items: list[Item] = [text_display(words("share-title"), f"-# {words('share-about')}"), gallery_item]
    # A menu of the other highlights, each with the names of its time.
    if len(stories) > 1:
        options = []
        for story in stories:
            localizer = Localizer(words.language, player_texts(state, story.players, words.language))
            headline = plain(localizer(story.tale.headline))
            options.append(option(story.highlight.kind, headline, chosen=story.highlight is highlight))
        items.append(menu("moment", state.id, words("share-choose"), options))
    # Without a permission to post here, there is only the preview.
    if has_post_button:
        label = words("button-post")
        items += button_rows([button("post", state.id, label, highlight.kind, style="primary")])
    return framed(items, accent=interactions.QUIET, files=[picture])


def _comic(
    state: TableState, highlight: HighlightStory, language: str, server: str
) -> tuple[MediaGallery, LazyPicture]:
    names = player_names(state, highlight.players, language)
    cloth = state.game.presenter.cloth
    ended = state.row.ended_at
    more = "" if ended is None else date_text(ended, language), server
    return comic_gallery(state.game.id, highlight.tale, names, language, f"moment-{state.id}", more, cloth)


def highlight_post_page(
    state: TableState, highlight: HighlightStory, sharer: Name, language: str, server: str
) -> Page:
    """Return the public message about a highlight that a person shares."""
    words = Localizer(language)
    gallery_item, picture = _comic(state, highlight, language, server)
    title = words("share-by", name=bold(sharer), emoji=state.game.emoji, game=words(f"{state.game.id}-name"))
    items: list[Item] = [
        text_display(f"-# {title}"),
        gallery_item,
        *button_rows([button("replay", state.id, words("button-replay"), highlight.highlight.kind)]),
    ]
    return framed(items, accent=interactions.OVER, files=[picture])


def highlight_key(state: TableState, kind: str) -> str:
    """Return the custom id of the button in the public message about a highlight. No other button has it.

    Args:
        kind: the kind of the highlight.
    """
    return custom_id("b", "replay", state.id, kind)


def posted_page(words: Localizer) -> Page:
    """Return the private page that confirms that the highlight was posted."""
    return sentence_page(words("share-posted"))


def comic_gallery(
    game: str,
    story: PictureStory,
    names: Sequence[PlayerName],
    language: str,
    file_stem: str,
    header_texts: Sequence[str] = (),
    cloth: Cloth = "felt",
) -> tuple[MediaGallery, LazyPicture]:
    """Return a gallery component that shows a highlight, and its picture.

    Args:
        names: the name of each seat's player, without Markdown.
        header_texts: texts for the first line, such as the date and the server.
    """
    # Each picture is described in a line of its own, below the headline.
    labels = tuple(texts_of(names))
    shown_names = drawn_names(names)
    words = Localizer(language, labels)
    drawn = Localizer(language, shown_names)
    portraits = portraits_of(names)
    scenes = []
    lines = [plain(words(story.headline))]
    for place, frame in enumerate(story.frames):
        drawn_board = worded_board(Board(story.family, frame.rows), words, names)
        cards = drawn_board.description
        scene = ComicScene(
            plain(drawn(frame.title)),
            None if frame.seat is None else portraits[frame.seat],
            "" if frame.seat is None else shown_names[frame.seat],
            plain(drawn(frame.bubble)) if frame.bubble else "",
            place > 0,
            drawn_board.rows,
            plain(drawn(frame.line)) if frame.line else "",
        )
        scenes.append(scene)
        if frame.bubble:
            sentence = words("tale-said", said=plain(words(frame.bubble)))
        else:
            sentence = ""
        title = " ".join(filter(None, [plain(words(frame.title)), sentence]))
        line = plain(words(frame.line)) if frame.line else ""
        lines.append("\n".join(filter(None, [title, cards, line])))
    head = " · ".join(filter(None, [plain(words(f"{game}-name")), *header_texts]))
    art = art_name(story.family, "four", language)
    # The scenes say who did what, so that the headline names only the kind of act.
    if story.stamp is None:
        stamp = None
    else:
        stamp = StampText(plain(words(story.stamp.text)), story.stamp.tone)
    headline = plain(drawn(story.headline)).partition(" · ")[0]
    comic = Comic(head, words("tale-sign"), headline, tuple(scenes), art, cloth, stamp)
    picture = LazyPicture(file_stem, msgspec.json.encode(comic), partial(draw_comic, comic))
    return gallery(picture.filename, "\n".join(lines)), picture


# --- share --------------------------------------------------------------------------------------------------
# Handlers with which a person previews and posts a highlight of a finished game.


async def preview_highlight(tap: Tap) -> None:
    """Show a private preview of a game's first highlight."""
    await answer(tap.interaction, await _preview(tap, None))


async def show_other_highlight(tap: Tap) -> None:
    """Show another highlight of the game in the tapped preview."""
    await update(tap.interaction, await _preview(tap, tap.value))


async def post_highlight(tap: Tap) -> None:
    """Post a highlight of a game in the channel."""
    state = await closed_game(tap, tap.subject)
    place = await sharing_place(tap, state)
    highlight = next(
        (story for story in await _shareable_highlights(tap, state) if story.highlight.kind == tap.arg), None
    )
    if highlight is None:
        raise Refused("share-nothing")
    page = highlight_post_page(state, highlight, tap.name, place.language, _server(tap))
    await publish(tap.interaction, place, highlight_key(state, highlight.highlight.kind), page)
    await update(tap.interaction, posted_page(words_for(tap.interaction)))


async def _preview(tap: Tap, kind: str | None) -> Page:
    state = await closed_game(tap, tap.subject)
    stories = await _shareable_highlights(tap, state)
    kinds = [story.highlight.kind for story in stories]
    # The highlight may be hidden since the button was sent.
    if not stories or (kind is not None and kind not in kinds):
        raise Refused("share-nothing")
    words = words_for(tap.interaction)
    # Without a permission to post, the preview is in the reader's own language.
    try:
        _, language = await sharing_place(tap, state)
        can_post = True
    except Refused:
        language = words.language
        can_post = False
    chosen = 0 if kind is None else kinds.index(kind)
    return highlight_preview_page(
        state, stories, chosen, language, words, has_post_button=can_post, server=_server(tap)
    )


def _server(tap: Tap) -> str:
    guild = tap.interaction.guild
    return "" if guild is None else guild.name or ""


async def _shareable_highlights(tap: Tap, state: TableState) -> tuple[HighlightStory, ...]:
    # Lies that players keep private are not offered.
    stories = await asyncio.to_thread(state.highlight_stories)
    people = not_none(story.liar_id for story in stories)
    discreet = await tap.app.store.read(load_discreet, people)
    return tuple([story for story in stories if story.liar_id not in discreet])


async def sharing_place(tap: Tap, state: TableState) -> PublicPlace:
    """Return the channel in which the person tapped.

    Raises:
        Refused: the person may not post about this game there.
    """
    if tap.interaction.guild_id != state.row.guild_id:
        raise Refused("share-not-here")
    return await check_place(tap.interaction)


ACTIONS: dict[str, Action] = {
    "share": preview_highlight,
    "moment": show_other_highlight,
    "post": post_highlight,
}
