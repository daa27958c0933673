-- What people are proud of in each game, on the boards of tally: it follows from result and result_seat, too.
CREATE TABLE pride (
    period INTEGER NOT NULL,
    board INTEGER NOT NULL,
    game TEXT NOT NULL,
    fact TEXT NOT NULL, -- a counter of result_seat.facts, or 'best_streak' of wins
    person INTEGER NOT NULL REFERENCES person (id),
    value INTEGER NOT NULL, -- of counters named best_... the greatest, of others the sum; above 0
    run INTEGER NOT NULL, -- wins in a row up to now, 0 on the board of all servers and for other facts
    PRIMARY KEY (period, board, game, fact, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX pride_in_order ON pride (period, board, game, fact, value DESC, person);
CREATE INDEX pride_of_person ON pride (person);

INSERT INTO meta (key, value) VALUES ('scores', 'boards') ON CONFLICT (key) DO NOTHING;
