# Order

barred = A moderator has banned you from this server’s tables, so you can’t open or join any here.
banned-now = A moderator has banned you from this server’s tables { $until }: you can’t open or join any here. Games you’re in go on.{ $why }
banned-until = until { $when }
banned-for-ever = for now
banned-why = {" "}Why: “{ $reason }”
setting-unreadable = A setting of this server can’t be read, so I keep to what is safe. Someone who manages the server can choose it again in { COMMAND("settings") }.
role-needed = On this server only these roles may play: { $roles }
game-not-here = { $game } isn’t played on this server. You can play { $games }.
too-many-lobbies = You already host { $most } open lobbies here. Start or close one of them first.
too-many-lobbies-here = There are already { $most } open lobbies in this channel. Please join one of them, or use another channel.
too-many-tables = { $most ->
    [one] Only one table at a time may be open in this channel.
   *[other] At most { $most } tables at a time may be open in this channel.
} Please join one, or come back when a game is over.
too-many-closed = You’ve opened and closed { $most } lobbies or tournaments within ten minutes. You can open another one { $when }.
too-many-closed-here = { $most } lobbies or tournaments were opened and closed in this channel within ten minutes. Another one can be opened { $when }.
too-many-appointments = You already host { $most } appointments on this server: { $booked }. Cancel one of them first (**{ $more }** at its message).
too-many-appointments-here = There are already { $most } appointments in this channel. { $own ->
    [0] Please join one of them, or use another channel.
   *[other] Yours: { $booked }. Cancel one of them (**{ $more }** at its message), or use another channel.
}
too-many-appointments-there = There are already { $most } appointments on this server. { $own ->
    [0] Please join one of them.
   *[other] Yours: { $booked }. You can cancel one of them (**{ $more }** at its message).
}
planned-booked = { $game }, { $when } in { $where }
pings-enough = Invited, but not notified, as they’ve been called often enough this hour: { $people }
pings-off = Invited, but not notified, as this server pings nobody: { $people }

button-settings-tables = Tables
button-settings-limits = Access and limits
button-settings-scores = Scores
settings-games = **Games** that may be played
settings-games-about = If you choose none, all games may be played.
settings-games-all = All games
settings-tables = **Tables** at a time in a channel
settings-tables-about = Open lobbies and running games, with those in the channel’s threads.
settings-tables-auto = As many as people open
settings-tables-most = At most { $most }
settings-pings = **Notifications**
settings-pings-about = Whether people are pinged when it’s their turn, when they’re invited, and by { COMMAND("notify") }.
settings-pings-yes = Ping people
settings-pings-no = Ping nobody
settings-players = **Roles that may play**
settings-players-about = Only these roles can open and join tables. If you choose none, everybody can.
settings-players-none = Everybody
settings-keepers = **Moderator roles**
settings-keepers-about = Like those who may manage the server, they can close tables, remove people from lobbies, and decide who may play ({ COMMAND("moderate") }).
settings-keepers-none = Only those who manage the server

lobby-removed = 🛡️ { $by } removed { $name } from this lobby.
log-closed-for-server = 🛡️ { $name } closed this table as a moderator.
log-closed-because = 🛡️ { $name } closed this table as a moderator: “{ $reason }”
removed-from-lobby = You were removed from this lobby, so you can’t rejoin it.
options-take-out = Remove a player
button-order = Moderate…
button-order-log = Moderation log
button-order-older = Older →
button-order-close = Close this table
button-order-close-yes = Yes, close it
button-order-bar-somebody = Ban a member
button-order-bar = Ban from tables
button-order-admit = Lift the ban
moderation-not-allowed = Only moderators can do that: those who may manage the server, and the roles chosen in { COMMAND("settings") }.
moderation-not-oneself = You can’t ban yourself.
moderation-not-owner = The owner of the server can’t be banned.
moderation-not-while-banned = You’re banned from this server’s tables, so you can’t moderate here. Another moderator can lift the ban.
moderation-title = ## 🛡️ Moderation
moderation-about = The table shows what you do here, with your name.
moderation-choose-table = Choose a table
moderation-choose-member = Choose a member
moderation-no-tables = No table is open.
moderation-bans = **Banned from tables**
moderation-ban = • { $who }, since { $when }, { $until }{ $why }
moderation-table = ## { $game } · { $table }
moderation-ask-lobby = Close this lobby? Its message will say that you did it, and why.
moderation-ask-game = Close this game as a moderator? { $plays ->
    [plays] You play in it yourself, so you count as having left; nobody else who still plays loses rating by it.
   *[other] Nobody who still plays loses rating by it.
} If somebody is behind, you choose whether the places count as they are. The table will say that you did it, and why.
moderation-member = { $who } may open and join tables on this server. A ban also removes them from open lobbies here; running games go on.
moderation-member-barred = { $who } is banned from tables on this server, { $until }{ $why }.
moderation-log-title = ## Moderation log
moderation-log-empty = Nothing has happened in the last few days.
moderation-act-closed = • { $when }: { $by } closed { $table }{ $why }
moderation-act-closed_standing = • { $when }: { $by } closed { $table } with the places as they were{ $why }
moderation-act-table = { $game } in { $channel }, opened { $when }
moderation-why = {""}: “{ $reason }”
moderation-until = until { $when }
moderation-for-ever = until the ban is lifted
moderation-act-removed = • { $when }: { $by } removed { $whom } from { $table }
moderation-act-barred = • { $when }: { $by } banned { $whom } from tables, { $until }{ $why }
moderation-act-admitted = • { $when }: { $by } lifted the ban on { $whom }
moderation-act-changed = • { $when }: { $by } changed a setting: { $setting }
moderation-act-reported = • { $when }: { $by } reported { $table }{ $why }
moderation-reports = **Reported by members**
menu-report = Report to moderators
report-form = Report to moderators
report-what = What is wrong?
report-only-ours = Only messages of this bot can be reported here.
report-reason-needed = Please write what is wrong.
report-done = Thank you. The moderators of this server find your report, with your name, in { COMMAND("moderate") }.
command-moderate-name = moderate
command-moderate-description = For moderators
moderation-reason = Why?
moderation-reason-needed = Please give a reason: the table, and those it concerns, will read it.
moderation-changed = The table has changed in the meantime. Please look again.
moderation-close-form = Close this table
moderation-ban-form = Ban from tables
moderation-how = What happens to the game?
moderation-how-closed_standing = The places count as they are
moderation-how-closed = No result for those who still play
moderation-who = Who?
moderation-how-long = For how long?
moderation-for-1 = 1 day
moderation-for-7 = 1 week
moderation-for-30 = 30 days
moderation-for-always = Until the ban is lifted
