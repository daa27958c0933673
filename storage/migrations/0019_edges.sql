-- A seat's people by moves, not by time: how many had been played when each sat down, and left.
ALTER TABLE seat ADD COLUMN taken_seq INTEGER;
ALTER TABLE seat ADD COLUMN left_seq INTEGER;
ALTER TABLE seat ADD COLUMN leaver_seq INTEGER; -- as leaver_at
ALTER TABLE former_seat ADD COLUMN taken_seq INTEGER NOT NULL DEFAULT 0;
ALTER TABLE former_seat ADD COLUMN left_seq INTEGER NOT NULL DEFAULT 0;
UPDATE seat SET taken_seq = (SELECT count(*) FROM move WHERE move.table_id = seat.table_id AND at < taken_at)
WHERE taken_at IS NOT NULL;
UPDATE seat SET left_seq = (SELECT count(*) FROM move WHERE move.table_id = seat.table_id AND at <= left_at)
WHERE left_at IS NOT NULL;
UPDATE seat SET leaver_seq = (SELECT count(*) FROM move WHERE move.table_id = seat.table_id AND at <= leaver_at)
WHERE leaver IS NOT NULL;
UPDATE former_seat SET
    taken_seq = (SELECT count(*) FROM move WHERE move.table_id = former_seat.table_id AND at < taken_at),
    left_seq = (SELECT count(*) FROM move WHERE move.table_id = former_seat.table_id AND at <= left_at);
