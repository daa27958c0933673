"""Tests of the spaces in Japanese texts, and of repeated lines."""

from __future__ import annotations

import re

from tests.bot.language.test_texts import entries, every_language, text_files

SPACED = re.compile(r"[ぁ-ヿ㐀-鿿々、。] (?=[ぁ-ヿ㐀-鿿A-Za-z0-9`])|[A-Za-z0-9`] (?=[ぁ-ヿ㐀-鿿])")
"""A space between Japanese letters, or between one and a Latin word, a number or a command."""

QUOTED = re.compile("「[^」]*」|`[^`]*`")
"""Text that people type, which may contain spaces."""

NAME_OF_THE_BOT = ("Tefuda 手札", "手札 Tefuda")


def test_japanese_has_spaces_only_beside_symbols_and_values() -> None:
    """Japanese texts have no spaces between words or around Latin words, numbers and commands."""
    assert SPACED.search("強さは 裏")
    assert SPACED.search("`/play` で始める")
    assert not SPACED.search("✅ 参加: Alice · 3人 ← あなた")
    spaced = []
    for path in text_files("ja"):
        for line in path.read_text("utf-8").split("\n"):
            if path.suffix == ".ftl":
                line = "" if line.startswith("#") else re.sub(r"^[a-z0-9_-]+ = |^ *\*?\[[^\]]*\] ", "", line)
                line = re.sub(r"\{[^{}]*\}|\{.*->", "{}", line)
            line = QUOTED.sub(lambda match: "`" if match[0][0] == "`" else "「」", line)
            for name_ in NAME_OF_THE_BOT:
                line = line.replace(name_, "")
            if SPACED.search(line):
                spaced.append(f"{path.name}: {line.strip()}")
    assert not spaced, f"Japanese has no spaces between words or around Latin words: {spaced}"


@every_language
def test_texts_repeat_no_line(language: str) -> None:
    twice = []
    for key, entry in entries(language).items():
        lines = [line.strip() for line in entry.source.split("\n") if len(line.strip()) > LINE_THAT_COUNTS]
        if not re.search(r"->", entry.source) and len({*lines}) < len(lines):
            twice.append(key)
    assert not twice


LINE_THAT_COUNTS = 12
"""The shortest line that counts as a repetition."""
