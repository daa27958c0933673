# Tournaments.

command-tournament-name = tournament
command-tournament-description = Open or see tournaments
command-tournament-game = game
command-tournament-game-about = Open a tournament of this game (leave it out to see the tournaments)
command-tournament-when = when
command-tournament-when-about = When it begins: “20:30”, “in 2 hours”, “friday 20:00” (otherwise when you start it)

# The sign-up

tournament-title = { $game } tournament
tournament-starts = 📅 Begins { $when } ({ $ahead })
tournament-starts-by-host =
    { $known ->
        [yes] 📅 Begins when { $host } starts it
       *[other] 📅 Begins when somebody who may manage events taps **Start**
    }
tournament-no-host = 👋 The host has left. People who may manage events can act (**{ $more }**).
tournament-presence = Everybody who signed up is pinged once, ten minutes before. If you don’t tap **I’m here** by the start, you sit out round 1.
tournament-rule-seats = tables of { $seats }
tournament-rule-rounds =
    { $rounds ->
        [one] 1 round
       *[other] { $rounds } rounds
    }
tournament-rule-weekly = one round a week
tournament-rule-final = then a final table
tournament-rule-computers = if a table lacks players, computer players ({ $level }) fill it up
tournament-people = Signed up: { $count } of { $most }
tournament-nobody = Nobody yet. Be the first!
tournament-more =
    { $count ->
        [one] 1 more
       *[other] { $count } more
    }
tournament-fair = ## Is it fair?
    The pairings, and the secret of each table’s shuffles, follow from one secret that was drawn when the sign-up opened. Its hash is in the channel from then on, so the secret can’t be exchanged later.

    Hash: `{ $commitment }`

    After the tournament, **Proof** has the secret; `tefuda verify` pairs everybody again from it.
tournament-joined =
    { $presence ->
        [yes] You’re in! You’ll be pinged ten minutes before the start: then tap **I’m here**.
       *[other] You’re in! You’ll be pinged when your table is ready.
    }
tournament-left-sign-up = You’re no longer signed up.
tournament-ask-leave = Withdraw from the tournament? You won’t be paired again unless you come back with **I’m back**. You keep your points so far.
tournament-left = You’ve withdrawn and won’t be paired again. **I’m back** brings you back for the next round. If you’re still in a game, please finish it; if you can’t, leave it with { COMMAND("resign") }.
tournament-here = Great, see you at the table!
tournament-back = Welcome back! You’ll be paired in the next round.
tournament-presence-call = 🏆 { $people }: the { $game } tournament begins { $ahead }. Tap **I’m here** if you’re ready to play.
tournament-soon-call = 🏆 { $people }: the { $game } tournament begins { $ahead }.
tournament-invitation = 🏆 { $people }: you’re invited to the { $game } tournament. You take part once you accept.
tournament-joined-late = You’re in! You’ll be paired in the next round.
tournament-declined =
    { $open ->
        [yes] All right. If you change your mind, **Sign up** is still there.
       *[other] All right. If you change your mind, **Join** in the invitation still works.
    }
tournament-subscribers = 🏆 { $people }: sign-up for a { $game } tournament is open. (You asked to be notified: { COMMAND("notify") }.)

# Its course

tournament-round = **Round { $round } of { $rounds }**
tournament-final = **The final table**
tournament-waits =
    { $count ->
        [one] 1 table is still playing.
       *[other] { $count } tables are still playing.
    }
tournament-soon = The next tables are being set up …
tournament-next-round = **The next round begins { $when }** ({ $ahead }).
tournament-paused = ⏸️ **Paused.** The next round begins when the host resumes.
tournament-paused-until = If nobody resumes it by { $when }, it is called off.
tournament-place =
    { $final ->
        [yes] the final
       *[other] round { $round }, table { $table }
    }
tournament-call = 🏆 { $people }: your table is ready ({ $place }).
tournament-table = **{ $number }** · { $names } · { $state }
tournament-table-plays = playing
tournament-table-won = 🏆 { $names }
tournament-table-tie = no result, counts as a tie
tournament-table-aside =
    { $is_known ->
        [yes] result set aside, counts as a tie: { $reason }
       *[other] result set aside, counts as a tie
    }
tournament-set-aside =
    { $is_known ->
        [yes] The result of { $place } was set aside: { $reason }
       *[other] The result of { $place } was set aside.
    }
