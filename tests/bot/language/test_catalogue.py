"""Printed messages are kept, told apart by all that was printed into them, and forgotten with a person."""

from __future__ import annotations

import pytest

from bot.language.catalogue import Catalogue, MissingText, catalogue, forget_printed

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


def test_arguments_tell_messages_apart() -> None:
    """Another name, another number, and a text that looks like a number."""
    book = Catalogue("en", [SOURCE])
    assert book.format("hello", {"name": "Alice"}) != book.format("hello", {"name": "Bob"})
    assert book.format("count", {"number": 1}) == "1 card"
    assert book.format("count", {"number": 2}) == "2 cards"
    assert book.format("count", {"number": "1"}) == "1 cards"


def test_what_cannot_be_printed_is_an_error_every_time() -> None:
    """A message, or an argument, that is missing."""
    book = Catalogue("en", [SOURCE])
    for _ in range(2):
        with pytest.raises(MissingText):
            book.format("nothing")
        with pytest.raises(MissingText):
            book.format("hello")


def test_names_are_forgotten() -> None:
    """When somebody is to be forgotten nothing that was printed is kept."""
    catalogue("en").format("handed-over", {"name": "Mallory"})
    assert any("Mallory" in text for text in catalogue("en")._printed.values())
    forget_printed()
    assert not any("Mallory" in text for text in catalogue("en")._printed.values())
