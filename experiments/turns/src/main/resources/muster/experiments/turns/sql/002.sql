-- What the compilers of JVMs took of cpu_ns: clients and coordinator that are still warming up. 0 in older files.
ALTER TABLE turn ADD COLUMN compiler_ns INTEGER NOT NULL DEFAULT 0;
