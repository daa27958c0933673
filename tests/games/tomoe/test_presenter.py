"""Tests of tables, panels, questions, and of the reveal after a trick."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations, groupby

import pytest
from hypothesis import given, settings

from bot import LANGUAGES
from games import find_game
from games.core.presentation import PanelScene
from games.core.rules import clockwise
from games.core.words import Seat, Text, text
from games.tomoe.pictures import strength_places
from games.tomoe.possible import stronger_cards, winning_ways
from games.tomoe.presenter import colours_of_leads, trick_outcomes
from games.tomoe.rules import (
    BACK,
    CASES,
    RANK,
    SUIT,
    TomoeState,
    TomoeView,
    decide_trick,
    playable,
    points_for,
    won_counter,
)
from tests.games import printing
from tests.games.contract import seeds
from tests.games.printing import groups, printed_text, question, say, values, whole_line, whole_lines
from tests.games.tomoe.tables import RULES, legal_cards, play, position, random_positions, some_position

TOMOE = find_game("tomoe")
PRESENTER = TOMOE.presenter
few = settings(max_examples=20, deadline=None)


def panel(state: TomoeState, seat: int) -> list[str]:
    scene = PRESENTER.panel(RULES.view(state, seat), RULES.legal(state, seat))
    return [*map(say, scene.lines), *whole_lines(scene.board)]


def test_match_winner_is_first_and_framed() -> None:
    past = ((4, 6, 2), (4, 6, 2))
    over = play(position("2r", "5r", "4r", past=past, points=(5, 2, 4)), "2r", "5r", "4r")
    rows = PRESENTER.table(RULES.view(over, None)).board.rows[:3]
    assert [(row.title, row.is_won) for row in rows] == [(Seat(1), True), (Seat(0), False), (Seat(2), False)]


def test_hand_is_the_same_picture_on_and_off_turn() -> None:
    """The picture of a hand does not change on the player's turn. Buttons show which cards are playable."""
    state = play(position("3r 1g", "1a 5g 4r", "6k 6p", hidden=("1k", "6r 2k", "2k")), "3r")
    lines = panel(state, 1)
    assert printed_text(question(TOMOE, RULES.view(state, 1)).prompt) == "Red was led: play red"
    assert "Your open hand: 1a 4r | 5g" in lines
    assert "Your hidden hand (• on the buttons): 6r | 2k" in lines
    view = RULES.view(state, 1)
    on_turn, waiting = (PRESENTER.panel(view, legal).hand for legal in (RULES.legal(state, 1), ()))
    assert on_turn == waiting
    assert values(question(TOMOE, view)) == ["4r", "6r"]


def test_panel_shows_trick_own_hand_and_last_trick() -> None:
    """The panel of the leader also shows the open hands of the other seats."""
    state = some_position(8, 6).state
    seat = state.to_act[0]
    board = PRESENTER.panel(RULES.view(state, seat), RULES.legal(state, seat)).board
    rows = {say(row.title) if isinstance(row.title, Text) else row.title: row for row in board.rows}
    hidden = "Your hidden hand (• on the buttons)"
    assert list(rows) == ["Trick 2 of 12", "Your open hand", hidden, "Last trick"]
    assert rows["Last trick"].is_small
    assert [face.card for face in rows["Trick 2 of 12"].cards] == list(state.trick)
    states = (some_position(8, moves).state for moves in range(3, 9))
    state = next(state for state in states if isinstance(state, TomoeState) and not state.trick)
    seat = state.to_act[0]
    table = PRESENTER.panel(RULES.view(state, seat), RULES.legal(state, seat)).table
    others = (seat + 1) % 3, (seat + 2) % 3
    assert [row.title for row in table.rows] == [Seat(other) for other in others]
    for row, other in zip(table.rows, others, strict=True):
        assert sorted(face.card for face in row.cards) == sorted(state.open[other])
        assert row.is_small


