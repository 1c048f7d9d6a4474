package muster.simulator;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import muster.coordinator.core.event.Action;
import muster.model.IndexRange;
import muster.model.PhaseAt;
import muster.model.PhaseEnd;
import muster.model.SnapshotKey;
import muster.model.SnapshotReport;
import muster.model.StreamIndex;

/** What the store holds for good: begun phases, who served them, snapshots, and the union of what they cover. */
final class DurableBook {
    private final Timeline time;
    private final Map<SnapshotKey, SnapshotReport> snapshots = new LinkedHashMap<>();
    /** By session, snapshots that the coordinator has handed over and that are not durable yet. */
    private final Map<Long, Set<SnapshotKey>> waiting = new HashMap<>();

    private final Map<PhaseAt, IndexBits> covered = new HashMap<>();
    private final Map<PhaseAt, Set<Long>> enrolled = new HashMap<>();
    private final Map<PhaseAt, Set<Long>> departed = new HashMap<>();
    private final Set<PhaseAt> begun = new HashSet<>();
    private final Map<PhaseAt, Map<Integer, Long>> marks = new HashMap<>();
    private boolean givenUp;
    private boolean asked;

    DurableBook(Timeline time) {
        this.time = time;
    }

    /** The coordinator hands a snapshot to the store. */
    void handedOver(SnapshotReport report) {
        SnapshotKey key = report.key();
        SnapshotReport before = snapshots.get(key);
        if (before == null || (!before.accepted() && report.accepted())) {
            waiting.computeIfAbsent(key.session(), session -> new HashSet<>()).add(key);
        }
    }

    void acknowledged(long session, long through) {
        for (SnapshotKey key : waiting.getOrDefault(session, Set.of())) {
            if (key.seq() <= through) {
                throw time.violation(
                        "snapshot " + key.seq() + " of session " + session + " is acknowledged before it is durable");
            }
        }
    }

    /** The coordinator died: what was not durable is gone. */
    void died() {
        waiting.clear();
        asked = false;
    }

    void write(Action.Write write) {
        switch (write) {
            case Action.WritePhase phase
            when phase.row().startNs() > 0 -> begun.add(phase.row().at());
            case Action.WriteWorker worker -> {
                sessions(enrolled, worker.row().at()).add(worker.row().session());
                if (worker.row().leftNs() > 0) {
                    sessions(departed, worker.row().at()).add(worker.row().session());
                }
            }
            case Action.LeftBehind behind -> sessions(departed, behind.at()).add(behind.session());
            case Action.Commit commit -> commit(commit.report());
            case Action.Reserve reserve ->
                marks.computeIfAbsent(reserve.at(), key -> new HashMap<>())
                        .put(StreamIndex.stream(reserve.mark()), reserve.mark());
            case Action.GiveUp giveUp -> givenUp = true;
            case Action.ResumeRun resume -> givenUp = false;
            default -> {
                // Holds nothing that is promised.
            }
        }
    }

    private static Set<Long> sessions(Map<PhaseAt, Set<Long>> of, PhaseAt at) {
        return of.computeIfAbsent(at, key -> new HashSet<>());
    }

    private void commit(SnapshotReport report) {
        SnapshotKey key = report.key();
        waiting.computeIfAbsent(key.session(), session -> new HashSet<>()).remove(key);
        SnapshotReport before = snapshots.get(key);
        if (before == null || (!before.accepted() && report.accepted())) {
            snapshots.put(key, report);
            count(report);
        }
    }

    private void count(SnapshotReport report) {
        if (!report.accepted()) {
            return;
        }
        IndexBits union = union(report.key().at());
        for (IndexRange range : report.covered()) {
            for (long i = 0; i < range.count(); i++) {
                long index = range.first() + i * range.stride();
                if (StreamIndex.stream(index) != report.stream()) {
                    throw time.violation("a report of stream " + report.stream() + " covers index " + index);
                }
                if (!union.add(index)) {
                    throw time.violation("index " + index + " is counted twice, at last by session "
                            + report.key().session());
                }
            }
        }
    }

    private IndexBits union(PhaseAt at) {
        return covered.computeIfAbsent(at, key -> new IndexBits());
    }

    /** Somebody asks this incarnation for an interrupted run. */
    void asked() {
        asked = true;
    }

    /** The coordinator goes on with the run. */
    void resumes() {
        if (givenUp && !asked) {
            throw time.violation("a run goes on that was given up, and nobody has asked for it");
        }
    }

    boolean isBegun(PhaseAt at) {
        return begun.contains(at);
    }

    /** Another incarnation takes it that nothing of the stream from here on was granted. */
    long mark(PhaseAt at, int stream) {
        return marks.getOrDefault(at, Map.of()).getOrDefault(stream, StreamIndex.first(stream));
    }

    boolean isEnrolled(PhaseAt at, long session) {
        return enrolled.getOrDefault(at, Set.of()).contains(session);
    }

    boolean hasDeparted(PhaseAt at, long session) {
        return departed.getOrDefault(at, Set.of()).contains(session);
    }

    boolean isCovered(PhaseAt at, long index) {
        return union(at).has(index);
    }

    /** Covered and missing are all that was planned, and nothing is both; of each stream, too. */
    void closed(PhaseEnd end) {
        IndexBits union = union(end.at());
        IndexBits missing = new IndexBits();
        end.missing().forEach(missing::addAll);
        if (missing.intersects(union) || union.size() + missing.size() != end.planned()) {
            throw time.violation("phase " + end.at().phase() + " planned " + end.planned() + ", covered " + union.size()
                    + ", misses " + missing.size());
        }
        for (int stream = 0; stream < end.plannedByStream().size(); stream++) {
            long planned = end.plannedByStream().get(stream);
            if (union.size(stream) + missing.size(stream) != planned) {
                throw time.violation(
                        "stream " + stream + " of phase " + end.at().phase() + " planned " + planned + ", covered "
                                + union.size(stream) + ", misses " + missing.size(stream));
            }
        }
    }

    /** The union of what accepted snapshots cover. */
    List<IndexRange> covered(PhaseAt at) {
        return covered.getOrDefault(at, new IndexBits()).ranges();
    }

    /** By session, the highest number whose snapshot and all before it are durable. */
    Map<Long, Long> committed(PhaseAt at) {
        Map<Long, Long> committed = new HashMap<>();
        snapshots.entrySet().stream()
                .filter(entry ->
                        entry.getValue().accepted() && entry.getKey().at().equals(at))
                .map(Map.Entry::getKey)
                .sorted(Comparator.comparingLong(SnapshotKey::seq))
                .forEach(key -> committed.merge(
                        key.session(), key.seq() == 1 ? 1L : 0L, (had, one) -> had + 1 == key.seq() ? key.seq() : had));
        return committed;
    }

    long size() {
        return snapshots.size();
    }
}
