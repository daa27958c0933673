"""What is kept, and how much of it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.pictures.memory import Memory


def test_what_is_kept_is_bounded_in_bytes() -> None:
    """The values not used for longest go first; one huge value doesn't push out all others."""
    memory = Memory[str, bytes](limit=100)
    memory.put("a", b"a" * 40)
    memory.put("b", b"b" * 40)
    assert memory.get("a")
    memory.put("c", b"c" * 40)
    memory.put("huge", b"h" * 101)
    assert (memory.size, len(memory)) == (80, 2)
    assert (memory.get("a"), memory.get("b"), memory.get("c")) == (b"a" * 40, None, b"c" * 40)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 120))))
def test_the_sum_never_exceeds_the_limit(puts: list[tuple[int, int]]) -> None:
    """Whatever is put, what is kept is counted right, within the limit, and the last one put is there."""
    memory = Memory[int, bytes](limit=100)
    for key, size in puts:
        memory.put(key, bytes(size))
        kept = [len(memory.get(key) or b"") for key in range(10)]
        assert sum(kept) == memory.size <= 100
        if size <= 100:
            assert memory.get(key) == bytes(size)