@pytest.mark.parametrize(
    ("hand", "led", "why"),
    [
        ("1a 5g", "3r", "No red: you must play blue"),
        ("6k 5g", "3r", "No red, no blue: play any card"),
        ("Cu 5g", "Au", "A metal was led: play a metal"),
        ("6k 5g", "Au", "You have no metal: play any card"),
    ],
)
def test_question_gives_reason_for_every_duty_to_follow(hand: str, led: str, why: str) -> None:
    state = play(position(f"{led} 1g", hand, "6o 6p", options={"metals": "on"}), led)
    assert printed_text(question(TOMOE, RULES.view(state, 1)).prompt) == why


def test_panel_of_waiting_player_shows_only_hand() -> None:
    """A waiting player's panel has no buttons, and its cards have no marks."""
    scene = PRESENTER.panel(RULES.view(position("3r 1g", "4r 1a", "6k 6p"), 1), ())
    assert scene == PanelScene(scene.lines, scene.hand)
    assert [say(line) for line in scene.lines] == ["Your score: 0 points"]
    assert whole_lines(scene.board) == ["Your open hand: 4r 1a"]
    assert not any(face.mark or face.caption for row in scene.board.rows for face in row.cards)


def test_replay_shows_hidden_hand_only_from_own_view() -> None:
    """The replay shows a hand under its seat's name; spectators and empty hands get none."""
    state = position("3r", "4r", "6k", hidden=("1k 1r", "2k 2r", ""))
    rows = [PRESENTER.hand(RULES.view(state, viewer)) for viewer in (0, 1, 2, None)]
    assert [row and whole_line(row) for row in rows] == [
        *("P0: 1r | 1k (hidden hand)", "P1: 2r | 2k (hidden hand)"),
        *(None, None),
    ]


def test_tip_depends_on_place_in_trick() -> None:
    """Seats that are not to act get no tip."""
    state = position("3r 1g", "4r 1a", "6k 6p")
    tip_keys = []
    for cards in ((), ("3r",), ("3r", "4r")):
        now = play(state, *cards)
        tip_keys.append([PRESENTER.tip(RULES.view(now, seat)) for seat in range(3)])
    keys = [[tip.key if tip else "" for tip in tips] for tips in tip_keys]
    assert keys == [
        ["tomoe-tip-lead", "", ""],
        ["", "tomoe-tip-second", ""],
        ["", "", "tomoe-tip-last"],
    ]


def test_outcome_mentions_extra_games() -> None:
    past = ((4, 4, 4),) * 5
    state = play(position("2r", "5r", "4r", past=past, games=6), "2r", "5r", "4r")
    view = RULES.view(state, None)
    assert view.result is not None
    assert [say(line) for line in PRESENTER.outcome(view, view.result)] == [
        "It took 3 extra games to break the tie.",
    ]


def test_counters_have_all_tricks_and_cases_of_won_tricks() -> None:
    """Each seat counts every trick, and the winner also counts the trick's case."""
    *_, match = random_positions(13)
    statistics = match.statistics()
    assert [seat["tricks"] for seat in statistics] == [12 * match.state.games] * 3
    assert sum(seat[won_counter(case)] for seat in statistics for case in CASES) == statistics[0]["tricks"]
    assert all(seat["best_row"] <= sum(seat[won_counter(case)] for case in CASES) for seat in statistics)
    some = {"tricks": 72, "won_two_back": 2, "won_all_front": 20, "won_lower_pair": 1}
    assert list(map(say, PRESENTER.statistics(some))) == [
        "🌀 23 of 72 tricks won: "
        "20 with three of the suit led, 2 with two of the partner suit, 1 with a pair of another suit"
    ]
    assert list(map(say, PRESENTER.statistics({"tricks": 36}))) == ["🌀 none of 36 tricks won"]
    assert list(map(say, PRESENTER.statistics({**some, "best_row": 5})))[1:] == ["🏅 Most tricks in a row: 5"]
    assert PRESENTER.statistics({}) == ()


