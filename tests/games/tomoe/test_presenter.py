"""How a table and a panel look, in both languages."""

from __future__ import annotations

import pytest

from games.core.menu import menu_path
from games.core.moves import Move
from games.core.words import Seat, Text
from games.tomoe.moves import PLAYS
from games.tomoe.presenter import TomoePresenter
from games.tomoe.rules import Tomoe
from games.tomoe.state import MatchExtended, TomoeState

from .helpers import RULES, play, position, random_positions, some_position, state_of
from .printing import CATALOGUES, LOCALES, Printer

FACE = TomoePresenter()
LANGUAGES = ("en", "ja")


def table(state: TomoeState, language: str = "en") -> list[str]:
    return Printer(language).table(FACE.table(RULES.view(state, None)))


def panel(state: TomoeState, seat: int, language: str = "en") -> list[str]:
    return Printer(language).panel(FACE.panel(RULES.view(state, seat), RULES.legal(state, seat)))


def test_table_names_front_and_back_suit_and_who_leads() -> None:
    """While a trick runs its headline names leader, led card and both suits."""
    state = play(position("3r 1g", "4r 1a", "6k 6p", hidden=("1k", "6r", "2k"), lead=0), "3r")
    lines = table(state)
    assert lines[0] == "A led 3r · front r, back a"
    assert "Trick: 3r+ (front r, back a)" in lines
    assert "A 3r · 0 tricks · total 0 · 1 hidden" in lines
    assert "B*: 4r 1a (0 tricks, 1 hidden)" in lines


def test_table_with_a_metal_led_has_no_back_suit() -> None:
    """The headline says that metals have no partner."""
    state = play(position("Au 1g", "Cu 1a", "6k 6p", options={"metals": "on"}), "Au")
    assert table(state)[0] == "A led Au · front: metals, no back suit"


def test_table_groups_open_hands_by_pairs_of_suits() -> None:
    """Partners stand together, pairs apart, metals last."""
    cards = "1r 4r 2a 6g 1o 3k 5p Au"
    lines = table(position(cards, "1g", "1k", options={"metals": "on"}))
    assert "A*: 1r 4r 2a | 6g 1o | 3k 5p | Au (0 tricks, 0 hidden)" in lines


@pytest.mark.parametrize(
    ("cards", "case", "why"),
    [
        ("2r 5r 4r", "甲", "middle"),
        ("3r 5r 1a", "乙", "higher front"),
        ("3r 5a 2a", "丙", "lower of them"),
        ("3r 5r 6g", "丁", "lower of them"),
        ("3r 6g 6k", "戊", "three different suits"),
        ("3r 6g 2g", "己", "under 3r"),
        ("3r 1a 6g", "庚", "the back card"),
    ],
)
def test_table_says_after_a_trick_which_case_it_was_and_why(cards: str, case: str, why: str) -> None:
    """One line explains the trick in each of the seven cases, in both languages, and its winner is framed."""
    first, second, third = cards.split()
    state = play(position(f"{first} 1k", f"{second} 2p", f"{third} 3p"), first, second, third)
    best = state.tricks[0].card
    lines = table(state)
    told = [line for line in lines if case in line]
    assert len(told) == 1
    assert why in told[0]
    assert cards in told[0]
    assert any(line.startswith("Last trick") and f"{best}!" in line for line in lines)
    assert sum(case in line for line in table(state, "ja")) == 1


def test_table_tells_the_bonus_of_a_one() -> None:
    """A trick that counts more says so."""
    state = play(position("3r 1k", "1a 2p", "6g 3p", options={"ace": "1.5"}), "3r", "1a", "6g")
    assert any("worth 1.5" in line for line in table(state))
    assert "B 1 trick · total 1.5 · 0 hidden" in table(state)


def test_table_offers_cards_only_when_nothing_of_the_hand_is_hidden() -> None:
    """Buttons under the table are for hands that everybody knows."""
    known = position("3r 1g", "4r 1a", "6k 6p", hidden=("", "6r", "2k"))
    moves = [shortcut.move for shortcut in FACE.table(RULES.view(known, None)).public]
    assert moves == ["play 3r", "play 1g"]
    follower = play(known, "3r")
    assert FACE.table(RULES.view(follower, None)).public == ()


def test_panel_shows_playable_cards_first_and_says_why_not_the_others() -> None:
    """What may not be played is dim and stands last; a line gives the rule."""
    state = play(position("3r 1g", "1a 5g 4r", "6k 6p", hidden=("1k", "6r 2k", "2k")), "3r")
    lines = panel(state, 1)
    assert lines[0] == "r was led and you have it: only that suit may be played."
    assert "Playable: 4r 6r" in lines
    assert "Open hand: 4r 1a- | 5g-" not in lines
    assert "Open hand: 4r | 1a- | 5g-" in lines
    assert "Hidden hand: 6r | 2k-" in lines


@pytest.mark.parametrize(
    ("hand", "led", "why"),
    [
        ("1a 5g", "3r", "You have no r: its partner a has to be played."),
        ("6k 5g", "3r", "You have neither r nor a: play any card."),
        ("Cu 5g", "Au", "A metal was led and you have one: only metals may be played."),
        ("6k 5g", "Au", "A metal was led and you have none: play any card."),
    ],
)
def test_panel_gives_the_reason_for_every_way_of_following(hand: str, led: str, why: str) -> None:
    """Each step of the duty to follow has its own sentence."""
    state = play(position(f"{led} 1g", hand, "6o 6p", options={"metals": "on"}), led)
    assert panel(state, 1)[0] == why


def test_panel_off_turn_says_whose_turn_it_is() -> None:
    """Who waits sees the whole hand, nothing dim, and for whom everybody waits."""
    lines = panel(position("3r 1g", "4r 1a", "6k 6p"), 1)
    assert lines[0] == "It is A's turn."
    assert not any("-" in line for line in lines)


