# Seasons, their posts and medals; results in a channel
season-month = { $month } { $year }
month-1 = January
month-2 = February
month-3 = March
month-4 = April
month-5 = May
month-6 = June
month-7 = July
month-8 = August
month-9 = September
month-10 = October
month-11 = November
month-12 = December
season-none = No season has begun yet. The first game that counts starts it.

season-post-soon = ## 🏁 { $season }
    This season ends { $when }. In the lead so far:
season-post-over = ## 🏆 { $season }
    The season is over. The medals go to:
season-post-all = **All games**
season-post-row = { $medal } { $name } · { $beaten ->
    [0] nobody beaten yet
    [one] beat { $beaten } person
   *[other] beat { $beaten } people
} · { $wins ->
    [one] { $wins } win
   *[other] { $wins } wins
}
season-post-game = { $emoji } **{ $game }** { $winners }
season-post-winner = { $medal } { $name }
season-post-others = { $medal } { $count } people
season-post-more = { $medal } and { $count } more
season-post-foot = Games among people, ranked by the number of different people beaten, then by wins. Ratings carry over.
button-season = Leaderboard

season-medals = **Season medals** { $counts }
season-medals-count = { $medal }{ $count }
season-medal = { $medal } { $game } · { $season }

board-period-season = This season
board-season = { $season } (until { $when })
board-season-over = { $season } (over)
board-season-gone = That season isn’t on record.

button-settings-seasons = Seasons
settings-season = **Season results** in a channel
settings-season-about = On its last evening: the top three of each game that three people played. Final at midnight. Pings nobody.
settings-season-none = No post
settings-results = **Game results** in a channel
settings-results-about = Every game that counts, with a picture of the result, soon after it ends. Pings nobody.
settings-results-none = No posts
settings-closed = I can’t post in { $channel } yet. There I lack **{ $permissions }**.
settings-refused = I can’t post in { $channel } yet. { $advice }
settings-seasons = **Season** of this server
settings-seasons-now = **Season:** { $season }, until { $when }
settings-seasons-about = -# Each month is a season (time zone: page *Scores*). If you begin one of your own, this one ends at once.
button-season-begin = Begin a season
button-season-change = Change
button-season-end = End it tonight
season-form = A season of your own
season-form-name = Name
season-form-weeks = Length
season-form-week = { $weeks ->
    [one] { $weeks } week
   *[other] { $weeks } weeks
}
season-not-named = Please give the season a name.
season-running = A season of your own is running already. Change it, or end it first.
season-not-own = That isn’t possible: no season of your own is running, or with that length it would be over already.
