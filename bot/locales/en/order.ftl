# Order

barred = Those who run this server have taken you off its tables for now, so you can’t open or join any here.
barred-now = Those who run this server have taken you off its tables { $until }, so you can’t open or join any here. Games that you are in go on.{ $why }
barred-until = until { $when }
barred-for-ever = for now
barred-why = {" "}Why: “{ $reason }”
role-needed = On this server tables are for people with one of these roles: { $roles }
game-not-here = { $game } isn’t played on this server. What is: { $games }.
too-many-lobbies = You host { $most } open lobbies here already. Start or close one of them first.
too-many-lobbies-here = There are { $most } open lobbies in this channel. Please join one of them, or use another channel.
too-many-tables = { $most ->
    [one] Only one table at a time may be open in this channel.
   *[other] At most { $most } tables at a time may be open in this channel.
} Please join one, or come back when a game is over.
too-many-closed = You’ve opened and closed { $most } lobbies within ten minutes. You can open another one { $when }.
too-many-closed-here = { $most } lobbies were opened and closed in this channel within ten minutes. Another one can be opened { $when }; other channels are open to you.
too-many-appointments = You host { $most } appointments on this server already: { $booked }. Call one of them off first (**More** at its message).
too-many-appointments-here = There are { $most } appointments in this channel already. { $own ->
    [0] Please come to one of them, or use another channel.
   *[other] Yours: { $booked }. Call one of them off (**More** at its message), or use another channel.
}
too-many-appointments-there = There are { $most } appointments on this server already. { $own ->
    [0] Please come to one of them.
   *[other] Yours: { $booked }. You can call one of them off (**More** at its message).
}
appointment-booked = { $game }, { $when } in { $where }
calls-enough = Invited, but not notified, as they have been called often enough within this hour: { $people }
calls-off = Invited, but not notified, as this server wants nobody to be pinged: { $people }

button-settings-tables = Tables
button-settings-limits = Who and how much
button-settings-scores = Scores
settings-games = **Games** that may be played
settings-games-about = With none chosen, all.
settings-games-all = All games
settings-tables = **Tables** at a time in a channel
settings-tables-about = Open lobbies and running games, threads of the channel counted.
settings-tables-auto = As many as people open
settings-tables-most = { $most } at most
settings-pings = **Notifications**
settings-pings-about = Whether anybody is pinged at all: when it’s their turn, when they’re invited, and by `/notify`.
settings-pings-yes = Ping people
settings-pings-no = Ping nobody
settings-players = **Roles that may play**
settings-players-about = Only they open and join tables. With none chosen, everybody.
settings-players-none = Everybody
settings-keepers = **Roles that keep order**
settings-keepers-about = Besides those who may manage the server: they close tables, take people out of lobbies, and decide who may play (`/moderate`).
settings-keepers-none = Only those who manage the server

lobby-removed = 🛡️ { $by } took { $name } out of this lobby.
log-closed-for-server = 🛡️ { $name } closed this table for the server.
log-closed-because = 🛡️ { $name } closed this table: { $reason }
removed-from-lobby = You were taken out of this lobby, so you can’t come back to it.
options-take-out = Take somebody out
button-order = Moderate…
button-order-log = Who did what
button-order-older = Older ▶
button-order-close = Close this table
button-order-close-yes = Yes, close it
button-order-bar = Forbid to play here
button-order-admit = Allow to play again
order-not-allowed = Only those who keep order on this server can do that: who may manage it, and the roles chosen in `/settings`.
order-not-oneself = You can’t forbid yourself to play.
order-title = ## 🛡️ Order on this server
order-about = What you do here is said at the table, with your name.
order-choose-table = Choose a table
order-choose-member = Choose a member
order-no-tables = No table is open.
order-bars = **Forbidden to open or join tables**
order-bar = • { $who }, since { $when }, { $until }{ $why }
order-table = ## { $game } · { $table }
order-ask-lobby = Close this lobby? Its message will say that you did, and why.
order-ask-game = Close this game for the server? { $plays ->
    [plays] You play in it yourself, so you count as having left; nobody else who still plays loses rating by it.
   *[other] Nobody who still plays loses rating by it.
} Where somebody is behind, you choose whether the places count as they stand. The table will say that you did, and why.
order-member = { $who } may open and join tables on this server. If you forbid it, they are taken out of open lobbies here; running games go on.
order-member-barred = { $who } is forbidden to open or join tables on this server, { $until }{ $why }.
order-log-title = ## Who did what
order-log-empty = Nothing was done in the last days.
order-act-closed = • { $when }: { $by } closed { $table }{ $why }
order-act-closed_standing = • { $when }: { $by } closed { $table } with the places as they stood{ $why }
order-act-table = { $game } in { $channel }, opened { $when }
order-why = {""}: “{ $reason }”
order-until = until { $when }
order-for-ever = until somebody allows it again
order-act-removed = • { $when }: { $by } took { $whom } out of { $table }
order-act-barred = • { $when }: { $by } forbade { $whom } to play, { $until }{ $why }
order-act-admitted = • { $when }: { $by } allowed { $whom } to play again
order-act-changed = • { $when }: { $by } changed a setting: { $setting }
command-moderate-name = moderate
command-moderate-description = For those who keep order: close tables, take people out, decide who may play
order-reason = Why?
order-reason-needed = Please say why: the table, and those it concerns, will read it.
order-changed = Something has changed at the table meanwhile. Please look again.
order-close-form = Close this table
order-bar-form = Forbid to play here
order-how = What becomes of the game?
order-how-closed_standing = The places count as they stand
order-how-closed = No result for those who still play
order-how-long = For how long?
order-for-1 = 1 day
order-for-7 = 1 week
order-for-30 = 30 days
order-for-always = Until somebody allows it again
