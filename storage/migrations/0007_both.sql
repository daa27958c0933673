-- From here on every step runs on SQLite and on PostgreSQL, where a truth is a number like any other.
DROP INDEX unsettled;
CREATE INDEX unsettled ON shown (table_id) WHERE settled = 0;
