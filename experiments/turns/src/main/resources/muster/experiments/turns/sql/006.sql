-- How the operations of an arm ended in a restart: operations = ok + errors + absent + duplicate; unknown and aborted are errors.
CREATE TABLE comparison_outcome (
  comparison_id INTEGER NOT NULL REFERENCES comparison ON DELETE CASCADE,
  restart INTEGER NOT NULL,
  arm TEXT NOT NULL,
  ok INTEGER NOT NULL,
  errors INTEGER NOT NULL,
  absent INTEGER NOT NULL,
  duplicate INTEGER NOT NULL,
  unknown INTEGER NOT NULL,
  aborted INTEGER NOT NULL,
  PRIMARY KEY (comparison_id, restart, arm)
) STRICT, WITHOUT ROWID;
