-- Tables, seats, moves, results and settings. Times are Unix milliseconds; ids are Discord's.
PRAGMA application_id = 1413826133; -- "TEFU"

-- Everything else points at person.id; forgetting somebody empties one row here and rewrites no history.
CREATE TABLE person (
    id INTEGER PRIMARY KEY,
    user_id INTEGER UNIQUE,
    name TEXT,
    CHECK ((user_id IS NULL) = (name IS NULL))
) STRICT;

CREATE TABLE game_table (
    id TEXT PRIMARY KEY,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER,
    host INTEGER NOT NULL REFERENCES person (id),
    game TEXT NOT NULL,
    options TEXT NOT NULL, -- JSON object of texts
    status TEXT NOT NULL CHECK (status IN ('lobby', 'playing', 'over', 'cancelled')),
    locale TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    first INTEGER,
    seed BLOB,
    commitment TEXT,
    started_at INTEGER,
    ended_at INTEGER,
    deadline INTEGER,
    ping_message_id INTEGER,
    rematch_of TEXT REFERENCES game_table (id)
) STRICT, WITHOUT ROWID;

-- A restart and a look into one channel need the open tables only, however many are over.
CREATE INDEX open_table ON game_table (channel_id, created_at) WHERE status IN ('lobby', 'playing');

CREATE TABLE seat (
    table_id TEXT NOT NULL REFERENCES game_table (id),
    seat INTEGER NOT NULL CHECK (seat >= 0),
    person INTEGER REFERENCES person (id),
    name TEXT, -- of a computer player; a person's name stands in person
    level TEXT,
    join_id INTEGER NOT NULL,
    has_left INTEGER NOT NULL DEFAULT 0,
    left_at INTEGER,
    PRIMARY KEY (table_id, seat),
    CHECK ((person IS NULL) = (name IS NOT NULL))
) STRICT, WITHOUT ROWID;

-- Nobody sits twice at a table.
CREATE UNIQUE INDEX seat_of_person ON seat (person, table_id) WHERE person IS NOT NULL;

CREATE TABLE move (
    table_id TEXT NOT NULL REFERENCES game_table (id),
    seq INTEGER NOT NULL CHECK (seq >= 0),
    actor INTEGER, -- NULL is chance
    move TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;

-- One row per finished game; the ids tell the order in which results were written.
CREATE TABLE result (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id TEXT NOT NULL UNIQUE REFERENCES game_table (id),
    guild_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    ended_at INTEGER NOT NULL,
    seats INTEGER NOT NULL,
    rated INTEGER NOT NULL
) STRICT;

CREATE TABLE result_seat (
    result INTEGER NOT NULL REFERENCES result (id),
    seat INTEGER NOT NULL,
    person INTEGER REFERENCES person (id),
    has_left INTEGER NOT NULL,
    place INTEGER NOT NULL, -- the seat's, whoever played it at the end
    score REAL NOT NULL,
    won INTEGER NOT NULL, -- the person's: first, not everybody, and still there
    shared INTEGER NOT NULL, -- the person's first place was shared
    facts TEXT NOT NULL, -- JSON object of counters
    PRIMARY KEY (result, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX result_of_person ON result_seat (person, result) WHERE person IS NOT NULL;

CREATE TABLE guild_settings (
    guild_id INTEGER PRIMARY KEY,
    locale TEXT,
    channel_ids TEXT NOT NULL, -- JSON list
    turn_seconds INTEGER,
    board_scope TEXT NOT NULL CHECK (board_scope IN ('server', 'everywhere')),
    share_records INTEGER NOT NULL
) STRICT;

CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
