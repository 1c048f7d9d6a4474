-- Which of the arms' ranges of indexes the arm worked on; those that share a database change them from restart to restart. 0 in older
-- files, where it is not known.
ALTER TABLE turn ADD COLUMN key_range INTEGER NOT NULL DEFAULT 0;
