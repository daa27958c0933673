"""Tests of cards as emoji of the application: upload, renewal, use in pages, and fallbacks."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
import simcord
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.card_emoji import NO_EMOJI, CardEmoji, known_emoji
from bot.client import EMOJI_SECONDS, EMOJI_SOON_SECONDS, Tefuda
from bot.config import Config
from bot.demo import demo
from bot.emoji import OUTDATED_MS, ApplicationEmoji
from bot.language import Localizer, plain, without_emoji
from bot.pages import messages
from bot.pages.boards import board_lines
from bot.pages.controls import progress_of
from bot.pages.messages import panel_message, table_message, watch_message, within_limit
from bot.pages.panel import PanelContext, panel_page
from bot.pages.people import page_localizer
from bot.pages.table import table_page
from bot.pictures.emoji import DRAWINGS, EmojiFile
from bot.sharding import ShardedTefuda
from bot.simulated import EMOJI_LIMIT, SimulatedClock, simulated_client
from bot.tables.state import TableState
from bot.wire.components import (
    TEXTS_LIMIT,
    ActionRow,
    MediaGallery,
    TextDisplay,
    button,
    text_display,
    walk,
)
from bot.wire.emoji import StoredEmoji
from bot.wire.messages import Page, framed
from games import GAMES, find_game
from games.core.cards import STANDARD
from games.core.presentation import Board, Row, faces
from games.core.words import Seat, Text
from storage.engine.shards import EMOJI
from tests.bot.pages.test_heights import TABLES, positions
from tests.bot.pages.test_result import finished
from tests.bot.people import Stage, parts, text_of_message
from tests.bot.playing import dealt_table, restart, state_after_random_moves, tap_on
from tests.bot.rendering import fits, on_wire

UPLOAD_SECONDS = 400
"""Simulated seconds after which all emoji are uploaded."""


def files_with(fingerprint: str) -> list[EmojiFile]:
    """Return an emoji for each card, with tiny pictures instead of drawings."""
    return [EmojiFile(stem, f"{stem}_{fingerprint}", b"png") for stem in DRAWINGS]


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    yield
    known_emoji.forget()


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[EmojiFile]:
    """The drawings of the bots of a test, which the test may change before a restart."""
    files = files_with("00000")

    async def draw_all() -> list[EmojiFile]:
        return files

    monkeypatch.setattr("bot.client.draw_all", draw_all)
    return files


@pytest.fixture
def config(config: Config, drawn: list[EmojiFile]) -> Config:
    return msgspec.structs.replace(config, card_emoji="on")


def stored(stage: Stage) -> dict[str, int]:
    """Return the emoji of the application with their ids."""
    return {emoji.name: emoji.id for emoji in stage.env.backend.application_emojis.values()}


def emoji_of(message: Any) -> list[Any]:
    """Return the application's emoji on the buttons and in the menus of a message."""
    tappable = [part for part in parts(message) if part.get("custom_id")]
    chosen = [*tappable, *[option for part in tappable for option in part.get("options", ())]]
    return [part["emoji"] for part in chosen if (part.get("emoji") or {}).get("id")]


async def open_game(stage: Stage) -> Any:
    """Start a game whose panel has cards on buttons, and return the panel of the player on turn."""
    await stage.start_two("trick3")
    return await stage.open_panel(stage.player_on_turn())


async def test_cards_are_text_until_they_are_uploaded(stage: Stage, drawn: list[EmojiFile]) -> None:
    """At the first start nothing waits for the emoji. Afterwards cards stand on buttons."""
    panel = await open_game(stage)
    assert not emoji_of(panel)
    assert len(stored(stage)) < len(drawn)
    await stage.env.advance_time(UPLOAD_SECONDS)
    assert stored(stage).keys() == {file.name for file in drawn}
    panel = await stage.open_panel(stage.player_on_turn())
    assert emoji_of(panel)
    ids = {str(number) for number in stored(stage).values()}
    assert {emoji["id"] for emoji in emoji_of(panel)} <= ids


async def test_restart_uploads_nothing_and_uses_the_emoji_at_once(
    stage: Stage, drawn: list[EmojiFile], make_bot: Callable[[SimulatedClock], Tefuda]
) -> None:
    """After a restart the emoji are the same, and are known without waiting."""
    await stage.env.advance_time(UPLOAD_SECONDS)
    before = stored(stage)
    await restart(stage, make_bot, 1)
    assert stored(stage) == before
    assert len(before) == len(known_emoji())  # type: ignore[arg-type]


