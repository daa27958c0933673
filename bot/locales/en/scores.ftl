# Leaderboards

command-leaderboard-name = leaderboard
command-leaderboard-description = The best on this server
command-leaderboard-game = game
command-leaderboard-game-about = Which game; all games together if left out
command-leaderboard-scope = scope
command-leaderboard-scope-about = This server or all that joined in; with computers or not
command-leaderboard-period = period
command-leaderboard-period-about = Since when games count
command-leaderboard-measure = measure
command-leaderboard-measure-about = What to rank people by

board-all-games = All games
board-title = ## { $emoji } { $game } · { $measure }
board-scope-server = This server, games among people
board-scope-computers = This server, games with computers
board-scope-everywhere = All servers that joined in, games among people
board-scope-everywhere_computers = All servers that joined in, games with computers
board-period-all = All time
board-period-month = This month (UTC)
board-period-week = This week (UTC)
board-measure-beaten = People beaten
board-measure-wins = Wins
board-measure-rating = Rating
board-measure-share = Share of wins
board-measure-games = Games played
board-measure-best_streak = Wins in a row
board-row-beaten = { $place } { $name } · { $beaten ->
    [0] nobody beaten yet
    [one] beat { $beaten } person
   *[other] beat { $beaten } people
} · { $wins ->
    [one] { $wins } win
   *[other] { $wins } wins
} in { $games ->
    [one] { $games } game
   *[other] { $games } games
}
board-row-wins = { $place } { $name } · { $wins ->
    [one] { $wins } win
   *[other] { $wins } wins
} in { $games ->
    [one] { $games } game
   *[other] { $games } games
}
board-row-rating = { $place } { $name } · { $rating }
board-row-share = { $place } { $name } · { $share }% ({ $wins } of { $games })
board-row-games = { $place } { $name } · { $games ->
    [one] { $games } game
   *[other] { $games } games
}
board-row-own = { $place } { $name } · { $value } in { $games ->
    [one] { $games } game
   *[other] { $games } games
}
board-shared = { $ties } shared
board-beaten = { $beaten ->
    [0] nobody beaten yet
    [one] beat { $beaten } person
   *[other] beat { $beaten } people
}
board-mine = ➤ { $line }
board-mine-none = { $name } isn’t on this board yet.
board-page = Page { $page } of { $pages } · { $people ->
    [one] { $people } player
   *[other] { $people } players
}
board-share-least = at least { $games ->
    [one] { $games } game
   *[other] { $games } games
}
board-provisional = ? = still provisional
board-beaten-order = ranked by different people beaten, then by wins
board-empty-people = Nobody is on this board yet. Games among people count here; those with computer players have a board of their own. { COMMAND("play") } opens a table.
board-empty = Nobody is on this board yet. { COMMAND("play") } opens a table.
board-empty-rating = Nobody is on this board yet. Only games among people are rated, not those with computer players. { COMMAND("play") } opens a table.
board-empty-share = Nobody has played { $least } games yet, which it takes to compare the share of wins. { COMMAND("play") } opens a table.
board-too-old = This board is from an older version of me. Please ask for { COMMAND("leaderboard") } again.
board-needs-game = This is compared for each game separately: please choose a game, too.
board-not-joined = This server hasn’t joined the board of all servers. Its managers can join in { COMMAND("settings") }.

button-earlier = ← Previous
button-later = Next →

# What somebody did

command-stats-name = stats
command-stats-description = Your or a member’s statistics
command-stats-member = member
command-stats-member-about = Whose; yours if left out
menu-stats = Statistics

