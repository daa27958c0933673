"""Tests of cached texts and of the language of each reader."""

from __future__ import annotations

import re
from typing import Any

import pytest
import simcord
from hypothesis import given
from hypothesis import strategies as st

from bot.caches import clear_caches_with_names
from bot.language import JOINER, Catalogue, Localizer, MissingText
from bot.simulated import set_languages
from bot.wire.registration import SLASH
from games.core.words import Cards, Seat, text
from tests.bot.people import Stage, text_of_message

SOURCE = """
hello = Hello { $name }!
plain = Just so.
"""


def test_equal_messages_are_printed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    book = Catalogue("en", [SOURCE])
    for lacking in ("nothing", "hello"):  # and what lacks something is an error every time
        for _ in range(2):
            with pytest.raises(MissingText):
                book.format(lacking)
    first = book.format("hello", {"name": "Alice"}), book.format("plain")
    monkeypatch.setattr(book, "_print", lambda *_: pytest.fail("printed again"))
    assert (book.format("hello", {"name": "Alice"}), book.format("plain")) == first


def test_texts_with_names_are_cached_until_a_deletion() -> None:
    """Cached texts depend on language and names, and a deletion of data empties the cache."""
    sentence = text("table-turn", count=1, names=Seat(0))
    alice, bob = Localizer("en", ["Alice"]), Localizer("en", ["Bob"])
    assert "Alice" in alice(sentence)
    assert "Bob" in bob(sentence)
    made: list[int] = []

    def make() -> int:
        made.append(1)
        return len(made)

    assert [
        alice.get_or_make("a row", make),
        alice.get_or_make("a row", make),
        bob.get_or_make("a row", make),
    ] == [1, 1, 2]
    assert Localizer("ja", ["Alice"]).get_or_make("a row", make) == 3
    clear_caches_with_names()
    assert alice.get_or_make("a row", make) == 4


ARGS = (1, True, 1.0, "1", Seat(0), Seat(1), Cards(("As",), "standard"), Cards(("Ah",), "standard"))


@given(st.lists(st.sampled_from(ARGS), min_size=2, max_size=2))
def test_different_texts_never_share_a_cached_text(args: list[Any]) -> None:
    words = Localizer("en", ["Alice", "Bob"])
    first, second = (words(text("panel-waiting", names=arg)) for arg in args)
    for printed, arg in zip((first, second), args, strict=True):
        clear_caches_with_names()
        assert words(text("panel-waiting", names=arg)) == printed


KANA = re.compile("[ぁ-んァ-ヶ一-龠]")


async def test_japanese_server_has_japanese_texts(env: simcord.Env) -> None:
    """Public messages are in the server's language, private pages and refusals in the reader's."""
    stage = Stage(env, "ja")
    set_languages(env, {stage.alice.id: "en-GB", stage.bob.id: "ja"})
    message = await stage.lobby("tomoe")
    assert KANA.search(text_of_message(message))
    for person, is_japanese in ((stage.bob, True), (stage.alice, False)):
        for command in ("hand", "help", "stats", "history", "privacy show", "rules"):
            how = {"game": "tomoe"} if command == "rules" else {}
            answer = await person.slash(stage.channel, command, **how)
            assert bool(re.search("[ぁ-ん]", text_of_message(answer.response))) is is_japanese, command
    await stage.tap(stage.bob, message, "join")
    await stage.seat(stage.alice, stage.channel.last_message, "normal")
    await stage.tap(stage.alice, stage.channel.last_message, "start")
    assert KANA.search(text_of_message(stage.table_message()))
    english = await stage.tap(stage.alice, stage.table_message(), "hand")
    japanese = await stage.tap(stage.bob, stage.table_message(), "hand")
    names = "|".join(seat.name.split()[0] for seat in stage.state.seats)  # a computer's sign is written apart
    english_text = text_of_message(english.response).replace(JOINER, "")
    assert not re.search("[ぁ-んァ-ヶ]", re.sub(names, "", english_text))
    assert KANA.search(text_of_message(japanese.response))


async def test_commands_are_localised(stage: Stage) -> None:
    sent = next(r for r in stage.env.http_requests if r.method == "PUT" and r.path.endswith("/commands"))
    for command in sent.json:
        assert KANA.search(command["name_localizations"]["ja"]), command["name"]
        if command["type"] == SLASH:
            assert KANA.search(command["description_localizations"]["ja"])
        for option in command.get("options", []):
            assert KANA.search(option["description_localizations"]["ja"])
