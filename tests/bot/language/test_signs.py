"""Tests that each emoji has one meaning; the module lists the meanings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from bot import LANGUAGES
from games import GAMES
from tests.bot.language.test_texts import SOURCES, entries
from tests.test_architecture import facts, name

SIGN = re.compile("[\U0001f300-\U0001faff\u231a-\u23ff\u25b6\u2600-\u265f\u2690-\u27bf\u2b50\u2139\u21a9]")
"""Symbols other than letters, numbers, suits, arrows and bullets."""

MEANINGS = {
    "👉": ("whose turn it is", "games-yours|strip-seat|table-turn|turn-message"),
    "▶": ("the game goes on", "bot/pages/(?:acts|table).py"),
    "⏸": ("paused", "games-paused|table-paused-.*|tournament-paused"),
    "⏳": (
        "time goes by",
        "lobby-.*ask.*|ping-half-time|games-(?:on|theirs)|.*-rests?(?:-.*)?|review-running",
    ),
    "⌛": ("time has run out", "ping-extra-time|table-extra-time|table-idle"),
    "⏱": ("the clock of a table", "lobby-clock"),
    "💤": ("away", "ending-deserted.*|panel-away(?:-waits)?|table-(?:away|deserted)"),
    "🔑": ("the host", "lobby-seat-host"),
    "🛡": ("a moderator", "lobby-removed|log-closed-.*|moderation-title"),
    "🗳": ("a vote", "vote-.*|ending-agreed.*"),
    "☑": ("chosen", "bot/pages/(?:acts|table).py"),
    "✓": ("true", "(?:lost|netsuzo)-.*|bull-(?:group-singles|tap|tap-rank)"),
    "✗": ("a lie that nobody would believe", "lost-.*"),
    "✅": (
        "yes",
        "planned-yes|bull-fact-good|bull-told-.*|netsuzo-told-true|guess-right|review-tried-found|share-posted",
    ),
    "❌": ("no", "planned-no|bull-fact-bad|bull-told-.*|netsuzo-told-lie|guess-wrong"),
    "👍": ("a better move", "review-tried-better|review-tried-equal"),
    "👎": ("no better move", "review-tried-worse|bot/help.py"),
    "⚠": ("a warning", "owner-late|panel-(?:said|warning)|privacy-ask|trick3-beware"),
    "ℹ": ("a tip", "panel-tip"),
    "💡": ("a hint or a reason", "hint.*|daily-(?:solution-)?why.*|bot/pages/controls.py"),
    "↩": ("a step back", "bot/pages/controls.py"),
    "🎓": ("practice", "(?:games|stats)-practice"),
    "👀": ("watching", "panel-meanwhile-watch|bot/pages/acts.py"),
    "🔮": ("guessing", "evening-guesser|evening-share|guessers|panel-meanwhile-guess|bot/pages/acts.py"),
    "👥": ("spectators", "guesses-share"),
    "🔎": ("a review, and what was so", "(?:daily|review)-truth-.*|bot/pages/table.py"),
    "🎴": ("a hand, and Tefuda itself", ".*"),
    "🏆": (
        "winning: winners, boards, tournaments",
        "result-(?:won(?:-among)?|lost)|ending-won|(?:privacy-)?(?:tournament|title).*|bot/(?:daily|scores|tournaments)/.*|bot/seasons.py|season-post-over",
    ),
    "🎖": ("a trophy", "troph(?:y|ies)-.*"),
    "🏁": ("a season", "season-.*|bot/settings.py"),
    "💥": ("the loser", "result-(?:lost|own-among)"),
    "🔴": ("red chips", "netsuzo-chips-signs|strip-disc"),
    "🔵": ("blue chips", "netsuzo-chips-signs|strip-disc"),
    "🤝": ("a tie", "result-tie"),
    "🏅": ("somebody's best", "(bull-)?stats-best-.*|tomoe-stats-row|trick3-(?:highlight-hand|stats-best)"),
    "📈": ("in a row", "daily-.*|stats-streak|tomoe-highlight-row"),
    "🤥": ("a bluff", "daily-theme-lie|(bull-)?(highlight-bluff|stats-lies)"),
    "⚡": ("a bluff seen through", "(bull-)?highlight-catch|stats-challenges"),
    "🪨": ("a challenge withstood", "(bull-)?highlight-stood"),
    "🔥": ("bold", "computers-tempers.*|help-text|games/core/game.py"),
    "🐢": ("careful", "computers-tempers.*|help-text|games/core/game.py"),
    "🦊": ("tricky", "computers-tempers.*|help-text|games/core/game.py"),
    "🔔": ("notifications", "button-notify|lobby-told|notify-title"),
    "📅": ("a day", "planned-w.*|daily-.*|bot/daily/hand.py|tournament-starts.*"),
    "🔒": ("privacy", "privacy-title"),
    "💯": ("certain", "daily-theme-sure"),
    "🔧": ("maintenance", "owner-restart|restart-announced"),
}
"""The meaning of each symbol, and a pattern of the texts and modules that use it."""

NAMES = "bot/language.py"
"""The module with the list of symbols removed from names."""


@cache
def uses() -> tuple[tuple[str, str], ...]:
    """Return all uses of symbols as pairs: the symbol, and a text's key or a module's path."""
    return tuple(_uses())


def _uses() -> Iterator[tuple[str, str]]:
    for language in LANGUAGES:
        for key, entry in entries(language).items():
            yield from ((sign, key) for sign in SIGN.findall(entry.source))
    for path in SOURCES:
        if name(path) == NAMES:
            continue
        for _, string in facts(path).strings:
            yield from ((sign, name(path)) for sign in SIGN.findall(string))


@pytest.mark.parametrize("sign", MEANINGS)
def test_symbol_is_used_only_for_its_meaning(sign: str) -> None:
    meaning, places = MEANINGS[sign]
    used_places = {place for used, place in uses() if used == sign}
    assert used_places, f"{sign} ({meaning}) is not used any more"
    assert not [place for place in used_places if not re.fullmatch(places, place)], f"{sign} means {meaning}"


def test_unlisted_symbol_is_used_by_one_subject_only() -> None:
    """A symbol outside the list is used by only one group of texts or one module."""
    subjects: dict[str, set[str]] = {}
    medals, games = "🥇🥈🥉", "".join(game.emoji for game in GAMES)
    for sign, place in uses():
        if sign not in MEANINGS and sign not in medals:
            subjects.setdefault(sign, set()).add(place.split("-")[0] if "/" not in place else place)
    several = {sign: sorted(places) for sign, places in subjects.items() if len(places) > 1}
    assert not {sign: places for sign, places in several.items() if sign not in games}
