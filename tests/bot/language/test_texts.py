"""Tests that the catalogues and the code agree: no text is missing, unused or too long."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from fluent.syntax import FluentParser, FluentSerializer
from fluent.syntax.ast import Junk, Message, MessageReference, VariableReference
from fluent.syntax.visitor import Visitor

from bot import LANGUAGES
from bot.interactions import FOR_THREADS, IN_THREADS, NEEDED
from bot.language import LOCALES, catalogue
from games import GAMES, Game
from games.core.cards import FAMILIES
from games.core.game import LEVELS
from tests import test_architecture as architecture
from tests.examples import LOCALES as EXAMPLE_LOCALES
from tests.games.contract import every_game

SOURCES = [path for room in ("bot", "games", "tests/examples") for path in architecture.sources(room)]

SPEAKERS = {"words", "names", "Refused", "Text", "text", "localised", "format"}
"""Functions whose first argument is a key."""

COMMAND_SPEAKERS = {"command_name", "command_about", "command"}
"""Functions whose first argument is the name of a command."""

PRINTERS = {"reader", "Localizer", "table_words"}
"""Functions that return a printer."""

NOT_ARGUMENTS = {"localised", "format"}
"""Functions whose other arguments are not the message's."""

KEY = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9_]+)+")
CONVENTIONS = (
    r"{game}-(?:name|pitch)",
    r"{game}-option-.+",
    r"{game}-decision-.+",
)
"""Keys built by every front end from a game's id and rules."""

COMMAND = re.compile(r"command-(?P<name>[a-z0-9]+)-(?P<part>[a-z0-9_]+)(?P<about>-about)?")
COMMAND_NAME = re.compile(r"[\w-]{1,32}")
ABOUT_LIMIT, LABEL_LIMIT, CHOICE_LIMIT = 100, 80, 100
BUTTON_COMFORT = 20
"""The longest label that is easily read on a phone."""

every_language = pytest.mark.parametrize("language", LANGUAGES)


def text_files(language: str) -> list[Path]:
    """Return the files with texts and pages of rules of a language, with those of the examples."""
    paths = [path for folder in (LOCALES, EXAMPLE_LOCALES) for path in sorted((folder / language).iterdir())]
    return [path for path in paths if path.suffix in (".ftl", ".md")]


class TextCall(NamedTuple):
    where: str
    key: str
    args: frozenset[str] | None  # None where they are not written out


class Entry(NamedTuple):
    variables: frozenset[str]
    source: str
    file: str


class _VariableNames(Visitor):
    def __init__(self) -> None:
        self.variables: set[str] = set()
        self.references: set[str] = set()

    def visit_VariableReference(self, node: VariableReference) -> None:  # noqa: N802 - the library's way
        self.variables.add(node.id.name)

    def visit_MessageReference(self, node: MessageReference) -> None:  # noqa: N802
        self.references.add(node.id.name)


@cache
def entries(language: str) -> dict[str, Entry]:
    """Return all messages of a language by key; fail on syntax errors and duplicate keys."""
    messages: dict[str, Entry] = {}
    folders = (LOCALES, EXAMPLE_LOCALES)
    for path in sorted(path for folder in folders for path in (folder / language).glob("*.ftl")):
        for entry in FluentParser().parse(path.read_text("utf-8")).body:
            assert not isinstance(entry, Junk), f"{path.name}: {entry.content!r}"
            if isinstance(entry, Message):
                names = _VariableNames()
                names.visit(entry)
                assert not names.references, f"{entry.id.name} refers to another message"
                assert entry.id.name not in messages, f"{entry.id.name} stands twice"
                source = FluentSerializer().serialize_entry(entry)
                messages[entry.id.name] = Entry(frozenset(names.variables), source, path.stem)
    return messages


def keys() -> set[str]:
    return {key for language in LANGUAGES for key in entries(language)}


def speaker(node: ast.Call) -> str:
    """Return the name of the called function, or ``words`` if the result of a call is called."""
    function = node.func
    if isinstance(function, ast.Call):
        return "words" if speaker(function) in PRINTERS else ""
    return function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")


def string(node: ast.expr | None) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def key_nodes(node: ast.expr) -> Iterator[ast.expr]:
    """Yield the expressions in which a key can be: literals, patterns and both sides of a conditional."""
    if isinstance(node, ast.IfExp):
        yield from key_nodes(node.body)
        yield from key_nodes(node.orelse)
    elif isinstance(node, ast.JoinedStr) or string(node) is not None:
        yield node


