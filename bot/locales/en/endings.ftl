# What people decide at a table, and how a game ends before its end.

acts-title = { $alone ->
    [yes] ## This game
   *[no] ## Decide together
}
acts-line = • **{ $act }**: { $effect } { $has_voted ->
    [yes] You’re for it; it still takes { $people ->
        [one] { $names }
       *[other] { $count } of { $names }
    }.
   *[no] { $count ->
        [0] Your tap is enough.
       *[other] It takes your tap and { $people ->
            [one] { $names }
           *[other] { $count } of { $names }
        }.
    }
}
acts-effect-pause = nobody’s time runs until the game goes on.
acts-effect-resume = the game goes on for everybody.
acts-effect-end = the game is over for everybody.
acts-effect-cover = a computer player moves for { $name } until they’re back.
acts-effect-free = { $name } comes last, and somebody else can sit down.
acts-effect-offer = somebody else can sit down for { $name }.
acts-effect-watch = those who left see all hands.
acts-resign = • **{ $act }**: { $alone ->
    [yes] nobody else is playing, so the game ends.
   *[no] a computer player takes your seat, and you can’t come back.
}
acts-again = -# Tap again to take your vote back.
acts-gone = You’re no longer playing at this table.
vote-pause = 🗳️ For a pause: { $names }
vote-pause-again = 🗳️ For another pause: { $names }. Everybody still playing has to agree; more than half is enough again { $when }.
vote-resume = 🗳️ For going on: { $names }
vote-end = 🗳️ For ending the game: { $names }{ $all ->
    [yes] . Everybody still playing has to agree.
   *[no] {""}
}
vote-cover = 🗳️ For a computer player moving for { $name }: { $names }
vote-free = 🗳️ For giving { $name }’s seat away: { $names }
vote-offer = 🗳️ For offering { $name }’s seat: { $names }
vote-watch = 🗳️ For showing all hands to those who left: { $names }
button-end = End the game
button-stop = Stop here
button-stop-match = Stop
button-cover = Computer moves for { $name }
button-free = Give { $name }’s seat away
button-offer = Offer { $name }’s seat
button-watch-leavers = Let leavers watch
button-play-on = Play on
button-endings = How games end
ask-stop = ## Stop the match here?
    { $points }{"\u000A"}Then this is how it ends. Only a whole match counts in the statistics.
ask-end = ## End the game?
    { $counts ->
        [yes] It counts, so everybody still playing has to agree. { $eliminates ->
            [yes] Players who left stay last, players who are out keep their place, and the others share first place. If nobody has left or is out, there is no result.
           *[no] Players who left stay last, and the others share first place. If nobody has left, there is no result.
        }
       *[no] { $eliminates ->
            [yes] It doesn’t count. Players who are out keep their place; if nobody is out, there is no result.
           *[no] It doesn’t count, and it ends without a result.
        }
    } Afterwards you can get the record of the game.
ask-cover = ## Let a computer player move for { $name }?
    The seat stays { $name }’s: they come back by tapping **I’m back**. If they make less than half of their decisions themselves, they come last.
ask-free = ## Give { $name }’s seat away?
    { $name } then counts as last. This takes at least two people, and more than half of those present. A computer player takes over until somebody from outside takes the seat and sees its hand.
ask-offer = ## Offer { $name }’s seat?
    The computer player goes on there until somebody from outside takes the seat and sees its hand.
ask-watch = ## Show all hands to those who left?
    They could tell somebody who still plays. Everybody still playing has to agree.
ask-resign = ## Leave this game of { $game }?
resign-cost-last = You come last of { $seats }{ $is_team ->
    [1] {""} teams
   *[0] {""}
}, whatever happens to your seat.
resign-cost-wins = { $name } { $count ->
    [one] wins
   *[other] win
} at once, as nobody else is left.
resign-cost-early = Nobody else is left then, but too little was played for { $name } to win.
resign-cost-rated = The game is rated: your rating counts it as last place, too.
resign-cost-unrated = The game isn’t rated, so your rating stays as it is. If it is played to the end, you are last in it.
resign-cost-decided = The result is already recorded, so it costs you nothing.
resign-cost-last-one = Nobody else is playing, so the game ends.
resign-cost-taken = You took this seat over, so the result counts for the player who sat here first, not for you.
resign-cost-seat = A computer player takes your seat, and you can’t come back.
resign-cost-closed = Nobody else is playing, so the game is closed without a result.
nothing-to-leave = You’re done here: your place is final, and there is nothing left to leave.
log-host = { $seat } is the host now.
log-watch = Everybody agreed: players who left may see all hands.

so-far = After { $games ->
    [1] one game
   *[other] { $games } games
}: { $seats } { $count ->
    [one] { $seats ->
        [you] lead
       *[other] leads
    }
   *[other] share first place
} with { $points }
so-far-all = { $leads }{ $count ->
    [0] {""}
   *[other] ; { $others }
}.
so-far-points = { $unit ->
    [cards] { $points ->
        [1] 1 card
       *[other] { $points } cards
    }
   *[points] { $points ->
        [1] 1 point
       *[other] { $points } points
    }
}
so-far-seat = { $seat } { $points }
table-ended = The game was ended without a result.
ending-won = 🏆 { $names } { $count ->
    [one] wins
   *[other] win
}: nobody else is left. The result is recorded.
ending-won-early = Only { $names } { $count ->
    [one] is
   *[other] are
} left. Too little was played for a win, so the game counts only against those who left.
ending-for-fun = **Play on** lets the game go on for fun; otherwise it closes by itself { $when }.
ending-agreed = 🗳️ { $names } agreed to end the game without a result.
ending-agreed-result = 🗳️ { $names } agreed to end the game. Those who still played share first place.
ending-stopped = { $names } stopped the match here.
ending-ended = { $names } ended the game without a result.
ending-ended-result = { $names } ended the game. Players who were out keep their place.
ending-left = The game was closed without a result: nobody is left at the table.
ending-left-result = The game was closed: nobody is left at the table.{ $eliminates ->
    [yes] {" "}Players who were out keep their place.
   *[no] {""}
}
ending-deserted = 💤 The game was closed without a result: nobody came back.
ending-deserted-result = 💤 The game was closed: nobody came back. Those who still played count as having left.
ending-standing-result = The game was closed. The places count as they were.
ending-closed = The game was closed without a result.
ending-closed-result = The game was closed. Those who still played share first place.
