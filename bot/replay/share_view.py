"""Pages of a shared moment: the private preview, and the message in the channel."""

from __future__ import annotations

from collections.abc import Sequence

from bot.interactions import colours
from bot.language.localizer import Localizer, plain
from bot.language.names import bold
from bot.pages.comics import comic_gallery
from bot.pages.people import names_of
from bot.pictures import Drawn
from bot.tables.state import TableState, ToldFeat
from bot.wire.components import Item, MediaGallery, button, button_rows, menu, option, text_display
from bot.wire.messages import Page, framed
from storage.fields import Name


def share_page(
    state: TableState,
    tales: Sequence[ToldFeat],
    chosen: int,
    language: str,
    words: Localizer,
    *,
    can_post: bool,
) -> Page:
    """Return the preview of a moment in the channel's ``language``, with a menu of others."""
    feat, (shown, picture) = tales[chosen].feat, _comic(state, tales[chosen], language)
    items: list[Item] = [text_display(words("share-title"), f"-# {words('share-about')}"), shown]
    if len(tales) > 1:
        options = [
            option(one.feat.kind, _headline(state, one, words.language), chosen=one.feat is feat)
            for one in tales
        ]
        items.append(menu("moment", state.id, words("share-choose"), options))
    if can_post:
        label = words("button-post")
        items += button_rows([button("post", state.id, label, feat.kind, style="primary")])
    return framed(*items, accent=colours.QUIET, files=[picture])


def _headline(state: TableState, told: ToldFeat, language: str) -> str:
    return plain(Localizer(language, names_of(state, told.players, language))(told.tale.headline))


def _comic(state: TableState, told: ToldFeat, language: str) -> tuple[MediaGallery, Drawn]:
    """Return a feat as a picture, with the names of the people who made the moves."""
    names = names_of(state, told.players, language)
    return comic_gallery(state.game.id, told.tale, names, language, f"moment-{state.id}")


def shared_page(state: TableState, told: ToldFeat, sharer: Name, language: str) -> Page:
    """Return the message with a moment, in the channel's language."""
    words = Localizer(language)
    shown, picture = _comic(state, told, language)
    title = words("share-by", name=bold(sharer), emoji=state.game.emoji, game=words(f"{state.game.id}-name"))
    items: list[Item] = [
        text_display(f"-# {title}"),
        shown,
        *button_rows([button("replay", state.id, words("button-replay"))]),
    ]
    return framed(*items, accent=colours.OVER, files=[picture])


def posted_page(words: Localizer) -> Page:
    """Return the page that confirms the posting."""
    return framed(text_display(words("share-posted")), accent=colours.QUIET)
