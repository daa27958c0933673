-- The boards by games and by share of wins change with each game of everybody at the table. Their indexes were a
-- fifth of what a result writes; without them such a board is sorted when it is read.
DROP INDEX tally_by_games;
DROP INDEX tally_by_share;