former-player = a former player
former-player-numbered = a former player { $number }
stats-title = ## 📊 { $name }
stats-only-own = Here you can see only your own statistics. To see those of another player, use { COMMAND("stats") } in a server.
stats-none = No finished games on this server yet.
stats-none-of = No finished games of { $game } on this server yet.
stats-total = { $played ->
    [one] { $played } game
   *[other] { $played } games
}, { $won } won ({ $share }%)
stats-streak = 📈 { $streak } wins in a row now; longest: { $best }
stats-rating = rating { $rating } ({ $games ->
    [one] { $games } rated game
   *[other] { $games } rated games
})
# A grade, which follows from the rating.
grade-dan = { $dan ->
    [1] 1st dan
    [2] 2nd dan
    [3] 3rd dan
   *[other] { $dan }th dan
}
grade-kyu = { $kyu ->
    [1] 1st kyu
    [2] 2nd kyu
    [3] 3rd kyu
   *[other] { $kyu }th kyu
}
stats-place = average place { $place } of { $seats }
stats-lies = 🤥 { $claims ->
    [one] { $claims } claim
   *[other] { $claims } claims
}, { $lies ->
    [one] { $lies } lie
   *[other] { $lies } lies
}, { $free } undetected
stats-challenges = ⚡ { $challenges ->
    [one] { $challenges } challenge
   *[other] { $challenges } challenges
}, { $right } right
stats-best-lies = 🏅 Most undetected lies in a game: { $count }
stats-best-bluff = 🏅 Highest undetected lie: { $claim }
stats-best-truth = 🏅 Highest true claim that was challenged: { $claim }
measure-bluff = Highest undetected lie
measure-truth = Highest true claim that was challenged
measure-lies = Most undetected lies in a game
stats-partners = **Plays most with**
stats-partner = • { $name } · { $games ->
    [one] { $games } game
   *[other] { $games } games
} together, { $won } won
stats-chart-line = { $game }: from { $start } to { $end } (lowest { $low }, highest { $high })
stats-foot = Games on this server
stats-foot-rated = Games on this server; ratings count games among people on all servers. ? = still provisional

# Past games

command-history-name = history
command-history-description = Your last games and replays

history-title = ## 🗂️ Your last games
history-none = No finished games yet. Start one with { COMMAND("play") }!
history-line = { $emoji } **{ $game }** · { $when } · place { $place } of { $seats }{ $is_team ->
    [1] {""} teams
   *[0] {""}
} · with { $others }
history-left = left early
history-uncounted = didn’t count
history-closed = closed by moderators: “{ $reason }”
history-void = { $emoji } **{ $game }** · { $when } · closed without a result by moderators: “{ $reason }”
history-option = { $game } · { $date } · place { $place } of { $seats }{ $is_team ->
    [1] {""} teams
   *[0] {""}
}
history-open = Replay a game …
history-page = Save a replay as a page …
history-review = Review my play …
button-newest = Newest
button-older = Older →

# Replays

replay-title = { $emoji } { $game } · replay { $number }/{ $total }
replay-title-brief = { $emoji } Replay { $number }/{ $total }
replay-spectator = What everybody saw
replay-everybody = All hands open
replay-eyes = With { $name }’s hand open
replay-choose = Whose hand?
replay-chapters = Jump to …
replay-turns = Turning points
replay-at = Move { $number } of { $total }
replay-pointed = { $name } shows move { $number } · { $emoji } { $game }
replay-note = 📝 { $note }
replay-note-form = Your note about move { $number }
replay-note-about = Private, until you post this position
replay-notes-full = You have { $most } notes about this game, which is as many as there can be.
button-note = Note
# A replay for the browser

web-first = Start
web-back = Back
web-before = Earlier reveal
web-after = Next reveal
web-forward = Next
web-end = End
web-place = Move
web-chapters = Jump to …
web-turns = Turning points
web-language = English
web-eyes = Whose hand?
web-spectator = What everybody saw
web-everybody = All hands open
web-cards = The hand of
web-hint = Arrow keys or swipes go from move to move.

# Sharing a moment

share-title = ## 🖼️ Share a moment
share-about = Only you see this. Posted, the picture is for everybody in this channel.
share-choose = Another moment
share-by = { $emoji } { $game } · shared by { $name }
share-posted = ✅ Posted in this channel.
share-nothing = There is no moment to share: the game isn’t over, nothing stood out, or somebody doesn’t want their lies shared.
share-not-here = You can post a moment only on the server where the game was played. You can save the picture, though.
share-may-not = You may not write in this channel, so I can’t post it here for you.
share-already = That has been posted in this channel already.
share-wait = You have posted a few things just now. You can post again { $when }.
share-automod = This server’s AutoMod doesn’t let this message through.
share-refused = Discord doesn’t accept this message in this channel.
button-post = Post it here

