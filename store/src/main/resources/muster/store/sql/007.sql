-- What a session held when it left a phase, and had neither reported nor given back: it may have executed these indexes, and
-- another coordinator must know how often an index was granted again. [[first, count, stride], ...] as in report.covered.
ALTER TABLE worker ADD COLUMN lost TEXT NOT NULL DEFAULT '[]';
