"""Test of a whole tournament, from sign-up to medals."""

from __future__ import annotations

from collections import Counter

import simcord

from tests.bot.people import said, texts
from tests.bot.tournaments.club import Club


async def test_a_tournament_of_twelve_from_sign_up_to_medals(env: simcord.Env) -> None:
    """In three rounds of three tables everybody sits and is called once a round, and there are medals."""
    club = Club(env, 12)
    await club.begin()
    cup = club.cup
    assert club.standing.all_rounds == 3
    for number in range(1, 4):
        assert len(club.standing.rounds) == number
        players = [player for table in club.standing.rounds[-1].tables for player in table.seats]
        assert Counter(players) == Counter(range(1, 13))
        await club.play_round()
    assert cup.state.is_over
    text = said(club.channel.last_message)
    assert "🥇" in text
    assert "🥈" in text
    places = {one.number: one.place for one in cup.state.entrants}
    assert 1 in places.values()
    assert None not in places.values()
    assert texts(club.channel.last_message)
