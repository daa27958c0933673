# Tournaments.

command-tournament-name = tournament
command-tournament-description = Open a tournament, or show those of this server
command-tournament-game = game
command-tournament-game-about = Open a tournament of this game (leave it out to see the tournaments)
command-tournament-when = when
command-tournament-when-about = When it begins: “20:30”, “in 2 hours”, “friday 20:00” (otherwise when you start it)

# The sign-up

tournament-title = Tournament · { $game }
tournament-starts = 📅 Begins { $when } ({ $ahead })
tournament-starts-by-host =
    { $known ->
        [yes] 📅 Begins when { $host } starts it
       *[other] 📅 Begins when somebody who manages the server starts it
    }
tournament-presence = Ten minutes before, everybody who signed up is called once. Tap **I’m here** before the start, or you sit out the first round.
tournament-rule-seats = tables of { $seats }
tournament-rule-rounds =
    { $rounds ->
        [one] 1 round
       *[other] { $rounds } rounds
    }
tournament-rule-final = then a final table
tournament-rule-computers = computer players ({ $level }) fill up
tournament-people = Signed up: { $count } of { $most }
tournament-nobody = Nobody yet. Be the first!
tournament-more =
    { $count ->
        [one] 1 more
       *[other] { $count } more
    }
tournament-seal = Seal of the pairings: { $commitment }
tournament-joined =
    { $presence ->
        [yes] You’re in! Tap **I’m here** shortly before the start; you’ll be called ten minutes before.
       *[other] You’re in! You’ll be called to your table when the round begins.
    }
tournament-left-sign-up = You’re no longer signed up.
tournament-left = You’ve withdrawn: you won’t be paired again. A game you’re still in goes on; leave it with `/resign`, or better, finish it.
tournament-here = Good. See you at the table!
tournament-back = Welcome back. You’ll be paired in the next round.
tournament-presence-call = 🏆 { $people }: the { $game } tournament begins { $ahead }. Tap **I’m here** if you’re ready to play.
tournament-soon-call = 🏆 { $people }: the { $game } tournament begins { $ahead }.
tournament-subscribers = 🏆 { $people }: sign-up for a { $game } tournament is open. (You asked to be told: `/notify`.)

# Its course

tournament-round = **Round { $round } of { $rounds }**
tournament-final = **The final table**
tournament-waits =
    { $count ->
        [one] 1 table is still playing.
       *[other] { $count } tables are still playing.
    }
tournament-soon = The next tables are being set up …
tournament-paused = ⏸️ **Paused.** The next round begins when the host goes on.
tournament-place = round { $round }, table { $table }
tournament-call = 🏆 { $people }: your table is ready ({ $place }).
tournament-table = **{ $number }** · { $names } · { $state }
tournament-table-plays = playing
tournament-table-won = 🏆 { $names }
tournament-table-tie = no result; a tie
tournament-table-aside = result set aside{ $reason }
tournament-more-tables =
    { $count ->
        [one] … and 1 more table
       *[other] … and { $count } more tables
    }
tournament-bye = 🪑 { $name } sits out this round (half a point).
tournament-computer = 🤖 computer
tournament-picture = { $game } · round { $round } of { $rounds }
tournament-row = { $place }. { $name }: { $points }
tournament-note-plays = playing
tournament-note-done = done
tournament-finest = ✨ The winner’s finest moment: { $said }
tournament-cancelled-host = This tournament was cancelled.
tournament-cancelled-few = This tournament didn’t take place: too few people were there. Another day!
tournament-cancelled-gone = This tournament has ended, since its channel is gone.

# Standing and list

