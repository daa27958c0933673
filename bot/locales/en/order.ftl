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
