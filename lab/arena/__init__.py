"""The arena: many games among computer players, without Discord and without a database."""