def test_panel_counts_the_cards_hidden_with_the_others() -> None:
    """The unseen cards are listed as a whole, never by owner."""
    match = some_position(8, 1)
    state = state_of(match)
    printed = panel(state, 0)
    line = next(line for line in printed if line.startswith("Hidden with the others (6)"))
    unseen = {*state.hidden[1], *state.hidden[2]}
    assert set(line.split(": ")[1].split()) == unseen


def test_panel_has_a_menu_for_every_legal_move() -> None:
    """A single menu leads to each playable card, and its value is the card."""
    for count, match in enumerate(random_positions(9, metals="on")):
        if not isinstance(match.to_act, tuple) or count > 60:
            continue
        seat = match.to_act[0]
        view, legal = RULES.view(state_of(match), seat), match.legal(seat)
        for move in legal:
            (step,) = FACE.steps(move, view)
            assert menu_path(FACE, view, legal, [step.value]).move == move
        assert len(legal) <= 25


def test_shortcuts_are_always_legal_moves() -> None:
    """Whatever a button plays may be played."""
    for match in random_positions(10):
        if isinstance(match.to_act, tuple):
            seat = match.to_act[0]
            legal = {str(move) for move in match.legal(seat)}
            view = RULES.view(state_of(match), seat)
            for shortcut in FACE.panel(view, match.legal(seat)).shortcuts + FACE.table(view).public:
                assert shortcut.move in legal


def used_everywhere(language: str) -> set[str]:
    """Print everything of some matches, of tied ones too; return the messages used."""
    printer = Printer(language)
    for seed, options in ((1, {"metals": "on", "ace": "2"}), (2, {"ace": "1.5"})):
        for match in random_positions(seed, **options):
            state = state_of(match)
            spectator = RULES.view(state, None)
            assert len(printer.table(FACE.table(spectator))) <= 16
            for event in spectator.news:
                told = FACE.say(event, spectator)
                assert told is not None
                printer(told)
            for seat in range(3):
                view, legal = RULES.view(state, seat), match.legal(seat)
                printer.panel(FACE.panel(view, legal))
                for move in legal:
                    say_move(printer, move, state, seat)
            if spectator.result is not None:
                for line in FACE.outcome(spectator, spectator.result):
                    printer(line)
    rare = play(position("3r 1k", "6g 2p", "2g 3p"), "3r", "6g", "2g")
    printer.table(FACE.table(RULES.view(rare, None)))
    level = ((8, 8, 8),) * 5
    told = FACE.say(MatchExtended((0, 1), 6), spectator)
    assert told is not None
    printer(told)
    extra = play(position("2r", "5r", "4r", past=level, games=6), "2r", "5r", "4r")
    result = RULES.result(extra)
    assert result is not None
    for line in FACE.outcome(RULES.view(extra, None), result):
        printer(line)
    return printer.used


def say_move(printer: Printer, move: Move, state: TomoeState, seat: int) -> None:
    view = RULES.view(state, seat)
    printer(FACE.name(move, view))
    for step in FACE.steps(move, view):
        printer(step.prompt)
        printer(step.label)
        assert step.detail is not None
        printer(step.detail)


def refusals() -> list[Text]:
    """Make every refusal there is."""
    metals = {"metals": "on"}
    plain = play(position("3r 1g", "4r 5g", "6k 6p"), "3r")
    back = play(position("3r 1g", "4a 5g", "6k 6p"), "3r")
    metal = play(position("Au 1g", "Cu 5g", "6k 6p", options=metals), "Au")
    tries = [(plain, "Au"), (plain, "6p"), (plain, "5g"), (back, "5g"), (metal, "5g")]
    found = [RULES.refuse(state, 1, PLAYS[card]) for state, card in tries]
    assert len({refusal.code for refusal in found}) == 5
    return [Text(f"tomoe-refusal-{refusal.code}", refusal.args) for refusal in found]


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_every_message_is_there_and_none_is_left_over(language: str) -> None:
    """Face, refusals and options use exactly the messages of the catalogue."""
    printer = Printer(language)
    for refusal in refusals():
        printer(refusal)
    used = used_everywhere(language) | printer.used
    used |= {"tomoe-name", "tomoe-pitch", "tomoe-result-score"}
    for option, values in Tomoe.options.items():
        used |= {f"tomoe-option-{option}", f"tomoe-option-{option}-about"}
        if option != "games":  # numbers print as they are
            used |= {f"tomoe-option-{option}-{value.replace('.', '_')}" for value in values}
    assert CATALOGUES[language].keys == used


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_the_rules_fit_a_message_and_hold_the_seven_cases(language: str) -> None:
    """The rules for people fit into Discord and give the source's cases with their winners."""
    rules = (LOCALES / language / "tomoe-rules.md").read_text("utf-8")
    assert len(rules) <= 3500
    lines = [line for line in rules.splitlines() if line.startswith("- ") and line[2] in "甲乙丙丁戊己庚"]
    assert len(lines) == 7
    for line in lines:
        cards, best = line.split("`")[1], line.split("`")[3]
        first, second, third = cards.split()
        state = play(position(f"{first} 1k", f"{second} 2p", f"{third} 3p"), first, second, third)
        assert state.tricks[0].card == best


def test_rows_of_the_table_stand_in_the_order_of_play() -> None:
    """From who leads on, clockwise."""
    scene = FACE.table(RULES.view(position("3r 1g", "4r 1a", "6k 6p", lead=1), None))
    assert [seat for seat, _ in scene.seats] == [1, 2, 0]
    assert scene.board is not None
    assert [row.title for row in scene.board.rows] == [Seat(1), Seat(2), Seat(0)]