def arguments(node: ast.Call) -> frozenset[str] | None:
    """Return the names of a message's arguments in a call, or ``None`` if they are not literal."""
    if speaker(node) in NOT_ARGUMENTS:
        return None
    names: set[str] = set()
    for extra in node.args[1:]:
        written = [string(key) for key in extra.keys] if isinstance(extra, ast.Dict) else [None]
        if None in written:
            return None
        names.update(name for name in written if name is not None)
    for keyword in node.keywords:
        if keyword.arg is None:
            return None
        names.add(keyword.arg)
    return frozenset(names)


def pattern(node: ast.JoinedStr) -> str:
    parts = [
        re.escape(str(v.value)) if isinstance(v, ast.Constant) else "[a-zA-Z0-9_-]+" for v in node.values
    ]
    return "".join(parts)


class Code(NamedTuple):
    """The parts of a file that can contain keys. Its whole tree would fill the memory."""

    calls: tuple[ast.Call, ...]
    strings: frozenset[str]
    patterns: frozenset[str]


@cache
def code(path: Path) -> Code:
    nodes = [*ast.walk(architecture.tree(path))]
    calls = [node for node in nodes if isinstance(node, ast.Call) and node.args]
    return Code(
        tuple(call for call in calls if speaker(call) in SPEAKERS | COMMAND_SPEAKERS),
        frozenset(text for node in nodes if isinstance(node, ast.Constant) and (text := string(node))),
        frozenset(pattern(node) for node in nodes if isinstance(node, ast.JoinedStr)),
    )


def text_calls() -> Iterator[tuple[Path, ast.Call, ast.expr]]:
    """Yield every call with a key of a text: file, call and the key's expression."""
    for path in SOURCES:
        for node in code(path).calls:
            if speaker(node) in SPEAKERS:
                for key in key_nodes(node.args[0]):
                    yield path, node, key


@cache
def calls() -> tuple[TextCall, ...]:
    """Return all calls with a literal key."""
    return tuple(
        TextCall(f"{architecture.name(path)}:{node.lineno}", str(key.value), arguments(node))
        for path, node, key in text_calls()
        if isinstance(key, ast.Constant)
        # A key in these rooms is in kebab case; other strings go to namesakes of the speakers.
        and (KEY.fullmatch(str(key.value)) or str(key.value) in keys() or speaker(node) == "Refused")
    ) + tuple(command_calls())


def command_calls() -> Iterator[TextCall]:
    """Yield the keys of the names and descriptions of slash commands."""
    for path in SOURCES:
        for node in code(path).calls:
            literals = [value for arg in node.args if (value := string(arg)) is not None]
            where = f"{architecture.name(path)}:{node.lineno}"
            if speaker(node) == "command_name" and literals:
                yield TextCall(where, f"command-{literals[0]}-name", None)
            elif speaker(node) == "command_about" and literals:
                yield TextCall(where, f"command-{literals[0]}-description", None)
            elif isinstance(node.func, ast.Name) and node.func.id == "command" and literals:
                yield TextCall(where, f"command-{literals[0]}-name", None)
                yield TextCall(where, f"command-{literals[0]}-description", None)
                for name in literals[1:]:
                    yield TextCall(where, f"command-{literals[0]}-{name}", None)
                    yield TextCall(where, f"command-{literals[0]}-{name}-about", None)


@cache
def literals() -> frozenset[str]:
    return frozenset[str]().union(*(code(path).strings for path in SOURCES))


@cache
def patterns() -> tuple[str, ...]:
    """Return the f-strings of the code as patterns of keys, except those without literal text."""
    all_patterns = frozenset[str]().union(*(code(path).patterns for path in SOURCES))
    return tuple(
        text for text in all_patterns if len(re.findall(r"[a-z]{3,}", re.sub(r"\[.*?\]\+", "", text))) > 0
    )


@every_language
def test_every_key_in_the_code_is_a_message(language: str) -> None:
    missing = sorted({f"{call.key} ({call.where})" for call in calls() if call.key not in entries(language)})
    assert not missing, f"{language} has no text {missing}"


@every_language
def test_every_message_gets_its_arguments(language: str) -> None:
    """Every call passes all arguments that the message prints."""
    known = entries(language)
    lacking = [
        f"{call.key} ({call.where}): {sorted(known[call.key].variables - call.args)}"
        for call in calls()
        if call.args is not None and call.key in known and known[call.key].variables - call.args
    ]
    assert not lacking, f"these calls do not pass what their texts print: {lacking}"


def test_every_argument_is_printed_by_some_language() -> None:
    idle = [
        f"{call.key} ({call.where}): {sorted(call.args - all_variables(call.key))}"
        for call in calls()
        if call.where.startswith("bot") and call.args is not None and call.args - all_variables(call.key)
    ]
    assert not idle


def all_variables(key: str) -> frozenset[str]:
    return frozenset(v for lang in LANGUAGES if key in entries(lang) for v in entries(lang)[key].variables)


