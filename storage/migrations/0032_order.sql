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
