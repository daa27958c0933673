-- What a person has posted in a channel with the bot's help: the same thing is posted there once.
CREATE TABLE shared (
    channel_id INTEGER NOT NULL,
    thing TEXT NOT NULL, -- such as 'point TABLE 12.-'
    person INTEGER NOT NULL REFERENCES person (id), -- the one who shared it
    at INTEGER NOT NULL,
    message_id INTEGER, -- NULL while it is not known whether the message was sent
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