async def test_changed_drawing_is_renewed(
    stage: Stage, drawn: list[EmojiFile], make_bot: Callable[[SimulatedClock], Tefuda]
) -> None:
    """A changed drawing is uploaded. The old one is deleted once no process uses it, and no other emoji."""
    foreign = {"tefuda_logo", "card_games_00000", "card_of_honour", "card_joker"}
    for name in foreign:
        stage.env.backend.create_application_emoji(name)
    await stage.env.advance_time(UPLOAD_SECONDS)
    changed = drawn[7]
    drawn[7] = EmojiFile(changed.stem, f"{changed.stem}_11111", b"changed")
    await restart(stage, make_bot, 10)
    assert {changed.name, drawn[7].name} <= stored(stage).keys()
    await stage.env.advance_time(OUTDATED_MS / 1000 + EMOJI_SECONDS)
    assert stored(stage).keys() == foreign | {file.name for file in drawn}


async def test_full_application_keeps_text(stage: Stage, drawn: list[EmojiFile]) -> None:
    """If Discord takes no more emoji, cards are printed as text, and play goes on."""
    for number in range(EMOJI_LIMIT):
        stage.env.backend.create_application_emoji(f"mine_{number}")
    await stage.env.advance_time(60)
    panel = await open_game(stage)
    assert not emoji_of(panel)
    assert "<:" not in text_of_message(panel)
    assert len(stored(stage)) == EMOJI_LIMIT


async def test_deleted_emoji_become_text_and_return(stage: Stage, drawn: list[EmojiFile]) -> None:
    """If the owner deletes the emoji, cards are text after one refusal, and emoji again a little later."""
    await stage.env.advance_time(UPLOAD_SECONDS)
    await stage.start_two("trick3")
    player = stage.player_on_turn()
    assert emoji_of(await stage.open_panel(player))
    stage.env.backend.application_emojis.clear()
    await stage.tap(player, stage.table_message(), "hand")  # is refused
    assert known_emoji() is NO_EMOJI
    assert not emoji_of(await stage.open_panel(player))
    await stage.env.advance_time(EMOJI_SOON_SECONDS + UPLOAD_SECONDS)
    assert emoji_of(await stage.open_panel(stage.player_on_turn()))


@pytest.mark.parametrize(("limit", "has_emoji"), [(0, False), (4000, True)])
async def test_too_long_message_of_any_kind_is_in_words(
    stage: Stage, drawn: list[EmojiFile], monkeypatch: pytest.MonkeyPatch, limit: int, has_emoji: bool
) -> None:
    """Tables, panels, events and hands of the day that are too long with emoji are sent in words."""
    await stage.env.advance_time(UPLOAD_SECONDS)
    monkeypatch.setattr(messages, "TEXTS_LIMIT", limit)
    # Texts stay whole, since the limit of 0 would leave nothing of them.
    monkeypatch.setattr(messages, "_clipped", list)
    panel = await open_game(stage)
    for _ in range(3):
        seat = stage.state.acting(human=True)[0]
        await stage.table.play(seat, str(stage.match.legal(seat)[0]))
        await stage.env.advance_time(6)
    log = (await stage.tap(stage.alice, stage.table_message(), "log")).response
    day = (await stage.alice.slash(stage.channel, "daily")).response
    for _ in range(4):
        await tap_on(stage.alice, day, random.Random(1))
    texts = [text_of_message(message) for message in (stage.table_message(), panel, log, day)]
    assert all(texts)
    assert any("<:card" in text for text in texts) is has_emoji, texts


async def test_switched_off_emoji_are_not_uploaded(config: Config, drawn: list[EmojiFile]) -> None:
    """With the setting "off" the bot makes no request about emoji."""
    clock = SimulatedClock()
    off = msgspec.structs.replace(config, card_emoji="off")
    env = clock.env = simcord.Env(simulated_client(off, clock))
    await env.start()
    await env.advance_time(60)
    assert not env.backend.application_emojis
    await env.bot.close()
    await env.shutdown()


async def test_demo_shows_cards_as_emoji_from_the_start(config: Config, drawn: list[EmojiFile]) -> None:
    """The demo's application has all emoji when the bot starts, so nobody waits for the upload."""
    running = demo(lambda clock: simulated_client(config, clock), port=0, locale="en", emoji=drawn)
    async with running:
        assert known_emoji().find("7h", "standard", "four", "en") is not None


# --- pages ----------------------------------------------------------------------------------------------

ALL_EMOJI = ApplicationEmoji(
    [StoredEmoji(str(10**18 + number), file.name) for number, file in enumerate(files_with("abcde"))]
)


def texts_of(page: Page) -> str:
    return "\n".join([part.content for part in walk(page.components) if isinstance(part, TextDisplay)])


def texts_in(value: Any) -> Iterator[Text]:
    """Yield all texts in a scene, a question or another value."""
    if isinstance(value, Text):
        yield value
    if isinstance(value, (tuple, list)):
        for part in value:
            yield from texts_in(part)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from texts_in(getattr(value, name))


