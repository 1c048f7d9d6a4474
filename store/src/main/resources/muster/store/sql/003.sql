-- What was asked for, so that a run can go on after its coordinator died: the message as it came, and the incarnation
-- of the coordinator that began the run. It holds no secret: plans refer to them.
CREATE TABLE submission (
  run_id INTEGER PRIMARY KEY REFERENCES run ON DELETE CASCADE,
  epoch INTEGER NOT NULL,
  request BLOB NOT NULL
) STRICT;

-- Every coordinator that used this file: a worker that comes back names the one that it knew.
CREATE TABLE incarnation (
  epoch INTEGER PRIMARY KEY
) STRICT;
