-- The hand of the day: one answer of each person to each day's hand.
CREATE TABLE daily_answer (
    person INTEGER NOT NULL REFERENCES person (id),
    day INTEGER NOT NULL, -- number of the hand, from 1
    move TEXT NOT NULL,
    grade TEXT NOT NULL, -- best, close or costly
    points INTEGER NOT NULL,
    is_late INTEGER NOT NULL, -- after its day: it counts neither for the streak nor for points
    at INTEGER NOT NULL,
    PRIMARY KEY (person, day)
) STRICT, WITHOUT ROWID;

-- How many people made each move on a day: kept when somebody's answers are deleted.
CREATE TABLE daily_share (
    day INTEGER NOT NULL,
    move TEXT NOT NULL,
    people INTEGER NOT NULL,
    PRIMARY KEY (day, move)
) STRICT, WITHOUT ROWID;

-- Each person's days in a row, the last day among them, and the most days in a row.
CREATE TABLE daily_streak (
    person INTEGER PRIMARY KEY REFERENCES person (id),
    day INTEGER NOT NULL,
    days INTEGER NOT NULL,
    longest INTEGER NOT NULL
) STRICT;

-- The servers on which a person answered: their boards name the person.
CREATE TABLE daily_member (
    guild_id INTEGER NOT NULL,
    person INTEGER NOT NULL REFERENCES person (id),
    PRIMARY KEY (guild_id, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX daily_member_of_person ON daily_member (person);

-- Where a server wants the hand of the day, at which hour of its time zone, and when it was posted last.
ALTER TABLE guild_settings ADD COLUMN daily_channel INTEGER;
ALTER TABLE guild_settings ADD COLUMN daily_hour INTEGER NOT NULL DEFAULT 8;
CREATE INDEX daily_post ON guild_settings (guild_id) WHERE daily_channel IS NOT NULL;
CREATE TABLE daily_posted (
    guild_id INTEGER PRIMARY KEY,
    day INTEGER NOT NULL, -- number of the last hand that was posted
    is_sent INTEGER NOT NULL -- 0 while it is not known whether the message was sent
) STRICT;
