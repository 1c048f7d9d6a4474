package muster.model;

/** A lease as it stood when a snapshot of it was committed, or when it ended; state is granted, done, returned or fenced. */
public record LeaseRow(
        PhaseAt at,
        long lease,
        String worker,
        long session,
        long epoch,
        long first,
        long count,
        long stride,
        long grantedNs,
        String state) {}
