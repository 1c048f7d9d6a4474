package muster.targets.contract;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import muster.workloads.answers.AnswerSink;
import muster.workloads.operation.Operation;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.Outcome;
import muster.workloads.target.Probe;
import muster.workloads.target.Session;
import muster.workloads.target.Stage;
import muster.workloads.target.Transaction;
import org.jspecify.annotations.Nullable;

/** Keeps what a session reports. */
public final class RecordingProbe implements Probe {
    private final List<Stage> stages = new ArrayList<>();
    private final Map<Integer, Outcome> outcomes = new HashMap<>();
    private final Map<Integer, Long> elements = new HashMap<>();
    private final Map<Integer, List<Long>> feeds = new HashMap<>();
    private final Map<Integer, List<List<@Nullable Object>>> rows = new HashMap<>();

    /** Executes the operations in one transaction. */
    public static RecordingProbe execute(Session session, Operation... operations) throws OperationFailure {
        RecordingProbe probe = new RecordingProbe();
        session.execute(Transaction.of(operations), probe);
        return probe;
    }

    public static RecordingProbe execute(Session session, List<? extends Operation> operations)
            throws OperationFailure {
        return execute(session, operations.toArray(Operation[]::new));
    }

    @Override
    public void stage(Stage stage, long endNs) {
        stages.add(stage);
    }

    @Override
    public void outcome(int position, Outcome outcome) {
        outcomes.put(position, outcome);
    }

    @Override
    public void elements(int position, long count) {
        elements.merge(position, count, Long::sum);
    }

    /** Safe for threads: rows come from those of a driver. */
    @Override
    public AnswerSink answer(int position) {
        List<List<@Nullable Object>> answer = Collections.synchronizedList(new ArrayList<>());
        rows.put(position, answer);
        return values -> answer.add(Arrays.asList(values.clone()));
    }

    @Override
    public void bytes(long sent, long received) {}

    @Override
    public void feed(int position, long[] posts) {
        feeds.put(position, Arrays.stream(posts).boxed().toList());
    }

    /** In the order in which they ended. */
    public List<Stage> stages() {
        return stages;
    }

    /** The rows of the answers that were asked for, by position. */
    public Map<Integer, List<List<@Nullable Object>>> rows() {
        return rows;
    }

    public Outcome outcome(int position) {
        return outcomes.getOrDefault(position, Outcome.OK);
    }

    /** Those that were told, by position. */
    public Map<Integer, Outcome> outcomes() {
        return outcomes;
    }

    public Map<Integer, Long> elements() {
        return elements;
    }

    /** The posts of the feeds that brought one, by position. */
    public Map<Integer, List<Long>> feeds() {
        return feeds;
    }
}