def said_at(state: TableState) -> Iterator[Text]:
    """Yield everything that a table and its panels say in a position."""
    snapshots = [state.snapshot, *[state.seen_by(seat.seat) for seat in state.seats]]
    for snapshot in snapshots:
        yield from texts_in([snapshot.scene, snapshot.news])
        if snapshot.own is not None:
            yield from texts_in([snapshot.own_scene, snapshot.own.consequence, snapshot.own.note])
            yield from texts_in(progress_of(snapshot, ()).next)
            presenter = snapshot.game.presenter
            yield from [presenter.name(move, snapshot.own.view) for move in snapshot.own.legal[:30]]


def spelled(printed: str, language: str) -> str:
    """Return a text with its emoji as text, without spaces, commas and invisible characters."""
    return re.sub(r"[\s,\u2060]", "", without_emoji(printed, language))


@settings(max_examples=25, deadline=None)
@given(
    game=st.sampled_from(GAMES),
    seed=st.integers(0, 50),
    moves=st.integers(0, 6),
    language=st.sampled_from(["en", "ja"]),
)
def test_emoji_only_replace_the_text_of_the_same_card(
    game: Any, seed: int, moves: int, language: str
) -> None:
    """With emoji, every text and every button names the same cards, so nothing is revealed by them."""
    state = state_after_random_moves(dealt_table(game, seed, "Alexandra"), random.Random(seed), moves)
    known_emoji.set(ALL_EMOJI)
    words = page_localizer(state.snapshot, language)
    for each in said_at(state):
        plainly = words.without_emoji(each)
        assert "<:" not in plainly
        assert spelled(words(each), language) == spelled(plainly, language)
        label = words.label(each)
        card = None if label.emoji is None else ALL_EMOJI.card_of(label.emoji.name)
        name = "" if card is None else Localizer(language).cards(card.cards, card.family)
        # The emoji takes the place of the card's name, with or without a space behind it.
        read = spelled(f"{name}{label.text}", language).replace(" ", "")
        assert label.text == plain(plainly) or read == spelled(plain(plainly), language).replace(" ", "")
        assert spelled(name, language) in spelled(plainly, language)


@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_pages_with_emoji_fit_discords_limits(game: Any) -> None:
    """Panels and tables with emoji are within all of Discord's limits. Custom ids do not change."""
    state = dealt_table(game, 3, "Alexandra")
    seat = state.acting(human=True)[0]
    pages = []
    for emoji in (NO_EMOJI, ALL_EMOJI):
        known_emoji.set(emoji)
        for page in (table_page(state.snapshot, "en"), panel_page(state.seen_by(seat), "en")):
            fits(page)
            assert len(texts_of(page)) <= 4000
            pages.append(page)
    ids = [[part["custom_id"] for part in on_wire(page) if "custom_id" in part] for page in pages]
    assert ids[0] == ids[2]
    assert {*ids[1]} & {*ids[3]}
    descriptions = [[part.items[0].description for part in pictures_of(page)] for page in pages]
    assert not [text for texts in descriptions for text in texts if "<:" in text]


def test_description_of_a_result_is_words() -> None:
    """People who hear the description of a result's picture hear the names of its cards."""
    known_emoji.set(ALL_EMOJI)
    page = table_page(finished(find_game("trick3"), 3, "en").snapshot, "en")
    descriptions = [part.items[0].description for part in pictures_of(page)]
    assert descriptions
    assert not any("<:" in text for text in descriptions)


def pictures_of(page: Page) -> list[MediaGallery]:
    return [part for part in walk(page.components) if isinstance(part, MediaGallery)]


