"""Tests that shuffles follow the published method (docs/FAIRNESS.md)."""

from __future__ import annotations

import contextlib
import hashlib
import io
import re
from collections import Counter
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from games.core.cards import STANDARD
from games.core.match import ShuffleKey, seal_of, shuffle

PAGE = (Path(__file__).parents[3] / "docs" / "FAIRNESS.md").read_text("utf-8")
DEAL = "bull deal=up,end=last,start=1,wild=none person,person,person"
KEY = ShuffleKey(bytes(range(32)), "1234", ("11", "22", "33"), DEAL)
HEARTS = tuple(card for card in STANDARD.cards if card.endswith("h"))[:10]


def shuffled_as_published(cards: list[str], key: ShuffleKey, number: int) -> list[str]:
    """Shuffle as docs/FAIRNESS.md describes it, independently of the code: draw all words, then exchange."""
    message = f"tefuda shuffle 1\n{key.seed.hex()}\n{key.table}\n{number}\n{','.join(key.joins)}".encode()
    blocks = [hashlib.sha256(message + f"\n{i}".encode()).digest() for i in range(len(cards))]
    words = [int.from_bytes(block[8 * i : 8 * i + 8], "big") for block in blocks for i in range(4)]
    for k in reversed(range(1, len(cards))):
        while words[0] >= 2**64 - 2**64 % (k + 1):
            del words[0]
        j = words.pop(0) % (k + 1)
        cards[k], cards[j] = cards[j], cards[k]
    return cards


def test_program_of_documentation_prints_documented_output() -> None:
    """The program in docs/FAIRNESS.md prints the documented output, which agrees with the code."""
    program = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    printed = re.search(r"```text\n(.*?)```", PAGE, re.DOTALL)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(program[1], "FAIRNESS.md", "exec"), {})
    assert out.getvalue() == printed[1]
    assert out.getvalue() == f"{KEY.commitment}\n{KEY.seal}\n{' '.join(shuffle(HEARTS, KEY, 0))}\n"


def test_published_shuffle_result_never_changes() -> None:
    """The published result for seed 0..31, table 1234, joins 11,22,33 never changes."""
    assert KEY.commitment == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert KEY.seal == "8fb0eec604abb57efd919eca7080923335df0ebb892e1e40e2220c015a29bdf5"
    of_before = seal_of(KEY.commitment, KEY.table, KEY.joins)
    assert of_before == "9f7f65faaaf82e12871d34d35ffab54974dfe310b3182fa6b4ed4a22ce19bf82"
    assert " ".join(shuffle(HEARTS, KEY, 0)) == "2h 5h 7h 4h 8h Th Ah 6h 3h 9h"


@given(
    seed=st.binary(min_size=32, max_size=32),
    table=st.text("0123456789abcdef", min_size=1, max_size=20),
    joins=st.lists(st.integers(0, 2**63).map(str), max_size=10).map(tuple),
    number=st.integers(0, 1000),
    count=st.integers(0, 53),
)
def test_code_agrees_with_documented_program(
    seed: bytes, table: str, joins: tuple[str, ...], number: int, count: int
) -> None:
    key = ShuffleKey(seed, table, joins)
    cards = STANDARD.cards[:count]
    assert list(shuffle(cards, key, number)) == shuffled_as_published(list(cards), key, number)


KEYS = st.builds(
    ShuffleKey,
    st.binary(min_size=32, max_size=32),
    st.text("0123456789abcdef", min_size=1, max_size=8),
    st.lists(st.integers(0, 99).map(str), max_size=4).map(tuple),
)


@given(first=KEYS, second=KEYS)
def test_seal_commits_to_all_inputs_of_shuffle(first: ShuffleKey, second: ShuffleKey) -> None:
    """Different keys have different seals, and a seal is made from the commitment instead of the seed."""
    assert (first.seal == second.seal) == (first == second)
    assert first.seal == seal_of(first.commitment, first.table, first.joins)
    moved = ShuffleKey(first.seed, first.table, (*first.joins, "1"))
    assert moved.seal != first.seal


def test_shuffle_is_uniform() -> None:
    """A chi-squared test of the places of six cards in 1200 shuffles stays within its bound."""
    cards = STANDARD.cards[:6]
    seen = Counter(
        (card, place) for number in range(1200) for place, card in enumerate(shuffle(cards, KEY, number))
    )
    badness = sum((seen[card, place] - 200) ** 2 / 200 for card in cards for place in range(6))
    assert badness < 60  # 25 degrees of freedom: more than this once in 8,000 times, and the key is fixed


def test_seed_is_not_in_repr() -> None:
    """A key's ``repr`` hides the seed, so that no log contains it."""
    assert KEY.seed.hex() not in repr(KEY)
    assert "secret" in repr(KEY)
