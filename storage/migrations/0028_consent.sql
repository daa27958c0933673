-- Invitations and exclusions belong to tournaments, too: table_id is the id of a table or of a tournament.
CREATE TABLE invitation_of_any (
    table_id TEXT NOT NULL,
    number INTEGER NOT NULL, -- in which order they were asked
    person INTEGER NOT NULL REFERENCES person (id),
    is_subscriber INTEGER NOT NULL,
    is_told INTEGER NOT NULL,
    has_declined INTEGER NOT NULL,
    is_removed INTEGER NOT NULL DEFAULT 0,
    remover INTEGER REFERENCES person (id),
    is_maybe INTEGER NOT NULL DEFAULT 0,
    is_unasked INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;
INSERT INTO invitation_of_any (table_id, number, person, is_subscriber, is_told, has_declined, is_removed, remover,
    is_maybe, is_unasked)
SELECT table_id, number, person, is_subscriber, is_told, has_declined, is_removed, remover, is_maybe, is_unasked
FROM invitation;
DROP TABLE invitation;
ALTER TABLE invitation_of_any RENAME TO invitation;
CREATE UNIQUE INDEX invitation_of_person ON invitation (person, table_id);
CREATE TABLE sat_of_any (
    table_id TEXT NOT NULL,
    key TEXT NOT NULL,
    PRIMARY KEY (table_id, key)
) STRICT, WITHOUT ROWID;
INSERT INTO sat_of_any (table_id, key) SELECT table_id, key FROM sat;
DROP TABLE sat;
ALTER TABLE sat_of_any RENAME TO sat;
-- When a tournament was paused; a paused one is called off after some weeks.
ALTER TABLE tournament ADD COLUMN paused_at INTEGER;

-- A person is found among the bans by their row. A key stands for them only after their data has been deleted.
CREATE TABLE bar_by_person (
    guild_id INTEGER NOT NULL,
    person INTEGER NOT NULL REFERENCES person (id),
    since INTEGER NOT NULL,
    until INTEGER, -- NULL for a ban that somebody has to end
    reason TEXT NOT NULL,
    is_told INTEGER NOT NULL,
    bar_key TEXT, -- NULL while the person's row has their user id
    newest_person INTEGER, -- the newest row of a person when this person's data was deleted
    PRIMARY KEY (guild_id, person)
) STRICT, WITHOUT ROWID;

INSERT INTO bar_by_person (guild_id, person, since, until, reason, is_told, bar_key, newest_person)
SELECT guild_id, person, since, until, reason, is_told, CASE WHEN user_id IS NULL THEN bar_key END,
    CASE WHEN user_id IS NULL THEN person END
FROM bar JOIN person ON person.id = bar.person;

DROP TABLE bar;
ALTER TABLE bar_by_person RENAME TO bar;
CREATE INDEX bar_of_person ON bar (person);

-- Acts of hosts are limited in number; those of moderators are kept for a time, however many others there are.
ALTER TABLE act ADD COLUMN is_host INTEGER NOT NULL DEFAULT 0;
CREATE INDEX act_of_host ON act (guild_id, number) WHERE is_host = 1;

-- Practice in direct messages belongs to no server, so its limit is looked up by person.
CREATE INDEX open_practice ON game_table (host) WHERE guild_id = 0 AND status IN ('lobby', 'playing');

-- What a person has posted in a channel with the bot's help: the same thing is posted there once.
CREATE TABLE shared (
    channel_id INTEGER NOT NULL,
    thing TEXT NOT NULL, -- such as 'point TABLE 12.-'
    person INTEGER NOT NULL REFERENCES person (id), -- the one who shared it
    at INTEGER NOT NULL,
    message_id INTEGER, -- NULL while it is not known whether the message was sent
    until INTEGER NOT NULL, -- when the row is deleted
    PRIMARY KEY (channel_id, thing)
) STRICT, WITHOUT ROWID;
CREATE INDEX shared_by_person ON shared (person);

-- People who deleted their answer to a hand of the day while answers to it still counted. The key is a hash with the
-- secret beside it. Both are deleted when answers to the hand no longer count.
CREATE TABLE daily_deleted (
    day INTEGER NOT NULL,
    key TEXT NOT NULL,
    secret BLOB NOT NULL,
    until INTEGER NOT NULL,
    PRIMARY KEY (day, key)
) STRICT, WITHOUT ROWID;

-- People who are banned from a server's tables are not on its board of hands of the day.
DELETE FROM daily_member WHERE EXISTS (
    SELECT 1 FROM bar WHERE bar.guild_id = daily_member.guild_id AND bar.person = daily_member.person
);
