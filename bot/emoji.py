"""The cards as emoji of the application: which of them exist, and their upload.

Discord's application owns the emoji, so every server and every process of the bot uses the same ones. An
emoji's name ends with a fingerprint of its drawing. Emoji with other names are not the bot's, and are
left alone.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import NamedTuple

import structlog

from bot.card_emoji import CardEmoji
from bot.clock import snowflake_time_ms
from bot.pictures import art_name
from bot.pictures.emoji import BACK_DRAWING, CARD_DRAWINGS, DRAWINGS, FINGERPRINT, EmojiFile, emoji_file
from bot.wire.emoji import StoredEmoji, create_emoji, delete_emoji, load_emoji
from bot.wire.errors import RequestRejected
from bot.wire.transport import Transport
from games.core.cards import Card
from games.core.presentation import Colours
from games.core.words import Cards

log = structlog.get_logger(__name__)

OUTDATED_MS = 2 * 3_600_000
"""Time after which the emoji of an earlier drawing is deleted.

Until then other processes, which look once an hour, may still use it.
"""

_OWN_NAME = re.compile(rf"(\w+)_[0-9a-f]{{{FINGERPRINT}}}")
_PAINTER = ThreadPoolExecutor(max_workers=1, thread_name_prefix="emoji")


def stem_of(name: str) -> str | None:
    """Return the stem of an emoji's name; ``None`` if it is not an emoji of a card of ours.

    >>> stem_of("card_7_of_hearts_0ab12")
    'card_7_of_hearts'
    """
    match = _OWN_NAME.fullmatch(name)
    return match[1] if match is not None and match[1] in DRAWINGS else None


class ApplicationEmoji:
    """The emoji of cards that an application has.

    Args:
        stored: emoji of the application. Those that show no card of ours are ignored.
        current_names: the names of the present drawings, which are preferred to earlier ones.
    """

    def __init__(self, stored: Iterable[StoredEmoji], current_names: Collection[str] = ()) -> None:
        self._by_stem: dict[str, CardEmoji] = {}
        # The last emoji of a card is used: the present drawing, or else the newest one.
        for emoji in sorted(stored, key=lambda emoji: (emoji.name in current_names, int(emoji.id))):
            stem = stem_of(emoji.name)
            if stem is not None:
                self._by_stem[stem] = CardEmoji(emoji.name, emoji.id)

    def __len__(self) -> int:
        return len(self._by_stem)

    def has_same(self, other: object) -> bool:
        """Return whether another set has the same emoji."""
        return isinstance(other, ApplicationEmoji) and self._by_stem == other._by_stem

    def find(self, card: Card, family: str, colours: Colours, language: str) -> CardEmoji | None:
        """Return the emoji of a card for readers of a language; ``None`` if there is none.

        An empty ``card`` is a card's back.
        """
        if card:
            drawing = CARD_DRAWINGS.get((art_name(family, colours, language), card))
        else:
            drawing = BACK_DRAWING
        return None if drawing is None else self._by_stem.get(drawing.stem)

    def card_of(self, name: str) -> Cards | None:
        """Return the card that the emoji with this name shows; ``None`` if it shows no card."""
        stem = stem_of(name)
        return None if stem is None else _CARDS_BY_STEM[stem]


def _cards_by_stem() -> Mapping[str, Cards]:
    cards_by_stem = {BACK_DRAWING.stem: Cards(("",), "standard")}
    for (art, card), drawing in CARD_DRAWINGS.items():
        cards_by_stem.setdefault(drawing.stem, Cards((card,), art.partition("-")[0]))
    return cards_by_stem


_CARDS_BY_STEM = _cards_by_stem()


class EmojiReport(NamedTuple):
    """What an upload of the emoji has done.

    Attributes:
        emoji: all emoji of cards that the application has now.
        uploaded, deleted: numbers of emoji.
        outdated: number of emoji of earlier drawings that are deleted later.
        refusal: the reason why Discord refused an upload, after which no other was tried.
    """

    emoji: ApplicationEmoji
    uploaded: int
    deleted: int
    outdated: int
    refusal: RequestRejected | None = None


async def draw_all() -> list[EmojiFile]:
    """Draw all emoji in a thread of their own."""
    loop = asyncio.get_running_loop()
    files = list[EmojiFile]()
    for drawing in DRAWINGS.values():
        # One at a time, since a computing thread delays the event loop.
        files.append(await loop.run_in_executor(_PAINTER, emoji_file, drawing))
    return files


async def upload_missing(transport: Transport, files: Sequence[EmojiFile], now_ms: int) -> EmojiReport:
    """Upload the emoji that the application lacks, and delete those of earlier drawings.

    Args:
        now_ms: the time of day, which decides whether an earlier drawing may still be in use.

    Raises:
        DiscordError: Discord was not reached, asks for a long pause, or refuses to list the emoji.
    """
    stored = [*await load_emoji(transport)]
    names = {emoji.name for emoji in stored}
    uploaded = deleted = 0
    refusal = None
    for file in files:
        if file.name in names:
            continue
        try:
            stored.append(await create_emoji(transport, file.name, file.png))
        except RequestRejected as error:
            # The others would be refused, too, for example because the application has 2,000 emoji.
            refusal = error
            break
        uploaded += 1
    outdated = [*_outdated(stored, {file.stem: file.name for file in files})]
    ready = [emoji for emoji in outdated if now_ms - _renewed_at(emoji, stored) >= OUTDATED_MS]
    for old in ready:
        # The application's owner may have deleted it.
        with suppress(RequestRejected):
            await delete_emoji(transport, old.id)
        stored.remove(old)
        deleted += 1
    emoji = ApplicationEmoji(stored, {file.name for file in files})
    return EmojiReport(emoji, uploaded, deleted, len(outdated) - deleted, refusal)


def _outdated(stored: Iterable[StoredEmoji], current_names: Mapping[str, str]) -> Iterable[StoredEmoji]:
    # Emoji of earlier drawings, if the present drawing has been uploaded.
    names = {emoji.name for emoji in stored}
    for emoji in stored:
        current = current_names.get(stem_of(emoji.name) or "")
        if current is not None and emoji.name != current and current in names:
            yield emoji


def _renewed_at(outdated: StoredEmoji, stored: Iterable[StoredEmoji]) -> int:
    # The time at which the newest drawing of the same card was uploaded.
    stem = stem_of(outdated.name)
    return max([snowflake_time_ms(int(emoji.id)) for emoji in stored if stem_of(emoji.name) == stem])