KEY_LIKE = re.compile(r"[a-z]{2,}-|-[a-z]{2,}")
"""The literal text of a key pattern."""


def test_every_key_pattern_matches_a_message() -> None:
    """Every pattern of keys in the code matches a message of at least one game."""
    lost = [
        f"{pattern(key)} ({architecture.name(path)}:{node.lineno})"
        for path, node, key in text_calls()
        if isinstance(key, ast.JoinedStr) and KEY_LIKE.search(pattern(key))
        if not any(re.fullmatch(pattern(key), known) for known in keys())
    ]
    assert not lost


def test_every_message_is_used() -> None:
    """Every message belongs to a key or a pattern in the code, or to a convention for games."""
    games = [game.id for game in GAMES]
    conventions = [rule.format(game=game) for rule in CONVENTIONS for game in games]
    used = {call.key for call in calls()} | literals()
    ways = re.compile("|".join([*conventions, *patterns()]))
    unused = sorted(key for key in keys() - used if not ways.fullmatch(key))
    assert not unused, f"{unused} is in a catalogue, and nothing uses it"


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_languages_have_the_same_messages_and_arguments(language: str) -> None:
    """All languages have the same messages with the same arguments, except numbers of plurals."""
    first, other = entries(LANGUAGES[0]), entries(language)
    # Only a name in rare signs needs a second form, which says how it is read.
    alone = sorted(key for key in first.keys() ^ other.keys() if not key.endswith("-name-aloud"))
    assert not alone, f"only one of {LANGUAGES[0]} and {language} has the texts {alone}"
    moved = [key for key in first.keys() & other.keys() if first[key].file != other[key].file]
    assert not moved, f"in {language} the texts {moved} are in another file"
    differing = [
        key
        for key in first.keys() & other.keys()
        if printed_arguments(first[key]) != printed_arguments(other[key])
    ]
    assert not differing, f"{LANGUAGES[0]} and {language} print other arguments in {differing}"


def printed_arguments(entry: Entry) -> frozenset[str]:
    """Return the arguments that a message prints, without those used only as selectors."""
    return frozenset(re.findall(r"\{ [A-Z(]*\$([\w-]+)\)* \}", entry.source))


@every_language
def test_composed_keys_exist(language: str) -> None:
    """Composed keys of permissions, levels and suits exist in every language."""
    wanted = [f"permission-{name.replace('_', '-')}" for name in {*NEEDED, *IN_THREADS, *FOR_THREADS}]
    wanted += [f"level-{level}" for level in LEVELS]
    wanted += [f"suit-{family.symbols}-{suit}" for family in FAMILIES.values() for suit in family.suits]
    assert not [key for key in wanted if key not in catalogue(language)]


def test_computer_players_have_enough_names() -> None:
    for language in LANGUAGES:
        names = [name.strip() for name in catalogue(language).format("computer-names").split(",")]
        assert len(set(names)) == len(names) == 12
        assert all(0 < len(name) <= 12 for name in names)


def plain_messages(language: str, start: str) -> Iterator[tuple[str, str]]:
    for key, entry in entries(language).items():
        if key.startswith(start) and not entry.variables:
            yield key, catalogue(language).format(key)


@every_language
def test_command_names_follow_discords_rules(language: str) -> None:
    """Names are short, distinct, lower-case and without spaces; descriptions have at most 100 characters.

    The English name is the command's own name.
    """
    named: dict[str, list[str]] = {}
    for key, value in plain_messages(language, "command-"):
        match = COMMAND.fullmatch(key)
        assert match, key
        if match["about"] or match["part"] == "description":
            assert 1 <= len(value) <= ABOUT_LIMIT, key
            continue
        assert COMMAND_NAME.fullmatch(value), key
        assert value == value.lower(), key
        is_name = match["part"] == "name"
        assert not is_name or language != LANGUAGES[0] or value == match["name"]
        named.setdefault("" if is_name else match["name"], []).append(value)
    assert all(len(set(values)) == len(values) for values in named.values())


@pytest.mark.parametrize(("language", "limit"), [("en", 30), ("ja", 16)])
def test_descriptions_of_commands_fit_the_line_of_a_phone(language: str, limit: int) -> None:
    """No description of a command pushes the button that sends the command off the screen."""
    described = {
        key: value
        for key, value in plain_messages(language, "command-")
        if re.fullmatch("command-[a-z]+-description", key)
    }
    assert {"command-daily-description", "command-play-description"} <= {*described}
    assert not [key for key, value in described.items() if len(value) > limit]


