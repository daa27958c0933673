# Being told of new tables

command-notify-name = notify
command-notify-description = Be notified when somebody opens a table on this server

notify-title = ## 🔔 New tables
notify-on = I’ll notify you when somebody opens a table on this server: { $games }
notify-off = You get no notifications about tables on this server.
notify-about = I mention you in the channel, at most once an hour on each server, and never for your own tables.
notify-choose = Which games?
notify-any = Any game
notify-elsewhere = You’re also notified on { $count ->
    [one] another server
   *[other] { $count } other servers
}.
notify-end-elsewhere = Stop notifying me there
notify-server = A server whose name I can’t see
notify-ended = Done: no more notifications about tables on this server.