replay-nowhere = This replay doesn’t go there. Please open it again.
button-replay-first = Start
button-replay-back = Back
button-replay-forward = Next
button-replay-end = End
button-replay-before = Earlier reveal
button-replay-after = Next reveal
button-point = Post here

# What is kept about a person

command-privacy-name = privacy
command-privacy-description = Your data: see, take, delete
command-privacy-show = show
command-privacy-show-about = See what is kept about you
command-privacy-export = export
command-privacy-export-about = Get everything that is kept about you as a file
command-privacy-delete = delete
command-privacy-delete-about = Have your name and id removed from everything

privacy-title = ## 🔒 What I keep about you
privacy-nothing = Nothing. You haven’t played with me yet.
privacy-person = • your name ({ $name }) and your Discord id (`{ $id }`)
privacy-seats = • tables where you sat: { $seats }; tables you opened: { $hosted }
privacy-moves = • moves you made: { $moves }
privacy-results = • results of yours: { $results }; entries of your ratings: { $ratings }
privacy-finding = • games you want to be notified about: { $subscriptions }; open invitations: { $invitations }
privacy-ways = { COMMAND("privacy export") } gives you all of it as a file. { COMMAND("privacy delete") } removes your name and id; your games stay as games of a former player.
privacy-export = Here is everything that is kept about you. Only you see this message.
privacy-ask = ## Delete your name and id?
    • They go from all tables, results and leaderboards.
    • Your games stay as games of a former player, so that other people’s records remain true.
    • In running games a computer player takes your seat.
    • Messages in channels, and records that somebody has taken, stay as they are.
    ⚠️ **This can’t be undone.**
privacy-forgotten = Done: your name and id are gone. If you play again, you start from scratch.
privacy-kept = Nothing has been changed.
privacy-not-yours = Only the person who asked can answer that.
privacy-discreet = • your lies: results don’t mention them, and nobody can share pictures of them
privacy-open = When a game is over, its result mentions great moments, your lies among them, and pictures of them can be shared.
button-be-discreet = Don’t share my lies
button-be-open = Allow my lies
button-forget = Yes, delete them
button-keep = No

# What a server chose

command-settings-name = settings
command-settings-description = For those who run this server

settings-title = ## ⚙️ Settings of this server
settings-from-now-on = -# Language, clock and place apply to tables opened from now on.
settings-language = **Language** of tables and leaderboards
settings-language-about = Private messages are in each person’s own language.
settings-language-auto = Same as the server
settings-language-en = English
settings-language-ja = 日本語 (Japanese)
settings-channels = **Channels** for games
settings-channels-about = If you choose none, games may be played wherever I can write.
settings-channels-all = All channels
settings-clock = **Clock** of new tables
settings-clock-about = The host can choose another one. Players whose time runs out get it again once a game; after that a computer player moves for them until they’re back.
settings-clock-auto = Default ({ $clock })
settings-venue = **Place** of new tables
settings-venue-about = The host can choose otherwise. Where I can’t open a thread, the game stays in the channel.
settings-venue-channel = In the channel
settings-venue-thread = In a thread of its own
settings-scope = **Leaderboard**
settings-scope-about = If you join the board of all servers, the names of those who play here are shown on it.
settings-scope-server = For this server only
settings-scope-everywhere = Also join the board of all servers
settings-records = **Records and replays** of finished games
settings-records-about = Those who played can always have them.
settings-records-yes = For everybody who sees the table
settings-records-no = Only for those who played
settings-not-allowed = Only people who may manage this server can change its settings.
settings-no-such = That setting doesn’t exist any more. Please open { COMMAND("settings") } again.
replay-page-writing = The page is being made …
page-in-hand = You’re already getting a replay page. Please wait for that one first.
pages-busy = Too many replay pages are being made right now. Please try again in a minute.
replay-page = Here is the replay as a page for your browser, `{ $file }`: open it anywhere, keep it, put it on a blog.
