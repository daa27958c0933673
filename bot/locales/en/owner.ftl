# The owner's commands, and what all tables show before a restart

restart-announced = 🔧 The bot will restart at about { $when }, for a minute or so. Games then continue, and nobody loses time.
server-blocked = This bot does not serve this server.

command-owner-name = owner
command-owner-description = For the owner of this bot
command-owner-status = status
command-owner-status-about = How the bot is doing
command-owner-maintenance = maintenance
command-owner-maintenance-about = Announce a restart at all tables, or take that back
command-owner-minutes = minutes
command-owner-minutes-about = In how many minutes the bot will restart
command-owner-servers = servers
command-owner-servers-about = List the servers of the bot
command-owner-leave = leave
command-owner-leave-about = Leave a server
command-owner-block = block
command-owner-block-about = Leave a server for good, or serve it again
command-owner-server = server
command-owner-server-about = Name or id of the server

owner-only = Only the owner of this bot can do that.
owner-unknown = Discord isn’t answering right now. Please try again in a moment.
owner-no-server = The bot is on no such server. { COMMAND("owner servers") } lists them with their ids.
owner-not-this = The bot has to stay here: this server has your owner commands, and without them you couldn’t undo it.
owner-status-title = ## 🎴 Status
owner-version = **Tefuda { $version }** on Python { $python }
owner-uptime = Started { $since }
owner-servers-count = Servers: { $count }{ $blocked ->
    [0] {""}
   *[other] {" "}({ $blocked } blocked)
}
owner-tables = Open lobbies: { $lobbies } · running games: { $games }
owner-queue = Tables whose message is behind: { $unshown }{ $unshown ->
    [0] {""}
   *[other] {" "}(the oldest by { $seconds } s)
} · computer players in the queue: { $thinking }
owner-database = Database: { $kind }, a write takes { $ms } ms
owner-latency = Latency: Discord { $gateway } ms, event loop { $loop } ms
owner-shards = Shards of this process: { $shards }
owner-late = ⚠️ Shards that no process has served for minutes ({ $count }): { $shards }
owner-restart = 🔧 A restart is announced for { $when }.
owner-no-restart = No restart is announced. { COMMAND("owner maintenance") } announces one at all open tables.
button-own-lift = Take it back
owner-servers-title = ## Servers
owner-servers-none = No more servers.
owner-server = • { $server }: { $members } members, open tables: { $tables }
button-own-more = More →
owner-ask-leave = Leave { $server }? { $tables ->
    [0] No table is open there.
    [one] The open table there is closed without a result.
   *[other] The { $tables } open tables there are closed without results.
} The bot can be invited again.
button-own-leave = Leave
owner-left = The bot has left { $server }.
owner-ask-block = Block { $server }? The bot leaves it, and leaves again whenever it is invited. { $tables ->
    [0] No table is open there.
    [one] The open table there is closed without a result.
   *[other] The { $tables } open tables there are closed without results.
}
button-own-block = Block
owner-blocked = { $server } has been blocked since { $since }.
button-own-unblock = Unblock