def turns(seed: int, **options: str) -> Iterator[tuple[TomoeState, TomoeView]]:
    """Yield positions of a match in which a seat is to play, with its view."""
    for match in random_positions(seed, **options):
        if isinstance(match.to_act, tuple):
            assert isinstance(match.to_act[0], int)
            yield match.state, RULES.view(match.state, match.to_act[0])


def deals_that_fit(view: TomoeView) -> Iterator[list[tuple[str, ...]]]:
    """Yield all hands for each deal of the unseen cards in which every play so far was allowed."""
    assert view.seat is not None
    _, left, right = clockwise(view.seat, 3)
    for cards in combinations(view.unseen, view.hidden_counts[left]):
        hands = [*view.open]
        hands[view.seat] += view.hidden
        hands[left] += cards
        hands[right] += tuple(card for card in view.unseen if card not in cards)
        if all_plays_were_allowed(view, hands):
            yield hands


def all_plays_were_allowed(view: TomoeView, hands: list[tuple[str, ...]]) -> bool:
    tricks = [(trick.leader, trick.cards) for trick in view.tricks]
    earlier = [*hands]
    # The cards are taken back one by one.
    for leader, cards in reversed([*tricks, (view.lead, view.trick)]):
        for place in reversed(range(len(cards))):
            seat = (leader + place) % 3
            earlier[seat] = (*earlier[seat], cards[place])
            if cards[place] not in playable(earlier[seat], cards[:place]):
                return False
    return True


def all_ends(view: TomoeView, hands: list[tuple[str, ...]], cards: tuple[str, ...]) -> Iterator[bool]:
    """Yield for each way in which the trick can go on whether the viewer wins it."""
    if len(cards) == 3:
        yield decide_trick(view.lead, cards).winner == view.seat
        return
    for card in playable(hands[(view.lead + len(cards)) % 3], cards):
        yield from all_ends(view, hands, (*cards, card))


@given(seed=seeds)
@few
def test_ways_to_win_are_those_of_all_possible_deals(seed: int) -> None:
    """A card is certain to win or to lose if it does with all cards of the others in each deal that fits."""
    for number, (state, view) in enumerate(turns(seed, metals="off" if seed % 4 else "on")):
        if number % 23 != seed % 23:
            continue
        known = trick_outcomes(view, tuple(legal_cards(state)))
        ways = winning_ways(view, tuple(legal_cards(state)))
        deals = [*deals_that_fit(view)]
        for card in legal_cards(state):
            ends = [end for hands in deals for end in all_ends(view, hands, (*view.trick, card))]
            assert known.pop(card) == outcome_of(ends)
            if len(view.trick) < 2:
                assert ways[card] == (sum(ends), len(ends))
        assert not known


def outcome_of(ends: list[bool]) -> str:
    if all(ends):
        return "wins"
    if not any(ends):
        return "loses"
    return "depends"


def test_cards_to_lead_say_what_the_others_can_do() -> None:
    """The others must follow red and blue, and play orange to green. All cards keep their places."""
    state = position(
        "1r 3r 6r 2a 4a 1g 2g 3g 4g",
        "4r 5r 1a 3a 1o 2o 3o 2k 3k",
        "2r 5a 6a 4o 5o 6o 1p 2p 3p",
        hidden=("5g 6g 1k", "4k 5k 6k", "4p 5p 6p"),
    )
    choices = question(TOMOE, RULES.view(state, 0)).choices
    assert [choice.value for choice in choices if choice.style == "success"] == ["3r", "4a"]
    assert [choice.value for choice in choices if choice.style == "secondary"] == ["2a"]
    assert " ".join([choice.value for choice in choices]) == "1r 3r 6r 2a 4a 1g 2g 3g 4g 5g 6g 1k"
    hand = PRESENTER.panel(RULES.view(state, 0), RULES.legal(state, 0)).hand
    assert hand is not None
    loses = "1r 6r 1g 2g 3g 4g 5g 6g 1k"
    assert say(hand.spoken) == f"To lead: 3r 4a surely win; {loses} cannot win."


