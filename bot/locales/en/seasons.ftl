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
season-none = No season is running. It begins with the first game that counts.

season-post-soon = ## 🏁 { $season }
    This season ends { $when }. These lead so far:
season-post-over = ## 🏆 { $season }
    The season is over. Its medals:
season-post-all = **All games**
season-post-row = { $medal } { $name } · beat { $beaten ->
    [one] { $beaten } person
   *[other] { $beaten } people
} · { $wins ->
    [one] { $wins } win
   *[other] { $wins } wins
}
season-post-game = { $emoji } **{ $game }** { $winners }
season-post-winner = { $medal } { $name }
season-post-others = { $medal } { $count } people
season-post-foot = Games among people, ranked by different people beaten, then by wins. Ratings go on.
button-season = Leaderboard

season-medals = **Season medals** { $counts }
season-medals-count = { $medal }{ $count }
season-medal = { $medal } { $game } · { $season }

board-period-season = This season
board-season = { $season } (until { $when })
board-season-over = { $season } (over)
board-season-gone = That season isn’t on record.

button-settings-seasons = Seasons
settings-season = **End of a season** in a channel
settings-season-about = On its last evening: the first three of each game that three people played. Final at midnight, without pings.
settings-season-none = No post
settings-results = **Results** in a channel
settings-results-about = Each game that counts, with its poster, soon after its end. Without pings.
settings-results-none = No posts
settings-closed = I can’t post in { $channel } yet. There I lack **{ $permissions }**.
settings-seasons = **Season** of this server
settings-seasons-now = **Season:** { $season }, until { $when }
settings-seasons-about = -# A month is a season (time zone: page *Scores*). If you begin one of your own, this one ends at once.
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
season-running = A season with a name is running. You can change it, or end it first.
season-not-own = There is no season of your own to change, or it would be over already with that length.
