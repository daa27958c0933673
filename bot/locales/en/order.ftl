# Order

barred = Those who run this server have taken you off its tables for now, so you can’t open or join any here.
role-needed = On this server tables are for people with one of these roles: { $roles }
game-not-here = { $game } isn’t played on this server. What is: { $games }.
too-many-lobbies = You host { $most } open lobbies here already. Start or close one of them first.
too-many-lobbies-here = There are { $most } open lobbies in this channel. Please join one of them, or use another channel.
too-many-tables = { $most ->
    [one] Only one table at a time may be open in this channel.
   *[other] At most { $most } tables at a time may be open in this channel.
} Please join one, or come back when a game is over.
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