tournament-standing-title = ### Standing
tournament-standing-about = You score the share of opponents you beat at a table: first of four 1, second 0.67, third 0.33, last 0. Ties count half. If points are equal, the points of all your opponents decide (in brackets), then the better places.
tournament-standing-row = { $place }. { $name } · { $points } ({ $opponents }){ $state }
tournament-is-in = {""}
tournament-is-away = { " · away" }
tournament-is-out = { " · withdrawn" }
tournament-list-title = ## 🏆 Tournaments of this server
tournament-list-about = Open one with `/tournament game:`.
tournament-list-empty = There have been none yet.
tournament-list-open = sign-up in { $channel } ({ $count } in)
tournament-list-running = being played in { $channel } ({ $count } people)
tournament-moved = The tournament is at the bottom of the channel now.
tournament-proof = The record of this tournament, with its seed. `tefuda verify` checks that every round was paired as the seed and the results give it.

# The host's page

tournament-host-title = ### Your tournament
tournament-set-seats = Seats at a table
tournament-set-rounds = Rounds
tournament-set-final = Final table of the best
tournament-set-clock = Clock
tournament-set-computers = Computer players
tournament-set-most = Most people
tournament-set-yes = yes
tournament-set-no = no
tournament-set-none = none
tournament-set-auto =
    { $rounds ->
        [one] as many as it takes (now 1)
       *[other] as many as it takes (now { $rounds })
    }
tournament-add = Add somebody
tournament-take-out = Take somebody out
tournament-aside = Set the result of a table aside
tournament-aside-form = Set a result aside
tournament-aside-why = Why? Everybody will see it.
tournament-hand-over = Make somebody else the host
tournament-ask-cancel = Cancel the whole tournament? There will be no medals. Games that are being played go on.
tournament-cancelled = The tournament is cancelled.
tournament-begins = It begins: the tables open by themselves, and everybody is called to theirs.

# Refusals

no-such-tournament = There is no such tournament here.
tournament-closed = This tournament is over.
tournament-begun = This tournament has begun. The host can still add you under **More**.
tournament-not-begun = This tournament hasn’t begun yet.
tournament-not-over = The record is published when the tournament is over.
tournament-joined-already = You’re signed up already.
tournament-joined-already-other = They’re in already.
tournament-not-in = You don’t take part in this tournament.
tournament-here-already = We know that you’re here.
tournament-full = The tournament is full: { $most } people.
tournament-barred = They may not play on this server.
tournament-too-few =
    { $missing ->
        [one] One more person has to sign up first.
       *[other] At least two people have to sign up first.
    }
tournament-too-many = There are { $most } tournaments on this server already. Finish or cancel one first.
tournament-not-allowed = On this server tournaments are opened by those who may manage events. (Server managers can change that in `/settings`.)
tournament-not-weekly = A tournament begins once. For a league, choose the clock *week* and as many rounds as you like.
tournament-only-host = Only the host, or somebody who manages events or the server, can do that.
tournament-seats = This is a table of a tournament, which chooses who sits here.

# Buttons

button-tournament-join = Sign up
button-tournament-leave = Withdraw
button-tournament-here = I’m here
button-tournament-back = I’m back
button-tournament-begin = Start
button-tournament-more = More
button-tournament-rules = Rules
button-tournament-game = Game
button-tournament-people = People
button-tournament-standing = Standing
button-tournament-replay = Last game
button-tournament-proof = Proof
button-tournament-pause = Pause
button-tournament-resume = Go on
button-tournament-cancel = Cancel it all
button-tournament-cancel-yes = Yes, cancel it
button-tournament-keep = No, keep it

# Elsewhere

tournament-champion = 🏆 { $name }
settings-organizers = **Tournaments**
settings-organizers-about = Who may open them?
settings-organizers-managers = Those who may manage events, and moderators
settings-organizers-everybody = Everybody
privacy-tournaments = 🏆 Tournaments: { $count } (organized: { $organized })
privacy-titles-shown = When you win a tournament, 🏆 stands beside your name in the server’s next lobbies.
privacy-titles-hidden = No tournament title stands beside your name.
button-hide-titles = Hide my titles
button-show-titles = Show my titles
order-act-cup_cancelled = • { $when }: { $by } cancelled a tournament
order-act-cup_out = • { $when }: { $by } took { $whom } out of a tournament
order-act-cup_aside = • { $when }: { $by } set the result of a tournament’s table aside{ $why }
