"""The game's catalogue and its rules for people: nothing dead, nothing that cannot be typed."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from bot.language.catalogue import LANGUAGES, rules_text
from games.core.match import Match
from games.core.questions import Question
from games.netsuzo import NETSUZO
from games.netsuzo.moves import LADDER
from games.netsuzo.words import claim_text
from tests.games.netsuzo.tables import accept_lowest, deal, lose, new, play, state_of, view_of
from tests.games.play import play_advised, viewers
from tests.games.printing import messages, say, texts_in
from tests.games.test_contract_menus import walk

PRESENTER = NETSUZO.presenter

ELSEWHERE = re.compile(r"netsuzo-(name|pitch|option|refusal|decision|reason|suspense|tale)")
"""What others ask for: the front end, hints, suspense and feats, each tested by itself."""


def test_texts_every_message_of_the_catalogue_is_said_some_time() -> None:
    """Whole games, printed in full; what nothing asks for would be dead."""
    said = set()
    for scene in scenes():
        for text in texts_in(scene):
            say(text)
            said.add(text.key)
    assert {key for key in said if key.startswith("netsuzo-") and not ELSEWHERE.match(key)} == {
        key for key in messages("netsuzo") if not ELSEWHERE.match(key)
    }


def scenes() -> Iterator[object]:
    """Give what is seen in some games that between them come to everything."""
    for seed, reds in enumerate("21"):
        match = new(4, reds=reds, honesty="atleast")
        while not match.is_over:
            play_advised(NETSUZO, match, f"{seed} {len(match.moves)}", "easy", limit=1)
            yield from seen(match)
    match = new(10)
    deal(match)
    for state in accept_lowest(match):
        yield from seen(match)
        if state.stage == "discard" and not state.hands[state.turn]:
            break
    for claim in LADDER.bids:
        yield claim_text(str(claim))
    first = new(3)
    deal(first)
    yield from (
        question for _, question in walk(NETSUZO, view_of(first, 0)) if isinstance(question, Question)
    )
    match = new(10)
    deal(match)
    for state in accept_lowest(match):
        if state.stage == "declare" and len(state.declared) > 4:
            break
    yield from seen(match)
    play(match, "declare sflush s A", "reject")
    yield from seen(match)
    deal(match, {state_of(match).turn: "Jk"}, middle="Ks Kh Kd Kc")
    play(match, "declare five K", "reject")
    yield from seen(match)
    deal(match, {state_of(match).turn: "Jk"})
    play(match, "declare pair J 8", "reject")
    yield from seen(match)
    match = new(3)
    deal(match)
    play(match, "declare five A", "reject")
    yield from seen(match)
    match = new(3, reds="1", honesty="atleast")
    deal(match, {0: "5s"})
    yield from seen(match)
    play(match, "declare high A", "reject")
    yield from seen(match)
    lose(match, "doubt")
    yield from seen(match)


def seen(match: Match) -> Iterator[object]:
    """Give everything that anybody sees now: warnings, and the first menu."""
    result, public = match.result(), match.view(None)
    yield PRESENTER.table(public), PRESENTER.moment(public), PRESENTER.chapter(public)
    if result:
        yield PRESENTER.outcome(public, result)
        yield tuple([PRESENTER.score(public, result, seat) for seat in range(match.setup.seats)])
    for viewer in viewers(match):
        view = match.view(viewer)
        yield tuple(PRESENTER.say(event, view) for event in view.news)
        if viewer is not None:
            legal = match.legal(viewer)
            panel = PRESENTER.panel(view, legal)
            yield panel, PRESENTER.ask(view, ()), PRESENTER.tip(view), PRESENTER.verdict(view)
            for move in legal[:60]:
                yield PRESENTER.name(move, view), PRESENTER.warning(move, view)


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_rules_for_people_name_moves_that_can_be_typed(language: str) -> None:
    """With headings, and every notation in them is one."""
    text = rules_text("netsuzo", language)
    assert text.startswith("## ")
    typed = re.findall(r"`/move ([^`]+)`", text)
    assert len(typed) >= 5
    for notation in typed:
        NETSUZO.rules.parse(notation)
