-- Leaderboards are counted from the results when they are read.
DROP TABLE tally;
DROP TABLE beaten;
DROP TABLE measure;
DROP TABLE period;
-- Older steps ask for leaderboards to be made again; only ratings are.
DELETE FROM meta WHERE key = 'scores' AND value = 'boards';

-- Everything that is counted is in these indexes, which are half as large as the rows.
DROP INDEX result_of_server;
CREATE INDEX result_of_server ON result (guild_id, ended_at, game, rated);
CREATE INDEX counted_seat ON result_seat (result, person, won, shared, counts, has_played, team);