@every_language
def test_button_labels_are_short_and_texts_ping_no_group(language: str) -> None:
    assert not [key for key, value in plain_messages(language, "button-") if len(value) > BUTTON_COMFORT]
    sources = {key: entry.source for key, entry in entries(language).items()}
    assert not [key for key, source in sources.items() if re.search(r"@(?:everyone|here)", source)]


@every_language
@every_game
def test_command_choices_fit_discords_limit(game: Game, language: str) -> None:
    """A game's name, its pitch and the names of its options fit Discord's limits."""
    name, pitch = (catalogue(language).format(f"{game.id}-{part}") for part in ("name", "pitch"))
    assert len(name) <= 40
    assert len(pitch) <= CHOICE_LIMIT
    for option in game.rules.options:
        assert len(catalogue(language).format(f"{game.id}-option-{option}")) <= LABEL_LIMIT


NARROW_MARK = re.compile("[ぁ-ヿ㐀-鿿」)}*。、…][!?]|[！？][ \u3000]")
"""A half-width ``!`` or ``?`` after Japanese text, or a space after a full-width one."""

WIDE_SIGN = re.compile("[\uff01-\uff5e]")


@every_language
def test_punctuation_has_the_width_of_its_language(language: str) -> None:
    """Only Japanese exclamation and question marks are full-width, and they always are."""
    assert NARROW_MARK.search("信じますか?")
    assert not NARROW_MARK.search("信じますか？勝負！")
    mixed = []
    for path in text_files(language):
        for line in path.read_text("utf-8").split("\n"):
            if path.suffix == ".ftl" and line.startswith("#"):
                continue
            others = re.sub("[！？]", "", line) if language == "ja" else line
            if WIDE_SIGN.search(others) or (language == "ja" and NARROW_MARK.search(line)):
                mixed.append(f"{path.name}: {line.strip()}")
    assert not mixed, f"only Japanese ！ and ？ are full-width, and they always are: {mixed}"


BANNED = {
    "ja": ("ブラフ", "ランキング", "ウラ", "だれ", "いちばん", "ひとつ", "ふたり", "勝半"),
    "en": ("two pairs", "losts", "Whoever should", "keep order"),
}
"""Words replaced by a preferred one; ``ja/core.ftl`` begins with the glossary."""


@every_language
def test_banned_synonyms_are_not_used(language: str) -> None:
    used = []
    for path in text_files(language):
        text = "\n".join(line for line in path.read_text("utf-8").split("\n") if not line.startswith("#   "))
        values = re.sub(r"(?m)^[a-z0-9_-]+ =|\{ \$?[a-z-]+", "", text)  # not the names of keys and arguments
        used += [f"{word} ({path.name})" for word in BANNED[language] if word in values]
    assert not used, f"the glossary in ja/core.ftl has another word for: {used}"


def test_japanese_screens_of_lost_poker_use_the_words_of_their_buttons() -> None:
    """The word of the source is in the rules alone, which explain it. Everywhere else the word is 信じる."""
    lost = [path for path in text_files("ja") if path.name.startswith("lost")]
    assert {"lost.ftl", "lost-lesson.ftl"} <= {path.name for path in lost}
    assert "lost-trust = 信じる\n" in (LOCALES / "ja" / "lost.ftl").read_text()
    assert [path.name for path in lost if "トラスト" in path.read_text()] == ["lost-rules.md"]


def test_ranks_in_sentences_are_words() -> None:
    """Sentences name ranks by words such as "aces", and not by letters."""
    english, japanese = (catalogue(language) for language in ("en", "ja"))
    assert english.format("bull-call-pair", {"rank": "A"}) == "pair of aces"
    assert english.format("bull-call-twopair", {"rank": "6", "second": "10"}) == "two pair, sixes and tens"
    assert english.format("netsuzo-claim-high", {"rank": "K"}) == "King high"
    assert japanese.format("bull-call-pair", {"rank": "A"}) == "Aのワンペア"


def test_japanese_compares_counts_with_numbers() -> None:
    """Japanese has no plural category "one", so a variant of this name would never fit a count."""
    fits_nothing = re.compile(r"\$count ->\s+\[(?:zero|one|two|few|many)\]")
    ftls = {path.name: path.read_text("utf-8") for path in text_files("ja") if path.suffix == ".ftl"}
    assert not [name for name, text in ftls.items() if fits_nothing.search(text)]
    singular, two = (catalogue("ja").format("trick3-question", {"count": count}) for count in (1, 2))
    assert singular != two


@every_language
def test_texts_take_the_label_of_more_from_the_button(language: str) -> None:
    """No text writes out the label of *More…*, which other readers may see in another language."""
    label = catalogue(language).format("button-more").rstrip("…")
    for path in text_files(language):
        assert f"**{label}" not in path.read_text("utf-8"), path.name
