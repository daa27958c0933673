-- Players may ask for a hint (1), or not (0); NULL: as is usual, only where computer players sit.
ALTER TABLE game_table ADD COLUMN hints INTEGER;
