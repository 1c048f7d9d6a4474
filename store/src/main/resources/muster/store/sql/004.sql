-- The sum of the checksums of what the operations of a report read: 64 bits that wrap, 0 where none was computed.
ALTER TABLE report ADD COLUMN content INTEGER NOT NULL DEFAULT 0;
