"""Test of a whole tournament, from sign-up to final places."""

from __future__ import annotations

from collections import Counter

import simcord

from tests.bot.finding import listen
from tests.bot.people import text_of_message, texts
from tests.bot.tournaments.club import Club


async def test_tournament_of_twelve_runs_to_its_medals(env: simcord.Env) -> None:
    """Twelve people join and the host taps once; each is called within ten seconds and plays three rounds."""
    club = Club(env, 12)
    pings = listen(club)
    await club.open()
    for person in club.members:
        await club.tap(person, club.sign_up, "cup_join")
    await club.env.advance_time(2)
    cup = club.cup
    # The command and this tap are all that a host has to do.
    await club.tap(club.alice, club.sign_up, "cup_begin")
    seconds = 0
    while any(pings[person.id] < 1 for person in club.members):
        await club.env.advance_time(1)
        seconds += 1
        assert seconds <= 10
    assert all(pings[person.id] == 1 for person in club.members)
    assert club.standing.round_count == 3
    for number in range(1, 4):
        assert len(club.standing.rounds) == number
        players = [player for table in club.standing.rounds[-1].tables for player in table.seats]
        assert Counter(players) == Counter(range(1, 13))
        await club.play_round()
    assert cup.state.is_over
    text = text_of_message(club.channel.last_message)
    assert "🥇" in text
    assert "🥈" in text
    places = {entrant.number: entrant.place for entrant in cup.state.entrants}
    assert 1 in places.values()
    assert None not in places.values()
    assert texts(club.channel.last_message)
