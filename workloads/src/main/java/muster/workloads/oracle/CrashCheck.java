package muster.workloads.oracle;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongPredicate;
import muster.workloads.Workload;
import muster.workloads.Workload.Operations;
import muster.workloads.operation.GraphityOperation.AddUser;
import muster.workloads.operation.GraphityOperation.Follow;
import muster.workloads.operation.GraphityOperation.LoadFollows;
import muster.workloads.operation.GraphityOperation.Post;
import muster.workloads.operation.GraphityOperation.Unfollow;
import muster.workloads.operation.InsertOperation;
import muster.workloads.operation.Operation;
import muster.workloads.oracle.EdgeCheck.Edge;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.target.Outcome;

/**
 * What a database kept of the writes of a phase in which its server crashed. It is asked by executing each write again:
 * one that is there is a "duplicate", and an edge that was taken away is "absent". So every target can be asked, and
 * afterwards nothing is lost any more: later phases find what the answers promised.
 *
 * <p>Memory: some hundred bytes a write. Not safe for several threads.
 */
public final class CrashCheck {
    private final KnownOutcomes known;
    private final int block;
    private final Map<Edge, Integer> writers = new HashMap<>();
    private final Map<Edge, Effect> loaded = new HashMap<>();
    private final Map<Long, Operation> refused = new TreeMap<>();
    private final Map<Long, Operation> others = new TreeMap<>();
    private final TreeSet<Long> lost = new TreeSet<>();
    private final TreeSet<Long> unknown = new TreeSet<>();
    private final TreeSet<Long> missing = new TreeSet<>();
    private final TreeSet<Long> phantoms = new TreeSet<>();
    private long unjudged;

    private CrashCheck(KnownOutcomes known, int block) {
        this.known = known;
        this.block = block;
    }

    /**
     * Collects the writes of the last phase.
     *
     * @param phases all that were executed so far; the server crashed in the last one
     * @param known one for each of them
     */
    public static CrashCheck of(Workload workload, List<ExecutedPhase> phases, List<KnownOutcomes> known) {
        ExecutedPhase crashed = phases.getLast();
        CrashCheck check = new CrashCheck(known.getLast(), crashed.actionsPerTransaction());
        for (int phase = 0; phase < phases.size(); phase++) {
            Operations operations = phases.get(phase).operations(workload);
            known.get(phase).executed().forEach(index -> check.writes(operations.at(index)));
        }
        for (int phase = 0; phase < phases.size(); phase++) {
            Operations operations = phases.get(phase).operations(workload);
            KnownOutcomes outcomes = known.get(phase);
            outcomes.executed().forEach(index -> check.loads(operations.at(index), outcomes.loaded(index)));
        }
        Operations operations = crashed.operations(workload);
        known.getLast().executed().forEach(index -> check.collect(index, operations.at(index)));
        return check;
    }

    private void writes(Operation operation) {
        switch (operation) {
            case Follow(long user, long followee) -> writers.merge(new Edge(user, followee), 1, Integer::sum);
            case Unfollow(long user, long followee) -> writers.merge(new Edge(user, followee), 1, Integer::sum);
            default -> {}
        }
    }

    private void loads(Operation operation, Effect effect) {
        if (operation instanceof LoadFollows(long user, long[] followees)) {
            for (long followee : followees) {
                Edge edge = new Edge(user, followee);
                if (writers.containsKey(edge)) {
                    loaded.put(edge, effect);
                }
            }
        }
    }

    private void collect(long index, Operation operation) {
        boolean judged = switch (operation) {
            case Post post -> true;
            case AddUser user -> true;
            case InsertOperation insert -> true;
            case Follow(long user, long followee) -> alone(new Edge(user, followee), Effect.NONE);
            case Unfollow(long user, long followee) -> alone(new Edge(user, followee), Effect.ONCE);
            default -> false;
        };
        if (judged) {
            boolean nothing = known.absent().contains(index);
            if (!nothing || !(operation instanceof Unfollow)) {
                (nothing ? refused : others).put(index, operation);
            }
            if (known.uncertain().contains(index)) {
                unknown.add(index);
            }
        } else if (operation instanceof Follow || operation instanceof Unfollow) {
            unjudged++;
        }
    }

