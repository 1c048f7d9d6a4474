-- A published claim that was tested. digest: of the claim, its experiments and how they were run; estimate, low and high: of the figure
-- that decided, NULL where there is none.
CREATE TABLE claim (
  claim_id INTEGER PRIMARY KEY,
  digest TEXT NOT NULL UNIQUE,
  claims TEXT NOT NULL,
  source TEXT NOT NULL,
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  sentence TEXT NOT NULL,
  unit TEXT NOT NULL,
  conditions TEXT NOT NULL,
  flaws TEXT NOT NULL,
  shape TEXT NOT NULL,
  quick INTEGER NOT NULL,
  scale REAL NOT NULL,
  rounds INTEGER NOT NULL,
  verdict TEXT NOT NULL,
  estimate REAL,
  low REAL,
  high REAL,
  note TEXT NOT NULL,
  judged_ns INTEGER NOT NULL,
  machine TEXT NOT NULL
) STRICT;

-- What the source of a claim says (side 'published', round 0), and what each round showed (side 'here'). x: NULL for a label alone.
CREATE TABLE claim_value (
  claim_id INTEGER NOT NULL REFERENCES claim ON DELETE CASCADE,
  side TEXT NOT NULL,
  label TEXT NOT NULL,
  x REAL,
  round INTEGER NOT NULL,
  value REAL NOT NULL
) STRICT;
CREATE INDEX claim_value_of ON claim_value(claim_id);

-- The runs that claims rest on. digest: of the experiment and how it was run.
CREATE TABLE claim_run (
  digest TEXT NOT NULL,
  experiment TEXT NOT NULL,
  round INTEGER NOT NULL,
  run_id INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  PRIMARY KEY (digest, round, run_id)
) STRICT, WITHOUT ROWID;
