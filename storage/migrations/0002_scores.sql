-- Ratings and what leaderboards are read from. All of it follows from result and result_seat and can be
-- made again from them, which is what happens to an older database right after this step.
ALTER TABLE result_seat ADD COLUMN mu REAL; -- the person's rating after the game; NULL when it was not rated
ALTER TABLE result_seat ADD COLUMN sigma REAL;

CREATE TABLE rating (
    person INTEGER NOT NULL REFERENCES person (id),
    game TEXT NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    shown INTEGER NOT NULL, -- the one number for people
    games INTEGER NOT NULL, -- rated ones
    PRIMARY KEY (person, game)
) STRICT, WITHOUT ROWID;

-- One row per person on each board: period (its start, -1e15 = all time), server (-1 = all that have joined in),
-- game ('' = all together). Begins with the period so that old ones can be let go in order.
CREATE TABLE tally (
    period INTEGER NOT NULL,
    board INTEGER NOT NULL,
    game TEXT NOT NULL,
    person INTEGER NOT NULL REFERENCES person (id),
    games INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    ties INTEGER NOT NULL,
    shown INTEGER, -- as in rating
    share REAL NOT NULL, -- wins / games; not a generated column, an index on such a one never covers a query
    PRIMARY KEY (period, board, game, person)
) STRICT, WITHOUT ROWID;

-- One index per measure: a page, the number of better ones and the number of all are each a stretch of it.
CREATE INDEX tally_by_wins ON tally (period, board, game, wins DESC, person);
CREATE INDEX tally_by_games ON tally (period, board, game, games DESC, person);
CREATE INDEX tally_by_share ON tally (period, board, game, share DESC, person, games);
CREATE INDEX tally_by_rating ON tally (period, board, game, shown DESC, person) WHERE shown IS NOT NULL;
CREATE INDEX tally_of_person ON tally (person, game);

INSERT INTO meta (key, value) VALUES ('scores', 'stale');