    /** Whether no other operation decides about the edge: one to follow was not there before, one to unfollow was loaded. */
    private boolean alone(Edge edge, Effect before) {
        return writers.getOrDefault(edge, 0) == 1
                && loaded.getOrDefault(edge, Effect.NONE).equals(before);
    }

    // ---- questions and answers ----

    /** A write that is to be executed again. */
    public record Question(long index, Operation operation) {}

    /** Those to be asked first, one after another, since the answers to the rest may let them succeed. */
    public List<Question> first() {
        return questions(refused);
    }

    /** All others; those of one list may be asked at the same time, the lists one after another. */
    public List<List<Question>> rest() {
        List<Question> vertices = new ArrayList<>();
        List<Question> edges = new ArrayList<>();
        for (Question question : questions(others)) {
            (isVertex(question.operation()) ? vertices : edges).add(question);
        }
        return List.of(vertices, edges);
    }

    private static boolean isVertex(Operation operation) {
        return operation instanceof AddUser || operation instanceof InsertOperation.InsertVertices;
    }

    private static List<Question> questions(Map<Long, Operation> writes) {
        return writes.entrySet().stream()
                .map(entry -> new Question(entry.getKey(), entry.getValue()))
                .toList();
    }

    /** What the second execution was answered with. */
    public synchronized void answered(Question question, Outcome outcome) {
        boolean there = outcome == (question.operation() instanceof Unfollow ? Outcome.ABSENT : Outcome.DUPLICATE);
        long index = question.index();
        if (refused.containsKey(index)) {
            if (there) {
                phantoms.add(index);
            }
        } else if (!there) {
            (unknown.contains(index) ? missing : lost).add(index);
        }
    }

    // ---- conclusions ----

    /** The outcomes of the phase as they are true of the database after the crash, before anything was asked. */
    public KnownOutcomes kept() {
        return new KnownOutcomes(
                without(known.executed(), index -> lost.contains(index) || missing.contains(index)),
                without(known.absent(), phantoms::contains),
                without(known.duplicate(), lost::contains),
                without(known.uncertain(), unknown::contains),
                without(known.again(), others::containsKey),
                List.of());
    }

    private static Ranges without(Ranges indexes, LongPredicate others) {
        TreeSet<Long> rest = new TreeSet<>();
        indexes.forEach(index -> {
            if (!others.test(index)) {
                rest.add(index);
            }
        });
        return Ranges.of(rest);
    }

    /** Acknowledged writes that are gone, ascending, with what they were. */
    public Map<Long, Operation> lost() {
        Map<Long, Operation> gone = new TreeMap<>();
        lost.forEach(index -> gone.put(index, others.get(index)));
        return gone;
    }

    /** Acknowledged writes whose index is in this set, or is not. */
    public long acknowledged(Ranges before, boolean within) {
        return others.keySet().stream()
                .filter(index -> !unknown.contains(index) && before.contains(index) == within)
                .count();
    }

    /** Writes without an answer, or with an error. */
    public long unknown() {
        return unknown.size();
    }

    /** Those of them that are there. */
    public long unknownKept() {
        return (long) unknown.size() - missing.size();
    }

    /** Writes that were answered with "absent". */
    public long refused() {
        return refused.size();
    }

    /** Those of them that are there. */
    public long phantoms() {
        return phantoms.size();
    }

    /** Transactions of which a part is there. */
    public long halfTransactions() {
        Map<Long, Integer> kept = new HashMap<>();
        for (long index : others.keySet()) {
            boolean there = !lost.contains(index) && !missing.contains(index);
            kept.merge(index / block, there ? 1 : 2, (a, b) -> a | b);
        }
        return kept.values().stream().filter(seen -> seen == 3).count();
    }

    /** Writes to edges that others wrote too. */
    public long unjudged() {
        return unjudged;
    }
}