@given(seed=seeds)
@few
def test_any_card_will_do_only_if_nothing_differs(seed: int) -> None:
    """With each of the cards the same card of another seat wins, and they stay neighbours afterwards."""
    for _, view in turns(seed, ace="2" if seed % 3 else "1"):
        stakes = PRESENTER.stakes(view)
        if stakes is None or stakes.line.args.get("kind") != "equal":
            continue
        cards = playable(view.open[view.seat] + view.hidden, view.trick)
        for hands in deals_that_fit(view):
            winners = [sorted(all_winners(view, hands, (*view.trick, card))) for card in cards]
            assert all(winner == winners[0] for winner in winners)
            rivals = [rival for seat in view.other_seats for rival in hands[seat]]
            for rival in rivals:
                assert len({is_stronger(rival, card) for card in cards}) == 1


def all_winners(view: TomoeView, hands: list[tuple[str, ...]], cards: tuple[str, ...]) -> Iterator[str]:
    """Yield the winning card of each way in which the trick can go on."""
    if len(cards) == 3:
        yield decide_trick(view.lead, cards).card
        return
    for card in playable(hands[(view.lead + len(cards)) % 3], cards):
        yield from all_winners(view, hands, (*cards, card))


def test_advice_on_a_lost_trick_fits_the_cards() -> None:
    """Neighbours are equal. Otherwise cards of the middle are kept, unless all are as far from it.

    Where the others know one of equal cards, it matters which one is kept.
    """
    for hand, hidden, advice in (
        ("2a 3a", "", ", and it makes no difference which one you play"),
        ("2a", "3a", ""),
        ("2a 4a 6a", "", ": keep those near 3 and 4, which win more tricks than 1s and 6s"),
        ("2a 5a", "", ": give away one that you can spare"),
    ):
        state = play(position("3r 1g", "1a 3p", hand, hidden=("", "", hidden)), "3r", "1a")
        line = PRESENTER.stakes(RULES.view(state, 2))
        assert line is not None
        assert say(line.line) == f"None of these can win it{advice}."


@given(seed=seeds)
@few
def test_general_advice_on_a_lost_trick_is_left_out_where_all_hands_are_known(seed: int) -> None:
    for _, view in turns(seed):
        stakes = PRESENTER.stakes(view)
        if stakes is not None and stakes.line.args.get("kind") in ("middle", "spare"):
            assert len(list(deals_that_fit(view))) > 1


def test_tip_names_the_middle_only_if_there_is_a_choice() -> None:
    for hand, has_choice in (("4r 1a", "no"), ("4r 5r", "yes")):
        now = play(position("3r 1g", hand, "6k 6p"), "3r")
        tip = PRESENTER.tip(RULES.view(now, 1))
        assert tip is not None
        assert tip.args["has_choice"] == has_choice


def test_question_for_the_lead_explains_the_colours_of_its_buttons() -> None:
    """Only colours that a button has are explained."""
    for outcomes, coloured in (
        (("wins", "loses", "depends"), "both"),
        (("wins", "depends"), "wins"),
        (("loses",), "loses"),
        (("depends",), "none"),
    ):
        assert colours_of_leads(outcomes) == coloured


def test_buttons_show_trick_outcome() -> None:
    """Winning cards come first and have green buttons."""
    state = play(position("3r 1k", "5r 2p", "4r 3p", hidden=("", "", "6r")), "3r", "5r")
    card_question = question(TOMOE, RULES.view(state, 2))
    buttons = [
        (printed_text(choice.group) if choice.group else "", printed_text(choice.label), choice.style)
        for choice in card_question.choices
    ]
    assert buttons == [("You win it: +1", "4r", "success"), ("P1 wins it: +1", "6r •", "secondary")]


