"""The line of claims in private panels: who said what, in the order in which it was said."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.language import JOINER, NO_BREAK, ROBOT, Localizer
from bot.pages.phone import SMALL, line_count
from games.core.presentation import SeatClaim

CLAIM_LINES = 2
"""Lines that claims may take. The oldest ones are left out, but not the reader's last claim or later ones."""

_JAPANESE = "\u3041-\u30ff\u4e00-\u9fff"
_EMOJI = "\U0001f300-\U0001faff"
_SKIN = "\U0001f3fb-\U0001f3ff"  # a tone belongs to the emoji before it
_INSIDE = re.compile(
    f"(?<=[{_JAPANESE}])(?=\\w)|(?<=\\w)(?=[{_JAPANESE}])|(?<=[{_EMOJI}])(?=[0-9{_EMOJI}])(?![{_SKIN}])"
)
"""The places inside a name or a number at which a line could end, but should not."""


def unbroken(words: str) -> str:
    """Return a name or numbers that no line of text breaks, except after a dot between two numbers."""
    joined = _INSIDE.sub(JOINER, words).replace(" ", NO_BREAK)
    return joined.replace(f"·{NO_BREAK}", "· ")


def claim_lines(
    claims: Sequence[SeatClaim],
    reader: int | None,
    words: Localizer,
    lines: int = CLAIM_LINES,
    *,
    is_over: bool = False,
) -> tuple[str, ...]:
    """Return a line of small print with claims, the oldest first; no line without claims.

    Args:
        reader: the reader's seat; ``None`` for everybody.
        words: has the short names of the seats.
        lines: the most lines in which old claims have room.
        is_over: the round is over, so that only the last claim has to stay.
    """
    if not claims:
        return ()
    to_reader = words if reader is None else words.to_reader(reader)
    entries = []
    for each in claims:
        kind = "you" if each.seat == reader else "other"
        # The marks of computer players take the room of another claim.
        name = unbroken(words.name(each.seat).partition(f" {ROBOT}")[0])
        entries.append(words("claims-one", who=kind, name=name, claim=to_reader(each.words)))
    own = [place for place, each in enumerate(claims) if each.seat == reader]
    first_needed = own[-1] if own else 0
    # Of a round that is over, the last claim alone always stays.
    if is_over:
        first_needed = len(claims) - 1
    left_out = 0
    line = _line(entries, words)
    while left_out < first_needed and line_count(line, SMALL) > lines:
        left_out += 1
        line = _line([words("claims-earlier", count=left_out), *entries[left_out:]], words)
    return (line,)


def _line(entries: Sequence[str], words: Localizer) -> str:
    return words("claims-line", claims=" · ".join(entries))
