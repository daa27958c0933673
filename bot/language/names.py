"""Makes people's names safe for the places where they are shown.

Discord allows almost any name. Here a name becomes one line of visible characters that cannot reverse, hide,
link or format the text around it.
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
"""A space at which no line is broken."""

ISOLATE, END = "\u2068", "\u2069"
"""Marks around a name whose direction (left or right) must not affect the rest of the line."""

ROBOT = "🤖"
"""The sign after the names of computer players."""

SIGNS = (ROBOT, "🔑", "👑", "🛡", "🏆", "🥇", "🥈", "🥉", "💤")
"""Signs that only the bot may put beside names: of computer players, hosts, winners, moderators, and players
who are away.

The crown is drawn in pictures of results.
"""

LONGEST = 80
"""Limit of the characters of a name that are shown. Discord's own limit is lower."""

NAMELESS = "?"
"""The text for a name without visible characters."""

MARKS_IN_A_ROW = 3
"""Limit of accents on one letter: enough for every script, too few to reach into other lines."""

_MARKS = ("Mn", "Me")
_JOINER = "\u200d"
_STYLES = "\ufe0e\ufe0f"
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0d\uffa0"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Characters that show nothing. Control characters are not listed: they have a category of their own."""

_HANDLE = re.compile(r"\s@\S*$")
"""A pattern for the user name at the end of a name, which distinguishes people with similar names
(``bot.tables.makers.with_user_names``).
"""

_LAST_SIGNS = re.compile(r" (?=[^\w\s]+$)")
_MARKDOWN = re.compile(r"([\\*_`~|>#\[\]()<@:/.-])")
"""Characters that begin or end formatting, mentions, lists, emoji and links."""


@cached(4096)
def clean(name: Name, keeps_signs: bool = False) -> str:
    """Return a name as one line of visible characters; ``NAMELESS`` if there are none.

    Args:
        keeps_signs: keep the signs that only the bot may write beside a name, such as a robot.
    """
    text, line = str(name), ""
    seen = _INVISIBLE.sub("", text)
    while line != seen:  # what is left may be a sign again, or have lost what its marks stood on
        line = _visible_characters(seen)
        seen = line if keeps_signs else _own_signs_pattern().sub(" ", line)
    line = line[:LONGEST].rstrip(f" {_JOINER}")
    if text and not any(unicodedata.category(char)[0] in "LNPS" or _is_newer_emoji(char) for char in line):
        return NAMELESS
    return _LAST_SIGNS.sub(NO_BREAK, line)


def _visible_characters(name: str) -> str:
    out: list[str] = []
    name = " ".join(name.split())
    for at, char in enumerate(name):
        if _is_accepted(char, out, name[at + 1 : at + 2]):
            out.append(char)
    return " ".join("".join(out).split())


_LOOKS = str.maketrans(
    {
        **dict(zip("асеорхуіјѕԁһԛԝмткнвαορντυικηχ", "aceopxyijsdhqwmtkhbaopvtuiknx", strict=True)),
        **dict(zip("01|$5@ıi", "ollssall", strict=True)),
    }
)
"""Letters of other scripts, and signs, that look like a Latin letter, with that letter."""


@cached(1, of_people=False)
def _own_signs_pattern() -> re.Pattern[str]:
    words = [catalogue(language) for language in LANGUAGES]
    # What the bot itself writes beside names: hosts, levels, temperaments.
    hosts = [texts.format("lobby-seat-host", {"name": ""}).split()[-1] for texts in words]
    levels = [texts.format(f"level-{level}") for texts in words for level in LEVELS]
    tempers = "|".join(re.escape(temper.sign) for temper in TEMPERAMENTS if temper.sign)
    listed = "|".join(map(re.escape, levels))
    # Longer patterns first, so that none is left over in part.
    return re.compile(
        "|".join(
            [
                rf"(?:{'|'.join(SIGNS)})\ufe0f? (?:{'|'.join(map(re.escape, hosts))})",
                f"{ROBOT}\ufe0f?(?:{tempers})?",
                f"(?:{'|'.join(SIGNS)})\ufe0f?",
                rf"[·・(\[(]\s*(?:{listed})\s*(?:[)\])]|$)",
            ]
        ),
        re.IGNORECASE,
    )


def _is_accepted(char: str, accepted: list[str], after: str) -> bool:
    last = accepted[-1] if accepted else " "
    # Joiners and styles count only beside an emoji.
    if char == _JOINER:
        return _may_be_emoji(last) and _may_be_emoji(after)
    if char in _STYLES:
        return _may_be_emoji(last)
    # Accents only on a letter, and only some.
    kind = unicodedata.category(char)
    if kind in _MARKS:
        run = accepted[-MARKS_IN_A_ROW:]
        is_full = len(run) == MARKS_IN_A_ROW and all(unicodedata.category(mark) in _MARKS for mark in run)
        return last != " " and not is_full
    # No control characters, no other formatting, no line breaks.
    return kind not in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")


def _may_be_emoji(char: str) -> bool:
    return bool(char) and (unicodedata.category(char)[0] in "SPN" or char in _STYLES or _is_newer_emoji(char))


def _is_newer_emoji(char: str) -> bool:
    return "\U0001f000" <= char <= "\U0001faff" and unicodedata.category(char) == "Cn"


@cached(4096)
def skeleton(name: Name) -> str:
    """Return a simplified form of a name, which is equal for names that look alike."""
    flat = unicodedata.normalize("NFKD", _HANDLE.sub("", clean(name)).casefold())
    letters = [char for char in flat if unicodedata.category(char)[0] not in "MZ"]
    return "".join(letters).translate(_LOOKS)


def label(name: Name, keeps_signs: bool = False) -> str:
    """Return a name for places without Markdown, such as buttons and menus.

    Args:
        keeps_signs: as in ``clean``.
    """
    cleaned = clean(name, keeps_signs)
    return _with_direction_marks(cleaned, cleaned)


def escape(name: Name, keeps_signs: bool = False) -> str:
    """Return a name that shows no formatting and mentions nobody in Discord's Markdown.

    Args:
        keeps_signs: as in ``clean``.
    """
    cleaned = clean(name, keeps_signs)
    return _with_direction_marks(cleaned, _MARKDOWN.sub(r"\\\1", cleaned))


def bold(name: Name, keeps_signs: bool = False) -> str:
    """Return a name in bold for Discord's Markdown.

    Args:
        keeps_signs: as in ``clean``.
    """
    cleaned = clean(name, keeps_signs)
    letters = [number for number, char in enumerate(cleaned) if char.isalnum()]
    if not letters:
        return escape(name, keeps_signs)
    first, last = letters[0], letters[-1] + 1
    before, inner, after = (
        _MARKDOWN.sub(r"\\\1", part) for part in (cleaned[:first], cleaned[first:last], cleaned[last:])
    )
    return _with_direction_marks(cleaned, f"{before}**{inner}**{after}")


def _with_direction_marks(name: str, printed: str) -> str:
    is_from_right = any(unicodedata.bidirectional(char) in ("R", "AL", "AN") for char in name)
    return f"{ISOLATE}{printed}{END}" if is_from_right else printed


def mention(user_id: int) -> str:
    """Return the Markdown that mentions a user."""
    return f"<@{user_id}>"


LONGEST_QUOTE = 200
"""Limit of a quoted reason, in characters."""


def quote(text: str) -> str:
    """Return a person's text on one line, without formatting, links and mentions."""
    words = (escape(Name(word)) for word in text[:LONGEST_QUOTE].split())
    return " ".join(word for word in words if word)
