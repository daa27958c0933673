"""Tests of the demo in a real browser with the counter bot."""

from __future__ import annotations

from counter_bot import Counter
from discord_page import OpenPage, Serve


def test_clicks_count_while_the_message_keeps_changing(serve: Serve, open_page: OpenPage) -> None:
    """A click on an outdated page counts if its button still exists.

    Six of the changes are made by the computer player after pauses.
    """
    people = serve(Counter, "en")
    alice = open_page(people["Alice"])
    alice.run("play", game="Porker Bull")
    for _ in range(3):
        alice.click("Computer")
    for _ in range(6):
        alice.click("One")
    alice.wait_for_text("Count 12.")
    assert alice.refusals == 0


def test_moves_are_completed_and_each_person_has_a_language(serve: Serve, open_page: OpenPage) -> None:
    """The page suggests moves during typing, and the bot answers in each person's language."""
    people = serve(Counter, "ja")
    assert list(people) == ["Hana", "Ken", "Alice", "Ben"]
    alice = open_page(people["Alice"])
    alice.run("play", game="Porker Bull")
    alice.wait_for_text("bull for 2, ja")
    alice.wait_for_suggestions("move", "notation", "pair", ["call pair K", "call pair A"])
    alice.run("move", notation="call pair K")
    alice.wait_for_text("call pair K in en-US")


_CONTROLS = """
const shown = (one) => document.querySelector(one)?.checkVisibility();
arguments[0]([shown('.tefuda-bar'), ...['#refresh', '#capture-open', '#inspector-toggle', '#viewer-picker',
    '#messages-sidebar', '.session-menu'].map(shown)]);
"""


def test_simulator_controls_are_hidden(serve: Serve, open_page: OpenPage) -> None:
    """simcord's controls are hidden, and a bar names the person whose page it is."""
    alice = open_page(serve(Counter, "en")["Alice"])
    alice.run("play", game="Porker Bull")
    assert alice.ask_later(_CONTROLS) == [True] + [False] * 6


_LATE = """
const done = arguments[0];
const item = document.createElement('div');
item.className = 'gallery-item';
item.innerHTML = '<p class="media-unavailable">Gallery item 1 unavailable</p>';
document.querySelector('#channel-message-list').append(item);
const notice = item.firstChild;
const [animation] = notice.getAnimations();
const seen = [0, 5999, 6001].map((time) => {
    if (animation) { animation.pause(); animation.currentTime = time; }
    return getComputedStyle(notice).visibility;
});
item.remove();
const sources = performance.getEntriesByType('resource').map((one) => one.name);
const texts = sources.filter((one) => one.includes('.js')).map((one) => fetch(one).then((got) => got.text()));
Promise.all(texts).then((all) => done([seen, all.join('\\n')]));
"""


def test_replaced_picture_does_not_flash_as_unavailable(serve: Serve, open_page: OpenPage) -> None:
    """The mark "unavailable" appears only if a picture is missing for six seconds."""
    people = serve(Counter, "en")
    alice = open_page(people["Alice"])
    seen, scripts = alice.ask_later(_LATE)
    assert seen == ["hidden", "hidden", "visible"]
    for name in ("gallery-item", "media-unavailable", "gallery-image"):
        assert name in scripts