def test_buttons_mark_the_cards_that_only_their_player_sees() -> None:
    state = play(position("3r 1k", "5r 2p", "4r 3p", hidden=("", "", "6r")), "3r", "5r")
    choices = question(TOMOE, RULES.view(state, 2)).choices
    assert {choice.value: choice.label.args["hidden"] for choice in choices} == {"4r": "no", "6r": "yes"}
    assert say(choices[-1].label).endswith("•")


@pytest.mark.parametrize("language", LANGUAGES)
def test_title_of_the_hidden_hand_explains_the_mark_of_its_buttons(language: str) -> None:
    assert "•" in say(text("tomoe-card", card="4r", hidden="yes"), language)
    assert "•" in say(text("tomoe-row-hidden"), language)


@given(seed=seeds)
@few
def test_hint_counts_the_stronger_cards_that_may_be_played(seed: int) -> None:
    """A card counts if some seat may play it in some deal of the unseen cards: rivals must follow suit."""
    for state, view in turns(seed, metals="on" if seed % 2 else "off"):
        if view.trick:
            continue
        for led in sorted(legal_cards(state))[:2]:
            possible: set[str] = set()
            for hands in deals_that_fit(view):
                for seat in view.other_seats:
                    possible.update(playable(hands[seat], (led,)))
            stronger = {card for card in possible if is_stronger(card, led)}
            assert set(stronger_cards(view, led)) == stronger


def is_stronger(card: str, led: str) -> bool:
    """True if a card is of the partner of the suit led, or a higher card of this suit."""
    if SUIT[card] == SUIT[led]:
        return RANK[card] > RANK[led]
    return SUIT[card] == BACK[SUIT[led]]


@given(seed=seeds)
@few
def test_heading_above_a_card_says_who_gets_which_points(seed: int) -> None:
    """For the last player the headings are the winners of the trick. Each heading is shown once."""
    for _, view in turns(seed, ace="2"):
        choices = question(TOMOE, view).choices
        headings = [choice.group for choice in choices]
        assert len([*groupby(headings)]) == len(groups(question(TOMOE, view)))
        for choice in choices if len(view.trick) == 2 else ():
            end = decide_trick(view.lead, (*view.trick, choice.value))
            points = points_for(end.card, 2)
            if end.winner == view.seat:
                assert choice.group == text("tomoe-group-wins", points=points)
            else:
                assert choice.group == text("tomoe-group-lost", winner=Seat(end.winner), points=points)


def test_table_has_card_buttons_only_if_whole_hand_is_open() -> None:
    known = position("3r 1g", "4r 1a", "6k 6p", hidden=("", "6r", "2k"))
    assert values(question(TOMOE, RULES.view(known, None))) == ["3r", "1g"]
    assert PRESENTER.ask(RULES.view(play(known, "3r"), None), ()) is None


@given(seed=seeds)
@few
def test_only_last_card_of_hand_is_played_automatically(seed: int) -> None:
    """If several cards are held, a single legal card waits for its player, so that speed reveals nothing."""
    for state, view in turns(seed):
        legal = RULES.legal(state, view.seat)
        is_last = len(view.open[view.seat] + view.hidden) == 1
        assert PRESENTER.forced_move(view, legal) == (legal[0] if is_last else None)
        waiting = RULES.view(state, (view.seat + 1) % 3)
        assert PRESENTER.forced_move(waiting, RULES.legal(state, waiting.seat)) is None


reveal = partial(printing.reveal, TOMOE)
line = partial(printing.reveal_line, TOMOE)
verdicts = partial(printing.verdicts, TOMOE)

