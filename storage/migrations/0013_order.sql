-- Names belong to a server. What stands in person.name is what somebody is called on all of them, '' while unknown.
CREATE TABLE nickname (
    person INTEGER NOT NULL REFERENCES person (id),
    guild_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (person, guild_id)
) STRICT, WITHOUT ROWID;

-- When somebody was last told of a lobby is of one server, and ends with what they are told of there.
ALTER TABLE subscription ADD COLUMN told_at INTEGER;
UPDATE subscription SET told_at = (SELECT told_at FROM person WHERE person.id = subscription.person);
ALTER TABLE person DROP COLUMN told_at;

-- Who was taken out of a lobby, and by whom; they are no guests any more, and cannot come back.
ALTER TABLE invitation ADD COLUMN is_removed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE invitation ADD COLUMN remover INTEGER REFERENCES person (id);

-- Who may not open or join tables on a server: by a key, which outlives the person's name and id.
CREATE TABLE bar (
    guild_id INTEGER NOT NULL,
    bar_key TEXT NOT NULL,
    person INTEGER NOT NULL REFERENCES person (id),
    since INTEGER NOT NULL,
    PRIMARY KEY (guild_id, bar_key)
) STRICT, WITHOUT ROWID;

CREATE INDEX bar_of_person ON bar (person);

-- What those who keep order on a server did, for some days.
CREATE TABLE act (
    guild_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    person INTEGER NOT NULL REFERENCES person (id), -- who did it
    whom INTEGER REFERENCES person (id),
    about TEXT NOT NULL, -- the table's id, or the setting
    PRIMARY KEY (guild_id, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX act_of_person ON act (person);
CREATE INDEX act_on_person ON act (whom) WHERE whom IS NOT NULL;

ALTER TABLE guild_settings ADD COLUMN games TEXT NOT NULL DEFAULT '[]'; -- JSON list; empty = all
ALTER TABLE guild_settings ADD COLUMN most_tables INTEGER; -- at a time in a channel
ALTER TABLE guild_settings ADD COLUMN pings INTEGER NOT NULL DEFAULT 1;
ALTER TABLE guild_settings ADD COLUMN player_roles TEXT NOT NULL DEFAULT '[]'; -- JSON list; empty = all
ALTER TABLE guild_settings ADD COLUMN keeper_roles TEXT NOT NULL DEFAULT '[]'; -- JSON list
