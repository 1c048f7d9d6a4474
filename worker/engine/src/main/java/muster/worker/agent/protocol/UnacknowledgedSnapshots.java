package muster.worker.agent.protocol;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import muster.protocol.Coverage;
import muster.protocol.Snapshot;

/** Numbers the snapshots of one assignment, and keeps each until the coordinator has stored it. */
final class UnacknowledgedSnapshots {
    /** Ten minutes of intervals: beyond that the worker asks for no more work. */
    private static final int LIMIT = 600;

    private final long assignment;
    private final Deque<Snapshot> oldestFirst = new ArrayDeque<>();
    private long nextSeq = 1;

    UnacknowledgedSnapshots(long assignment) {
        this.assignment = assignment;
    }

    Snapshot add(Snapshot.Builder recorded) {
        Snapshot snapshot = recorded.setAssignment(assignment).setSeq(nextSeq++).build();
        oldestFirst.add(snapshot);
        return snapshot;
    }

    /** Removes the snapshots up to this number; returns what they cover. */
    List<Coverage> acknowledge(long through) {
        Deque<Coverage> covered = new ArrayDeque<>();
        while (!oldestFirst.isEmpty() && oldestFirst.peek().getSeq() <= through) {
            covered.addAll(oldestFirst.remove().getCoverageList());
        }
        return List.copyOf(covered);
    }

    boolean none() {
        return oldestFirst.isEmpty();
    }

    boolean full() {
        return oldestFirst.size() >= LIMIT;
    }

    List<Snapshot> all() {
        return List.copyOf(oldestFirst);
    }

    long nextSeq() {
        return nextSeq;
    }
}
