"""What was computed of people is forgotten with them, wherever it is kept."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any

import pytest

from bot.caches import cached, forget_computed, forgotten_with_people
from bot.language.catalogue import catalogue
from bot.pictures.memory import Memory
from bot.play.completion import squashed
from bot.showing.phone import lines_of

NAME = "Mallory Wonderly"


def kept() -> list[Any]:
    """Everything alive that holds the name, but for what this test holds."""
    gc.collect()
    return [one for one in gc.get_objects() if type(one) is tuple and NAME in one]


@pytest.mark.parametrize("compute", [squashed, lambda text: lines_of(text, 14)], ids=["typed", "measured"])
def test_no_cache_keeps_a_name(compute: Callable[[str], object]) -> None:
    """Those that nobody thought of neither: each that is made is forgotten unless it says otherwise."""
    forget_computed()
    compute(NAME)
    compute(f"{NAME}, who plays")
    forget_computed()
    before = catalogue("en")
    assert before is catalogue("en"), "texts themselves are not read anew"
    assert not kept()


def test_what_holds_nothing_of_people_stays() -> None:
    """Cards need not be drawn anew because somebody has gone."""
    made = []
    still = cached(4, of_people=False)(lambda text: made.append(text))
    gone = cached(4)(lambda text: made.append(text))
    for _ in range(2):
        still("card")
        gone("name")
        forget_computed()
    assert made == ["card", "name", "name"]


def test_a_memory_is_emptied_while_it_is_used_and_no_longer_kept_than_that() -> None:
    """Whoever registers one does not keep it alive."""
    memory: Memory[str, bytes] = forgotten_with_people(Memory())
    memory.put(NAME, b"picture")
    forget_computed()
    assert not len(memory)