TRICKS = [
    ("2r 5r 4r", "all-front", "4r", (3, 1, 2)),
    ("3r 5r 1a", "one-back", "5r", (3, 2, 1)),
    ("3r 5a 2a", "two-back", "2a", (3, 1, 2)),
    ("3r 5r 6g", "one-lower", "3r", (2, 1, 3)),
    ("3r 6g 5k", "two-lower", "3r", (1, 2, 2)),
    ("3r 6g 2g", "lower-pair", "6g", (1, 2, 3)),
    ("3r 1a 6g", "back-lower", "1a", (2, 1, 3)),
]
"""For each case: cards in order, case, winning card, strengths (tomoe.md, section "Who wins a trick")."""


def after(cards: str, *, hidden: tuple[str, str, str] = ("", "", ""), ace: str = "1") -> TomoeState:
    """Return the position after a trick of seats 0, 1, 2 in the middle of a game."""
    first, second, third = cards.split()
    rest = [f"{card} {other}" for card, other in zip((first, second), ("1k", "2p"), strict=True)]
    last = "3p" if hidden[2] else f"{third} 3p"
    return play(position(*rest, last, hidden=hidden, options={"ace": ace}), first, second, third)


@pytest.mark.parametrize(("cards", "case", "best", "places"), TRICKS)
def test_moment_of_trick_shows_its_case_and_strengths_of_cards(
    cards: str, case: str, best: str, places: tuple[int, ...]
) -> None:
    """The headline names winner, card and the reason of the case; the picture shows strengths."""
    scene = reveal(after(cards))
    why = scene.headline.args["why"]
    assert isinstance(why, Text)
    assert why.key == f"tomoe-why-{case}"
    seat = cards.split().index(best)
    assert say(scene.headline).startswith(f"P{seat} wins trick 1 with {best} (")
    row, *seats = scene.board.rows
    assert [(row.title, row.is_won) for row in seats] == [(Seat(each), each == seat) for each in range(3)]
    assert [(row.title, row.note) for row in scene.suspense_board.rows[1:]] == [
        (Seat(each), None) for each in range(3)
    ]
    assert [face.card for face in row.cards] == cards.split()
    assert [face.card for face in row.cards if face.mark == "hot"] == [best]
    captions = [face.caption for face in row.cards]
    expected: list[Text | Seat] = []
    for owner, place in enumerate(places):
        # Two cards of which neither is stronger have no place.
        is_tied = places.count(place) > 1
        place_text = text("tomoe-place", place=place, seat=Seat(owner))
        expected.append(Seat(owner) if is_tied else place_text)
    assert captions == expected


@given(seed=seeds)
@few
def test_winning_card_has_second_or_first_strength(seed: int) -> None:
    """In a trick of three suits the strongest card wins, otherwise the second strongest card."""
    for match in random_positions(seed, metals="on"):
        for trick in match.state.tricks[-1:]:
            place = strength_places(trick)[trick.cards.index(trick.card)]
            assert place == (1 if trick.case in ("two-lower", "back-lower") else 2)


def test_verdict_tells_if_card_won_or_was_too_strong_or_weak() -> None:
    assert verdicts(after("2r 5r 4r")) == [
        "Your 2r was too weak; P2 wins the trick.",
        "You had no choice; P2 wins the trick.",
        "You win the trick with 4r: +1 (1 in total).",
    ]
    bonus = after("3r 1a 6g", ace="1.5")
    assert say(reveal(bonus).headline).startswith("P1 wins trick 1 with 1a: +1.5 points (")
    assert verdicts(bonus)[1] == "You win the trick with 1a: +1.5 (1.5 in total)."


def test_only_a_card_with_a_better_one_beside_it_was_too_strong_or_weak() -> None:
    """Nobody but the leader is blamed for a card if no other of theirs would have won."""
    lost = verdicts(play(position("5r 1k", "3r 2r", "4r 2k"), "5r", "3r", "4r"))
    assert lost[0].startswith("Your 5r was too strong")
    assert lost[1] == "No card you could play would have won; P2 wins the trick."
    beaten = verdicts(play(position("2r 1k", "6r 3r", "4r 2k"), "2r", "6r", "4r"))
    assert beaten[1] == "Your 6r was too strong; P2 wins the trick."


