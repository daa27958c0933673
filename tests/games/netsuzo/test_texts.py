"""Every text of the game in both languages (catalogues and rules for people)."""

from __future__ import annotations

import re
from itertools import islice

import pytest

from games.core.match import Match
from games.core.presentation import Board, PanelScene
from games.core.words import Text
from games.netsuzo import NETSUZO
from games.netsuzo.menus import claim_steps, claim_text
from games.netsuzo.moves import LADDER
from games.netsuzo.rules import Netsuzo
from tests.games.netsuzo.printing import (
    CATALOGUES,
    LANGUAGES,
    LOCALES,
    USED,
    panel_lines,
    row,
    say,
    table_lines,
)
from tests.games.netsuzo.tables import accept_lowest, actor, deal, lose, new, play
from tests.games.play import play_advised

FACE = NETSUZO.presenter


def panel(match: Match, seat: int) -> PanelScene:
    return FACE.panel(match.view(seat), match.legal(seat))


def test_texts_every_message_is_used_and_every_text_is_there_in_both_languages() -> None:
    """Whole games, printed in full, in both languages; what nothing asks for would be dead."""
    USED.clear()
    for seed, reds in enumerate("21"):
        match = new(4, reds=reds, honesty="atleast")
        while not match.is_over:
            play_advised(NETSUZO, match, f"{seed} {len(match.moves)}", "easy", limit=1)
            print_all(match)
    match = new(10)
    deal(match)
    for state in accept_lowest(match):
        print_all(match)
        if state.stage == "discard" and not state.hands[state.turn]:
            break
    for claim in LADDER.bids:
        say(claim_text(str(claim)))
        for step in claim_steps(claim):
            say(step.prompt)
            say(step.label)
    match = new(3, reds="1", honesty="atleast")
    deal(match, {0: "5s"})
    print_all(match)
    play(match, "declare high A", "reject")
    print_all(match)
    lose(match, "doubt")
    print_all(match)
    elsewhere = re.compile(r"netsuzo-(name|pitch|result-score|option|refusal|decision|choose-group)")
    spoken = {key for key in USED if not elsewhere.match(key)}
    for language in LANGUAGES:
        assert spoken == {key for key in CATALOGUES[language].keys if not elsewhere.match(key)}


def print_all(match: Match) -> None:
    """Print everything that anybody sees now."""
    scene = FACE.table(match.view(None))
    result = match.result()
    outcome = FACE.outcome(match.view(None), result) if result else ()
    table_lines(scene)
    for line in (*outcome, *(tap.label for tap in scene.public)):
        say(line)
    boards = [scene.board]
    for viewer in (None, *range(match.setup.seats)):
        view = match.view(viewer)
        for told in [FACE.say(event, view) for event in view.news]:
            if told:
                say(told)
        if viewer is not None:
            boards.append(print_panel(match, viewer))
    for board in boards:
        for each in board.rows if board else ():
            row(each)


def print_panel(match: Match, seat: int) -> Board | None:
    """Print a panel with one warning, and with the moves that are not thousands."""
    scene = panel(match, seat)
    panel_lines(scene)
    for notation in islice(scene.warnings, 1):
        say(scene.warnings[notation])
    legal = match.legal(seat)
    for move in legal if len(legal) < 60 else ():
        say(FACE.name(move, match.view(seat)))
        for step in FACE.steps(move, match.view(seat)):
            say(step.prompt)
            say(step.label)
    return scene.board


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_name_options_refusals_and_decisions(language: str) -> None:
    """By the house's convention of keys."""
    catalogue = CATALOGUES[language]
    for option in Netsuzo.options:
        assert f"netsuzo-option-{option}" in catalogue
        assert f"netsuzo-option-{option}-about" in catalogue
    for value in Netsuzo.options["honesty"]:
        assert f"netsuzo-option-honesty-{value}" in catalogue
    for name in Netsuzo.decisions:
        assert f"netsuzo-decision-{name}" in catalogue
    for key in ("name", "pitch"):
        assert f"netsuzo-{key}" in catalogue


@pytest.mark.parametrize(
    ("before", "move"),
    [
        ((), "accept"),
        ((), "discard 5s"),
        (("declare pair 5 J",), "declare pair 5 Q"),
        (("declare five A",), "accept"),
        (("declare pair 5 J", "accept"), "reject"),
        (("declare pair 5 J", "accept"), "discard As"),
        (("declare pair 5 J", "accept", "discard 9h"), "declare pair 5 J"),
    ],
)
def test_texts_explain_every_refusal(before: tuple[str, ...], move: str) -> None:
    """With the arguments that the rules give."""
    match = new(3)
    deal(match, {0: "5s", 1: "9h", 2: "Kd"})
    play(match, *before)
    refusal = NETSUZO.rules.refuse(match.state, actor(match), NETSUZO.rules.parse(move))
    for language in LANGUAGES:
        assert say(Text(f"netsuzo-refusal-{refusal.code}", refusal.args), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_rules_for_people_fit_one_message(language: str) -> None:
    """At most 3500 characters, with headings, and every notation in it can be typed."""
    text = (LOCALES / language / "netsuzo-rules.md").read_text("utf-8")
    assert len(text) <= 3500
    assert text.startswith("## ")
    typed = re.findall(r"`/move ([^`]+)`", text)
    assert len(typed) >= 5
    for notation in typed:
        NETSUZO.rules.parse(notation)


def test_texts_declarations_read_as_the_source_says_them() -> None:
    """In Japanese with the source's own terms."""
    said = {name: say(claim_text(f"declare {name}"), "ja") for name in ("pair 5 J", "full 6 3", "quads 5 Q")}
    assert said == {
        "pair 5 J": "5のワンペア（キッカーJ）",
        "full 6 3": "6が3枚・3が2枚のフルハウス",
        "quads 5 Q": "5のフォーカード（キッカーQ）",
    }
