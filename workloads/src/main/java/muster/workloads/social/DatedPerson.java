package muster.workloads.social;

/** Somebody, and since when: a friend, or a member of a forum. */
record DatedPerson(long rank, long sinceMs) {}