tournament-links = Go to a table: { $tables }
tournament-table-option = Table { $table }: { $names }
tournament-bye = 🪑 { $name } sits out this round (half a point).
tournament-computer = 🤖 computer
tournament-picture-final = The final decides the first places
tournament-picture-over = { $game } · final standings
tournament-picture = { $game } · round { $round } of { $rounds }
tournament-row = { $place }. { $name }: { $points }
tournament-note-plays = playing
tournament-note-won = won by { $names }
tournament-note-done = done
tournament-finest = ✨ The winner’s finest moment: { $said }
tournament-cancelled-host = This tournament was cancelled.
tournament-cancelled-few = This tournament was called off: too few players showed up. Another day!
tournament-cancelled-paused = This tournament was called off: it was paused for 30 days.
tournament-cancelled-gone = This tournament is over: its channel is gone.

# Standings, replays and list

tournament-standing-title = ### Standings
tournament-standing-about = At a table you score the share of opponents you beat: { $points } points at a table of { $seats }. A tie counts half. If points are equal, the sum of your opponents’ points decides (in brackets), then who came first more often.
tournament-standing-row = { $place }\. { $name } · { $points } ({ $opponents }){ $state }
tournament-is-in = {""}
tournament-is-playing = { " · playing" }
tournament-is-away = { " · away" }
tournament-is-out = { " · withdrawn" }
tournament-list-title = ## 🏆 Tournaments of this server
tournament-list-about = Open one here, or with { COMMAND("tournament") } and a game.
tournament-list-about-others = Whoever manages events or the server can open one with { COMMAND("tournament") } and a game.
button-tournament-new = Open a tournament
tournament-new = ### A new tournament: which game?
tournament-new-about = It opens for sign-up in this channel, and you start it. For a start at a set time, type { COMMAND("tournament") } with *when*.
tournament-list-empty = There have been none yet.
tournament-list-open = sign-up in { $channel } ({ $count } in)
tournament-list-running = being played in { $channel } ({ $count } people)
tournament-games-title = ### Replays
tournament-choose-table = { $round }: choose a table
tournament-no-games = No game is finished yet.
tournament-round-name = Round { $round }
tournament-final-name = Final
tournament-moved = The tournament is now at the bottom of the channel.
tournament-coming = The tournament’s message comes as soon as Discord takes it.
tournament-not-brought = I can’t post the tournament’s message: I may not write here. { $advice }
tournament-proof = The record of this tournament, with its seed. `tefuda verify` checks that nobody chose the pairings: they follow from the seed and the results.

# The host's page

tournament-host-title = ### Your tournament
tournament-host-open =
    { $timed ->
        [yes] Sign-up is open{ $signed ->
            [yes] .
           *[no] ; you haven’t signed up yourself.
        } The first tables open by themselves at the set time. You can change anything until then.
       *[other] Sign-up is open{ $signed ->
            [yes] .
           *[no] ; you haven’t signed up yourself.
        } Tap **{ $start }** on the tournament’s message once everybody is in. You can change anything until then.
    }
tournament-host-paused = Paused. If nobody resumes it by { $when }, the tournament is called off.
tournament-host-running = Rounds follow each other by themselves. There is nothing that you have to do.
tournament-set-seats = Seats at a table
tournament-set-rounds = Rounds
tournament-set-final = Final table of the best
tournament-set-clock = Clock
tournament-set-computers = Computer players
tournament-set-pace = Pace
tournament-set-once = rounds follow at once
tournament-set-weekly = one round a week (a league)
tournament-set-most = Player limit
tournament-set-yes = yes
tournament-set-no = no
tournament-set-none = none
tournament-set-people = { $people }
tournament-set-number = { $rounds }
tournament-set-auto =
    { $rounds ->
        [one] automatic (now 1)
       *[other] automatic (now { $rounds })
    }
tournament-take-out = Remove a player (they can’t come back)
tournament-aside-about = Choose a table to set its result aside: it then counts as a tie of those who stayed; whoever left stays last. You give a reason, and everybody sees it. Only somebody who didn’t play at a table can set its result aside.
tournament-aside-form = Set a result aside
tournament-aside-why = Why? Everybody will see it.
tournament-hand-over = Choose another host
tournament-ask-cancel = Cancel the whole tournament? There will be no medals. Games that are being played go on.
tournament-cancelled = The tournament is cancelled.
tournament-begins = It begins! Tables open by themselves, and everybody is pinged when theirs is ready.

