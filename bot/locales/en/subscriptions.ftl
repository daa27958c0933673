# Being told of new tables

command-notify-name = notify
command-notify-description = Be told when somebody opens a table on this server

notify-title = ## 🔔 New tables
notify-on = I’ll tell you when somebody opens a table on this server: { $games }
notify-off = I’m not telling you about tables on this server.
notify-about = By a mention in the channel, at most once an hour on each server, and never of your own tables.
notify-choose = Which games?
notify-any = Any game
notify-elsewhere = You’re also told of tables on { $count ->
    [one] another server
   *[other] { $count } other servers
}.
notify-end-elsewhere = Stop telling me there
notify-server = A server that I can’t name
notify-ended = Done: I won’t tell you of tables on this server any more.
