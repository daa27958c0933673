# What people decide at a table, and how a game ends before its end.

acts-title = ## What should happen at this table?
acts-rule = { $counts ->
    [yes] The game counts, so the host decides nothing alone. Ending it, or showing all hands to those who left, takes everybody who still plays; all else takes more than half of those who are there, and a pause two people at least. A second pause within a day takes everybody.
   *[no] The game doesn’t count any more, or doesn’t at all: the host decides alone, or more than half of you. Only to give a seat away takes two at least.
} Tap again to take your vote back.
acts-gone = You don’t play at this table any more.
vote-pause = 🗳️ For a pause: { $names }
vote-pause-again = 🗳️ For another pause: { $names }. It takes everybody who still plays; more than half again { $when }.
vote-resume = 🗳️ For going on: { $names }
vote-end = 🗳️ For ending the game: { $names }{ $all ->
    [yes] . It takes everybody who still plays.
   *[no] {""}
}
vote-cover = 🗳️ For a computer player moving for { $name }: { $names }
vote-free = 🗳️ For giving { $name }’s seat away: { $names }
vote-offer = 🗳️ For offering { $name }’s seat: { $names }
vote-watch = 🗳️ For showing all hands to those who left: { $names }
button-end = End the game
button-cover = Computer moves for { $name }
button-free = Give { $name }’s seat away
button-offer = Offer { $name }’s seat
button-watch-leavers = Hands for leavers
button-play-on = Play on
button-endings = How games end
ask-end = ## End the game?
    { $counts ->
        [yes] It counts, so it takes everybody who still plays. Who has left stays last, who is out keeps their place; the others share the first place then. While nobody has left or is out, there is no result.
       *[no] It doesn’t count. Whoever is out keeps their place; otherwise there is no result.
    } The record, with the seed of the shuffles, can be had afterwards.
ask-cover = ## Let a computer player move for { $name }?
    The seat stays { $name }’s, who comes back by tapping **I’m back**. With most decisions made by somebody else they come last.
ask-free = ## Give { $name }’s seat away?
    { $name } counts as last. It takes two people at least, and more than half of those who are there. A computer player takes over, until somebody from outside takes the seat and sees its hand.
ask-offer = ## Offer { $name }’s seat?
    The computer player goes on there until somebody from outside takes the seat and sees its hand.
ask-watch = ## Show all hands to those who left?
    They could tell somebody who plays. It takes everybody who still plays.
ask-resign = ## Leave this game of { $game }?
resign-cost-last = You count as last of { $seats }{ $is_team ->
    [1] {""} teams
   *[0] {""}
}, whatever becomes of your seat.
resign-cost-wins = { $name } { $count ->
    [one] wins
   *[other] win
} at once, as nobody else is left.
resign-cost-early = Nobody else is left then, but too little was played to count as a win for { $name }.
resign-cost-rated = The game is rated: the last place counts for your rating, too.
resign-cost-unrated = The game isn’t rated: your rating stays as it is. If it is played to its end, you are last in it.
resign-cost-nothing = It costs you nothing: the result is written already, or counts for whoever sat here first.
resign-cost-seat = A computer player takes your seat, and you can’t come back.
resign-cost-closed = Nobody else is playing: the game is closed without a result.
nothing-to-leave = You’re done here: your place stands, and there is nothing left to leave.
log-host = { $seat } is the host now.
log-watch = All agreed: those who left may see all hands.

table-ended = The game was ended without a result.
ending-won = 🏆 { $names } { $count ->
    [one] wins
   *[other] win
}: nobody else is left. That is written.
ending-won-early = Nobody is left but { $names }. Too little was played for a win, so the game counts only against those who left.
ending-for-fun = **Play on** lets the game go on for fun; otherwise it closes by itself { $when }.
ending-agreed = 🤝 The game was ended without a result: { $names } agreed.
ending-agreed-result = 🤝 The game was ended: { $names } agreed. Those who still played share the first place.
ending-ended = { $names } ended the game. It was ended without a result.
ending-ended-result = { $names } ended the game. Who was out keeps their place.
ending-left = The game was closed without a result: nobody is left at the table.
ending-left-result = The game was closed: nobody is left at the table. Who was out keeps their place.
ending-deserted = 💤 The game was closed without a result: nobody came back.
ending-deserted-result = 💤 The game was closed: nobody came back. Whoever still played counts as having left.
ending-standing-result = The game was closed with the places as they stood.
ending-closed = The game was closed without a result: its place is gone, or somebody closed it for the server.
ending-closed-result = The game was closed: its place is gone, or somebody closed it for the server. Who still played share the first place.
