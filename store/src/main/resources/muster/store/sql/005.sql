-- The outcomes of a second by name: operations = ok + errors + absent + duplicate; unknown and aborted are errors. NULL in
-- seconds that an earlier version wrote.
ALTER TABLE interval ADD COLUMN absent INTEGER;
ALTER TABLE interval ADD COLUMN duplicate INTEGER;
ALTER TABLE interval ADD COLUMN unknown INTEGER;
ALTER TABLE interval ADD COLUMN aborted INTEGER;
