-- Processor time of the server in a measured turn of a comparison; NULL where the server is not a process of that host.
ALTER TABLE turn ADD COLUMN server_cpu_ns INTEGER;