# Refusals

no-such-tournament = There is no such tournament here.
tournament-closed = This tournament is over.
tournament-begun = This tournament has begun. Now only people whom its host invites can join.
tournament-not-begun = This tournament hasn’t begun yet.
tournament-not-over = The record is published when the tournament and all its games are over.
tournament-joined-already = You’re signed up already.
tournament-joined-already-other = They’re in already.
tournament-not-in = You’re not in this tournament.
tournament-not-in-other = They’re not in this tournament.
tournament-here-already = You’re already on the list of players.
tournament-full = The tournament is full ({ $most } players).
tournament-barred = They may not play on this server.
tournament-invited-already = They’re invited already, and haven’t accepted yet.
tournament-withdrew-other = They’ve withdrawn. Only they can decide to come back (**I’m back**).
tournament-removed-other = They were removed from this tournament, which is final.
removed-from-tournament = You were removed from this tournament, so you can’t sign up again.
tournament-yourself = You can’t remove yourself. Use **Withdraw**.
tournament-not-invited = You haven’t been invited to this tournament.
tournament-too-many-invited = { $most } people haven’t answered their invitations yet. Please wait for some answers first.
tournament-last-round = No further round will be played, so nobody can join any more.
tournament-own-table = You played at that table, so somebody else has to decide: another host, or a moderator.
tournament-too-few =
    { $missing ->
        [one] One more player has to sign up first.
       *[other] At least two players have to sign up first.
    }
too-many-tournaments = You already host { $most } tournaments on this server. Finish or cancel one first.
too-many-tournaments-other = They already host { $most } tournaments on this server.
too-many-tournaments-here = There are { $most } tournaments on this server already. Finish or cancel one first.
tournament-not-allowed = On this server only people who may manage events can open tournaments. (Server managers can change that in { COMMAND("settings") }.)
tournament-not-weekly = A tournament begins once. For a league with one round a week, open it, then choose the week clock and the pace under **{ $more }**.
tournament-only-host = Only the host, or somebody who manages events or the server, can do that.
tournament-seats = This table belongs to a tournament: the pairing decides who sits here.

# Buttons

button-tournament-join = Sign up
button-tournament-sign-off = Withdraw
button-tournament-leave = Withdraw
button-tournament-leave-yes = Yes, withdraw
button-tournament-stay = No, play on
button-tournament-here = I’m here
button-tournament-back = I’m back
button-tournament-begin = Start
button-tournament-more = More
button-tournament-rules = Rules
button-tournament-game = Game
button-tournament-people = Players
button-tournament-results = Results
button-tournament-standing = Standings
button-tournament-tables = Tables
button-tournament-games = Replays
button-tournament-field = Who’s in?
button-tournament-before = Back
button-tournament-after = Next
button-tournament-proof = Proof
button-tournament-pause = Pause
button-tournament-resume = Resume
button-tournament-form = Set all at once
button-tournament-cancel = Cancel tournament
button-tournament-cancel-yes = Yes, cancel it
button-tournament-keep = No, keep it

# Elsewhere

tournament-champion = 🏆 { $name }
settings-organizers = **Tournaments**
settings-organizers-about = Who may open them?
settings-organizers-managers = People who may manage events, and moderators
settings-organizers-everybody = Everybody
privacy-tournaments = 🏆 Tournaments: { $count } (hosted: { $organized })
privacy-titles-shown = After you win a tournament, 🏆 is shown beside your name in the server’s lobbies of that game until the next tournament.
privacy-titles-hidden = No tournament title is shown beside your name.
button-hide-titles = Hide my titles
button-show-titles = Show my titles
privacy-face-shown = Tables and results show your Discord picture in your circle, and everybody there sees it. If you hide it, what has been sent stays as it is.
privacy-face-hidden = Tables and results show a letter in your circle. It can be your Discord picture instead.
button-hide-face = Hide my picture
button-show-face = Show my picture
moderation-act-cup_cancelled = • { $when }: { $by } cancelled a tournament
moderation-act-cup_out = • { $when }: { $by } took { $whom } out of a tournament
moderation-act-cup_aside = • { $when }: { $by } set the result of a tournament’s table aside{ $why }
