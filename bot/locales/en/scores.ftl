# Leaderboards

command-leaderboard-name = leaderboard
command-leaderboard-description = See who wins most on this server
command-leaderboard-game = game
command-leaderboard-game-about = Which game; all games together if left out
command-leaderboard-scope = scope
command-leaderboard-scope-about = This server, or all servers that joined in
command-leaderboard-period = period
command-leaderboard-period-about = Since when games count
command-leaderboard-measure = measure
command-leaderboard-measure-about = What to compare people by

board-all-games = All games
board-title = ## { $emoji } { $game } · { $measure }
board-scope-server = This server
board-scope-everywhere = All servers that joined in
board-period-all = All time
board-period-month = This month (UTC)
board-period-week = This week (UTC)
board-measure-wins = Wins
board-measure-rating = Rating
board-measure-share = Share of wins
board-measure-games = Games played
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
board-shared = { $ties } shared
board-mine = **Your place:** { $line }
board-mine-none = { $name }, you aren’t on this board yet.
board-page = Page { $page } of { $pages } · { $people ->
    [one] { $people } player
   *[other] { $people } players
}
board-share-least = from { $games } games on
board-provisional = ? = still provisional
board-empty = Nobody is on this board yet. Start a game with `/play`!
board-too-old = This board is from an older version of me. Please ask for `/leaderboard` again.
board-rating-needs-game = Ratings are per game: choose a game, too.
board-not-joined = This server hasn’t joined the board of all servers. Its managers can do that with `/settings`.

button-earlier = ◀ Previous
button-later = Next ▶
