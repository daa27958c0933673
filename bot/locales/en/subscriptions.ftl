# Being told of new tables

command-notify-name = notify
command-notify-description = Be told of new tables

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
turns-off = Your channels are muted? I can send you a direct message when it is your turn, at most one a turn, and none while your hand is open.
turns-on = You get a direct message when it is your turn.
turns-closed = Your direct messages are closed to me. Open them in the server’s privacy settings, then switch them on again here.
turns-ended = You get no more direct messages about your turns. { COMMAND("notify") } brings them back.
button-turns-on = Message on my turn
button-turns-off = No more messages
turn-message = 👉 Your turn in { $emoji } { $game }: [to the table]({ $link })
turn-messages-closed = I couldn’t send you a direct message: your direct messages are closed to me. { COMMAND("notify") } has the switch.
