"""A moment of a game that is over, to be shared: chosen in private, then for everybody in the channel."""

from __future__ import annotations

from collections.abc import Sequence

from bot.interactions import colours
from bot.language.localizer import Localizer, plain
from bot.language.names import bold
from bot.pages.comics import comic_gallery
from bot.pages.people import seat_names
from bot.tables.state import TableState
from bot.wire.components import Item, button, button_rows, menu, option, text_display
from bot.wire.messages import Page, framed
from games.core.feats import Feat
from games.core.presentation import Tale


def share_page(
    state: TableState,
    tales: Sequence[tuple[Feat, Tale]],
    chosen: int,
    language: str,
    words: Localizer,
    *,
    can_post: bool,
) -> Page:
    """Show a moment as it would be posted, in the channel's ``language``, to who may choose another one."""
    names = seat_names(state, words.language)
    named = Localizer(words.language, names)
    feat, tale = tales[chosen]
    shown, picture = comic_gallery(
        state.game.id, tale, seat_names(state, language), language, f"moment-{state.id}"
    )
    items: list[Item] = [text_display(words("share-title"), f"-# {words('share-about')}"), shown]
    if len(tales) > 1:
        options = [
            option(other.kind, plain(named(told.headline)), chosen=other is feat) for other, told in tales
        ]
        items.append(menu("moment", state.id, words("share-choose"), options))
    if can_post:
        label = words("button-post")
        items += button_rows([button("post", state.id, label, feat.kind, style="primary")])
    return framed(*items, accent=colours.QUIET, files=[picture])


def shared_page(state: TableState, tale: Tale, sharer: str, language: str) -> Page:
    """Render a moment for everybody, in the channel's language."""
    words, names = Localizer(language), seat_names(state, language)
    shown, picture = comic_gallery(state.game.id, tale, names, language, f"moment-{state.id}")
    title = words("share-by", name=bold(sharer), emoji=state.game.emoji, game=words(f"{state.game.id}-name"))
    items: list[Item] = [
        text_display(f"-# {title}"),
        shown,
        *button_rows([button("replay", state.id, words("button-replay"))]),
    ]
    return framed(*items, accent=colours.OVER, files=[picture])


def posted_page(words: Localizer) -> Page:
    """Say that a moment has been posted."""
    return framed(text_display(words("share-posted")), accent=colours.QUIET)
