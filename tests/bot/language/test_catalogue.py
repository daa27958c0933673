"""Printed messages are kept, told apart by all that was printed into them, and forgotten with a person."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.caches import forget_computed
from bot.language.catalogue import Catalogue, MissingText
from bot.language.localizer import Localizer
from games.core.words import Cards, Seat, text

SOURCE = """
hello = Hello { $name }!
count = { $number } { $number ->
    [one] card
   *[other] cards
}
plain = Just so.
"""


def test_equal_messages_are_printed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second time costs a look."""
    book = Catalogue("en", [SOURCE])
    first = book.format("hello", {"name": "Alice"}), book.format("plain")
    monkeypatch.setattr(book, "_print", lambda *_: pytest.fail("printed again"))
    assert (book.format("hello", {"name": "Alice"}), book.format("plain")) == first


def test_what_cannot_be_printed_is_an_error_every_time() -> None:
    """A message, or an argument, that is missing."""
    book = Catalogue("en", [SOURCE])
    for _ in range(2):
        with pytest.raises(MissingText):
            book.format("nothing")
        with pytest.raises(MissingText):
            book.format("hello")


def test_what_was_made_for_names_is_made_once_and_forgotten_with_them() -> None:
    """What is known is known for one language and some names only; when somebody is forgotten, all goes."""
    said = text("table-turn", count=1, names=Seat(0))
    alice, bob = Localizer("en", ["Alice"]), Localizer("en", ["Bob"])
    assert "Alice" in alice(said)
    assert "Bob" in bob(said)
    made: list[int] = []

    def make() -> int:
        made.append(1)
        return len(made)

    assert [alice.once("a row", make), alice.once("a row", make), bob.once("a row", make)] == [1, 1, 2]
    assert Localizer("ja", ["Alice"]).once("a row", make) == 3
    forget_computed()
    assert alice.once("a row", make) == 4


ARGS = (1, True, 1.0, "1", Seat(0), Seat(1), Cards(("As",), "standard"), Cards(("Ah",), "standard"))


@given(st.lists(st.sampled_from(ARGS), min_size=2, max_size=2))
def test_texts_that_differ_never_share_what_was_printed(args: list[Any]) -> None:
    """Of two texts with other arguments none is told in the words of the other, whichever came first."""
    words = Localizer("en", ["Alice", "Bob"])
    first, second = (words(text("panel-waiting", names=arg)) for arg in args)
    for told, arg in zip((first, second), args, strict=True):
        forget_computed()
        assert words(text("panel-waiting", names=arg)) == told