@pytest.mark.parametrize(
    ("game", "seats"), [pytest.param(*table, id=f"{table[0].id}-{table[1]}") for table in TABLES]
)
def test_no_page_of_a_game_exceeds_discords_limits(game: Any, seats: int) -> None:
    """Pages have at most 4,000 characters, emoji counted with their markup, and at most 40 components."""
    known_emoji.set(ALL_EMOJI)
    seen = [*positions(game, seats, seats, "en")]
    for state, _ in seen[:: max(1, len(seen) // 12)]:
        pages = [table_message(state.snapshot, "en"), watch_message(state.snapshot, "en")]
        for seat in range(2):
            snapshot = state.seen_by(seat)
            pages.append(panel_message(snapshot, "en", PanelContext(is_newcomer=True)))
            if snapshot.is_my_turn:
                pages.append(panel_message(snapshot, "en", PanelContext(shows_whole_table=True)))
        for page in pages:
            fits(page)
            assert len(texts_of(page)) <= TEXTS_LIMIT


@given(st.lists(st.sampled_from([*STANDARD.cards]), min_size=1, max_size=120), st.sampled_from(["en", "ja"]))
@example([*STANDARD.cards, *STANDARD.cards], "ja")
def test_cards_of_a_long_page_are_words(cards: list[str], language: str) -> None:
    """A page that is too long with emoji names the same cards in words. Any other page keeps its emoji."""
    known_emoji.set(ALL_EMOJI)
    words = Localizer(language, (), ALL_EMOJI)
    row = ActionRow((button("hand", "abcd", "Hand"),))
    page = framed(text_display(words.cards(cards, "standard")), row, language=language)
    sendable = within_limit(page)
    assert len(texts_of(sendable)) <= TEXTS_LIMIT
    assert spelled(texts_of(sendable), language) == spelled(texts_of(page), language)
    assert (sendable is page) is (len(texts_of(page)) <= TEXTS_LIMIT)
    assert on_wire(sendable)[-1] == on_wire(page)[-1]


def test_card_in_a_sentence_is_its_emoji() -> None:
    """A card in a sentence becomes an emoji whose name, which is read aloud, names the card."""
    words = Localizer("en", ["Ann"], ALL_EMOJI)
    seven = words.emoji_of("7h", "standard")
    assert _name(seven) == "card_7_of_hearts_abcde"
    assert seven is not None
    assert words.cards(["7h"], "standard") == seven.markup
    assert words.without_emoji.cards(["7h"], "standard") == Localizer("en").cards(["7h"], "standard")


def test_colours_and_letters_follow_the_table() -> None:
    """Where a card's colour counts, diamonds are red. Kanji are for Japanese readers."""
    four, two = Localizer("en", (), ALL_EMOJI), Localizer("en", (), ALL_EMOJI, "two")
    names = [_name(words.emoji_of("7d", "standard")) for words in (four, two)]
    assert names == ["card_7_of_diamonds_abcde", "card_7_of_diamonds_red_abcde"]
    names = [_name(Localizer(locale, (), ALL_EMOJI).emoji_of("3r", "tomoe")) for locale in ("en", "ja")]
    assert names == ["card_red_3_abcde", "card_red_3_kanji_abcde"]
    assert _name(four.emoji_of("As", "numbers")) == "card_1_of_spades_abcde"


def _name(emoji: CardEmoji | None) -> str:
    assert emoji is not None
    return emoji.name


def test_lines_about_a_reveal_have_emoji_unless_cards_are_highlighted() -> None:
    """Revealed cards are emoji. Lines with highlighted cards are text, as an emoji cannot be bold."""
    known_emoji.set(ALL_EMOJI)
    plainly = Localizer("en", ["Ann"])
    words = Localizer("en", ["Ann"], ALL_EMOJI)
    board = Board("standard", (Row(Seat(0), (faces(["7h"]), faces(["8h"]))),))
    (line,) = board_lines(board, words, 1)
    assert line.count("<:card_") == 2
    assert spelled(line, "en") == spelled(board_lines(board, plainly, 1)[0], "en")
    marked = Board("standard", (*board.rows, Row(Seat(0), (faces(["9h"], ["9h"]),))))
    assert board_lines(marked, words, 1) == board_lines(marked, plainly, 1)


def test_row_with_a_missing_emoji_is_text() -> None:
    """A row of cards is never half emoji and half text."""
    partly = ApplicationEmoji([StoredEmoji("1", "card_7_of_hearts_abcde")])
    words = Localizer("en", (), partly)
    assert words.cards(["7h", "8h"], "standard") == Localizer("en").cards(["7h", "8h"], "standard")


async def test_only_one_process_uploads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of several processes only the one that holds the task uploads the emoji, and then frees the task."""
    uploads: list[str] = []

    async def upload(self: Tefuda, files: Sequence[EmojiFile]) -> None:
        uploads.append("upload")

    monkeypatch.setattr(Tefuda, "_upload_emoji", upload)
    tasks: list[tuple[str, int]] = []

    def process(*, is_free: bool) -> ShardedTefuda:
        async def reserve_task(task: int) -> bool:
            tasks.append(("reserve", task))
            return is_free

        async def free_task(task: int) -> None:
            tasks.append(("free", task))

        made = ShardedTefuda.__new__(ShardedTefuda)
        made._locks = SimpleNamespace(reserve_task=reserve_task, free_task=free_task)  # type: ignore[assignment]
        return made

    await process(is_free=False)._upload_emoji([])
    assert not uploads
    await process(is_free=True)._upload_emoji([])
    assert uploads == ["upload"]
    assert tasks == [("reserve", EMOJI), ("reserve", EMOJI), ("free", EMOJI)]
