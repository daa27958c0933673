"""People's names, made safe for the line they stand in: the one place that does so.

A name is anything that Discord lets somebody be called. Here it becomes one line of visible characters that
turns nothing around, hides nothing, links nowhere and marks nothing.
"""

from __future__ import annotations

import re
import unicodedata

from bot import LANGUAGES
from bot.caches import cached
from bot.language.catalogue import catalogue
from games.core.game import LEVELS
from games.core.temperaments import TEMPERAMENTS
from storage.fields import Name

NO_BREAK = "\u00a0"
"""A space at which no line ends."""

ISOLATE, END = "\u2068", "\u2069"
"""What stands between them is put in order by itself, and the line around it without it."""

ROBOT = "🤖"
"""Stands behind the names of computer players."""

SIGNS = (ROBOT, "👑", "🛡", "🏆", "🥇", "🥈", "🥉", "💤")
"""What the bot puts beside names: computer players, hosts, those who keep order, winners, who is away."""

LONGEST = 80
"""Characters of a name that are shown; Discord allows fewer."""

NAMELESS = "?"
"""Stands for a name of which nothing can be seen."""

MARKS_IN_A_ROW = 3
"""Limit of accents on one letter, as some scripts need; more would reach into other lines."""

_MARKS = ("Mn", "Me")
_JOINER = "\u200d"
_STYLES = "\ufe0e\ufe0f"
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0d\uffa0"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""What shows nothing and is no control; what is one has a category of its own."""

_HANDLE = re.compile(r"\s@\S*$")
"""What tells people apart (``bot.tables.makers.told_apart``), at the end of a name."""

_LAST_SIGNS = re.compile(r" (?=[^\w\s]+$)")
_MARKDOWN = re.compile(r"([\\*_`~|>#\[\]()<@:/.-])")
"""What begins or ends formatting, mentions, lists, emoji and links."""


@cached(4096)
def clean(name: Name, is_ours: bool = False) -> str:
    """Put a name on one line of visible characters; signs at its end stay with its last word.

    Emoji keep what holds them together; a name of which nothing can be seen becomes ``NAMELESS``.

    Args:
        is_ours: it is a computer player's; of every other name the bot's own signs are taken away.
    """
    written, line = str(name), ""
    seen = _INVISIBLE.sub("", written)
    while line != seen:  # what is left may be a sign again, or have lost what its marks stood on
        line = _visible(seen)
        seen = line if is_ours else _signs().sub(" ", line)
    line = line[:LONGEST].rstrip(f" {_JOINER}")
    if written and not any(unicodedata.category(char)[0] in "LNPS" or _is_new(char) for char in line):
        return NAMELESS
    return _LAST_SIGNS.sub(NO_BREAK, line)


def _visible(name: str) -> str:
    """Return the characters of a name that are seen, on one line."""
    out: list[str] = []
    name = " ".join(name.split())
    for at, char in enumerate(name):
        if _belongs(char, out, name[at + 1 : at + 2]):
            out.append(char)
    return " ".join("".join(out).split())


_LOOKS = str.maketrans(
    {
        **dict(zip("асеорхуіјѕԁһԛԝмткнвαορντυικηχ", "aceopxyijsdhqwmtkhbaopvtuiknx", strict=True)),
        **dict(zip("01|$5@ıi", "ollssall", strict=True)),
    }
)
"""Letters of other scripts, and signs, that are read as a Latin letter."""


@cached(1, of_people=False)
def _signs() -> re.Pattern[str]:
    """Return what nobody but the bot puts beside a name: its signs, a host's word, a computer's strength."""
    words = [catalogue(language) for language in LANGUAGES]
    tail = [one.format("lobby-seat-host", {"name": ""}).strip("• ") for one in words]
    levels = [one.format(f"level-{level}") for one in words for level in LEVELS]
    tempers = "|".join(re.escape(temper.sign) for temper in TEMPERAMENTS if temper.sign)
    listed = "|".join(map(re.escape, levels))
    return re.compile(
        "|".join(
            [
                *map(re.escape, tail),
                f"{ROBOT}\ufe0f?(?:{tempers})?",
                f"(?:{'|'.join(SIGNS)})\ufe0f?",
                rf"[·・(\[(]\s*(?:{listed})\s*(?:[)\])]|$)",
            ]
        ),
        re.IGNORECASE,
    )


def _belongs(char: str, before: list[str], after: str) -> bool:
    """Tell whether a character of a name is kept, behind those that were."""
    last = before[-1] if before else " "
    if char == _JOINER:
        return _is_sign(last) and _is_sign(after)
    if char in _STYLES:
        return _is_sign(last)
    kind = unicodedata.category(char)
    if kind in _MARKS:
        run = before[-MARKS_IN_A_ROW:]
        is_full = len(run) == MARKS_IN_A_ROW and all(unicodedata.category(one) in _MARKS for one in run)
        return last != " " and not is_full
    return kind not in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")


def _is_sign(char: str) -> bool:
    """Tell whether a character may be (a part of) an emoji."""
    return bool(char) and (unicodedata.category(char)[0] in "SPN" or char in _STYLES or _is_new(char))


def _is_new(char: str) -> bool:
    """Tell whether a character is an emoji that this Python does not know yet."""
    return "\U0001f000" <= char <= "\U0001faff" and unicodedata.category(char) == "Cn"


@cached(4096)
def skeleton(name: Name) -> str:
    """Return what is left of a name for the eye: equal for names that look alike at a glance."""
    flat = unicodedata.normalize("NFKD", _HANDLE.sub("", clean(name)).casefold())
    letters = [char for char in flat if unicodedata.category(char)[0] not in "MZ"]
    return "".join(letters).translate(_LOOKS)


def label(name: Name, is_ours: bool = False) -> str:
    """Make a name harmless where there is no Markdown: a button, a menu, a title."""
    shown = clean(name, is_ours)
    return _isolated(shown, shown)


def escape(name: Name, is_ours: bool = False) -> str:
    """Make a name harmless inside Discord's Markdown; it can mention nobody."""
    shown = clean(name, is_ours)
    return _isolated(shown, _MARKDOWN.sub(r"\\\1", shown))


def bold(name: Name, is_ours: bool = False) -> str:
    """Print a name in bold, from its first letter to its last, as harmless as by ``escape``.

    Marks beside a sign (emoji, bracket) would not be marks where a letter follows without a space.
    """
    shown = clean(name, is_ours)
    letters = [number for number, char in enumerate(shown) if char.isalnum()]
    if not letters:
        return escape(name, is_ours)
    first, last = letters[0], letters[-1] + 1
    before, inner, after = (
        _MARKDOWN.sub(r"\\\1", part) for part in (shown[:first], shown[first:last], shown[last:])
    )
    return _isolated(shown, f"{before}**{inner}**{after}")


def _isolated(name: str, printed: str) -> str:
    """Keep a name that is read from the right from turning around what stands beside it."""
    is_from_right = any(unicodedata.bidirectional(char) in ("R", "AL", "AN") for char in name)
    return f"{ISOLATE}{printed}{END}" if is_from_right else printed


def mention(user_id: int) -> str:
    """Name a person by their id; only a message's allowed mentions say whether they are notified."""
    return f"<@{user_id}>"