def test_verdict_at_game_end_has_points_of_game_and_match() -> None:
    state = play(position("2r", "5r", "4r", past=((4, 6, 2),), points=(5, 2, 4)), "2r", "5r", "4r")
    verdict = "You had no choice; P2 wins the trick.\nGame 2 is over: you made 5 points in it (9 in total)."
    assert verdicts(state)[0] == verdict
    # The points of the first game are those of the match.
    first = verdicts(play(position("2r", "5r", "4r", points=(5, 2, 4)), "2r", "5r", "4r"))[0]
    assert first.endswith("Game 1 is over: you made 5 points in it.")


def test_verdict_at_match_end_leaves_points_to_the_result() -> None:
    last = position("2r", "5r", "4r", past=((4, 6, 2),), points=(5, 2, 4), games=2)
    assert verdicts(play(last, "2r", "5r", "4r"))[0] == "You had no choice; P2 wins the trick."


@pytest.mark.parametrize(
    ("cards", "hidden", "expected"),
    [
        ("2r 5r 4r", ("", "", ""), ""),
        ("3r 6g 2g", ("", "", ""), "A suit that is neither led nor its partner suit can win only like this"),
        ("2r 5r 4r", ("5o", "6o", "4r"), "It came from P2’s hidden hand"),
        ("2r 5r 6r", ("5o", "6o", "6r"), ""),  # the hidden card did not win
        ("2r 5r 4r", ("5o", "", "4r"), ""),  # P1 knew where it was
    ],
)
def test_rare_tricks_have_extra_line(cards: str, hidden: tuple[str, str, str], expected: str) -> None:
    """A winning lower suit, or a deciding hidden card, adds a line and one second."""
    state = after(cards, hidden=hidden)
    extra_line = line(state)
    assert extra_line.startswith(expected)
    assert bool(extra_line) == bool(expected)
    assert RULES.reveal_seconds(RULES.view(state, None)) == (4.0 if expected else 3.0)


def test_four_tricks_in_a_row_have_extra_line() -> None:
    hands = ("2r 2a 2g 2k", "1r 1a 1g 1k", "3r 3a 3g 3k")
    state = play(position(*(f"{hand} {card}" for hand, card in zip(hands, ("1p", "2p", "3p"), strict=True))))
    for suit, expected in zip("ragk", ("", "", "", "P0 has won 4 tricks in a row!"), strict=True):
        state = play(state, f"2{suit}", f"1{suit}", f"3{suit}")
        assert line(state) == expected


def test_game_end_names_leader_of_match() -> None:
    """At a game's end the headline names the leader, with all points in the picture, for five seconds."""
    state = play(position("2r", "5r", "4r", past=((4, 6, 2),), points=(5, 2, 4)), "2r", "5r", "4r")
    scene = reveal(state)
    assert say(scene.line) == "After game 2 of 3 P0 leads with 9 points."
    assert RULES.reveal_seconds(RULES.view(state, None)) == 5.0
    assert [row.title for row in scene.board.rows[1:]] == [Seat(0), Seat(1), Seat(2)]
    even = play(position("2r", "5r", "4r", past=((4, 5, 2),), points=(5, 4, 2)), "2r", "5r", "4r")
    assert line(even) == "After game 2 of 3 P0, P1 share first place with 9 points."


def test_match_end_names_winner_or_extra_games() -> None:
    """The headline names the winner of the match, or three extra games after a tie.

    Source: tomoe.md, section "Score and end".
    """
    past = ((4, 6, 2), (4, 6, 2))
    won = play(position("2r", "5r", "4r", past=past, points=(5, 2, 4)), "2r", "5r", "4r")
    assert line(won) == "P1 wins the match with 14 points in 3 games."
    tied = play(position("2r", "5r", "4r", past=past, points=(6, 2, 3)), "2r", "5r", "4r")
    assert line(tied) == "P0, P1 share first place: the match goes on to 6 games."
