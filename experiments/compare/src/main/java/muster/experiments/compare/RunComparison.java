package muster.experiments.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import muster.report.analysis.AnalysisException;
import muster.report.analysis.BlockReader;
import muster.report.analysis.ErrorShare;
import muster.report.analysis.OperationBlocks;
import muster.report.analysis.OperationBlocks.Figure;
import muster.report.analysis.OperationBlocks.Figures;
import muster.statistics.Change;
import muster.statistics.Change.Sense;
import muster.statistics.Estimate;
import muster.statistics.Gate;
import muster.statistics.Interval;

/**
 * Run B beside run A.
 *
 * @param environment what differs of machines and versions
 * @param plan what differs of the plans
 * @param leftOut steps and operations that only one side has
 */
public record RunComparison(
        ComparedRun a,
        ComparedRun b,
        String timing,
        List<Difference> environment,
        List<Difference> plan,
        List<String> leftOut,
        List<Operation> operations) {

    /** The same data give the same intervals. */
    private static final long SEED = 1;

    /** A fact of both; "-" where one side has none. */
    public record Difference(String key, String a, String b) {
        /** Whether it says that the two were not asked the same. */
        public boolean ofWork() {
            return key.startsWith("workload.") || key.startsWith("phases.") || key.equals("text");
        }

        static List<Difference> between(Map<String, String> a, Map<String, String> b) {
            Set<String> keys = new TreeSet<>(a.keySet());
            keys.addAll(b.keySet());
            return keys.stream()
                    .map(key -> new Difference(key, a.getOrDefault(key, "-"), b.getOrDefault(key, "-")))
                    .filter(fact -> !fact.a.equals(fact.b))
                    .toList();
        }
    }

    /**
     * One operation of one measured phase of one step.
     *
     * @param step its parameters as JSON; "{}" where nothing is swept
     * @param phase as B names it
     * @param steady whether throughput stayed on one level on both sides, as far as is known
     */
    public record Operation(
            String step, String phase, String name, boolean steady, int trialsA, int trialsB, List<Compared> figures) {
        /** Of the side with fewer. */
        public int trials() {
            return Math.min(trialsA, trialsB);
        }
    }

    /** One figure. */
    public record Compared(Figure figure, Estimate a, Estimate b, Change change) {
        public Interval ratio() {
            return b.by(a);
        }

        static Compared of(Figure figure, Estimate a, Estimate b, int trials) {
            Sense sense = figure == Figure.THROUGHPUT ? Sense.RATE : Sense.TIME;
            return new Compared(figure, a, b, Change.of(a, b, sense, trials));
        }
    }

    /**
     * Compares what is comparable.
     *
     * @throws AnalysisException where nothing is
     */
    public static RunComparison of(RunSource sourceA, RunSource sourceB, String timing) {
        if (sourceA.isSameAs(sourceB)) {
            throw new AnalysisException("both sides are run " + sourceA.runId() + " of " + sourceA.file()
                    + ": name two, such as " + sourceA.file() + " 1 2");
        }
        ComparedRun a = sourceA.read();
        ComparedRun b = sourceB.read();
        if (!a.workload().equals(b.workload())) {
            throw new AnalysisException("%s did %s and %s did %s: there is nothing to compare"
                    .formatted(a.label(), a.workload(), b.label(), b.workload()));
        }
        List<String> leftOut = new ArrayList<>();
        List<Operation> operations = new ArrayList<>();
        for (int[] pair : steps(a, b, leftOut)) {
            boolean steady = !a.unsteady().contains(pair[0]) && !b.unsteady().contains(pair[1]);
            operations.addAll(phases(
                    steady,
                    String.valueOf(b.steps().get(pair[1])),
                    BlockReader.read(sourceA.query(), sourceA.runId(), pair[0], timing),
                    BlockReader.read(sourceB.query(), sourceB.runId(), pair[1], timing),
                    leftOut));
        }
        if (operations.isEmpty()) {
            throw new AnalysisException("%s and %s have no step and operation in common: %s"
                    .formatted(a.label(), b.label(), String.join("; ", leftOut)));
        }
        List<Difference> environment = Difference.between(a.environment(), b.environment());
        return new RunComparison(
                a, b, timing, environment, Difference.between(a.plan(), b.plan()), leftOut, operations);
    }

    /** Steps of equal parameters; of runs with one step each these two, whatever was set. */
    private static List<int[]> steps(ComparedRun a, ComparedRun b, List<String> leftOut) {
        if (a.steps().size() == 1 && b.steps().size() == 1) {
            return List.of(new int[] {
                a.steps().keySet().iterator().next(),
                b.steps().keySet().iterator().next()
            });
        }
        List<int[]> pairs = new ArrayList<>();
        a.steps()
                .forEach((step, parameters) -> b.steps().entrySet().stream()
                        .filter(other -> other.getValue().equals(parameters))
                        .findFirst()
                        .ifPresentOrElse(
                                other -> pairs.add(new int[] {step, other.getKey()}),
                                () -> leftOut.add("only A has step " + parameters)));
        b.steps().values().stream()
                .filter(parameters -> !a.steps().containsValue(parameters))
                .forEach(parameters -> leftOut.add("only B has step " + parameters));
        return pairs;
    }

    /** Phases of equal names; of steps with one measured phase each these two. */
    private static List<Operation> phases(
            boolean steady,
            String step,
            Map<String, Map<String, OperationBlocks>> a,
            Map<String, Map<String, OperationBlocks>> b,
            List<String> leftOut) {
        List<Operation> operations = new ArrayList<>();
        boolean single = a.size() == 1 && b.size() == 1;
        b.forEach((phase, ofB) -> {
            Map<String, OperationBlocks> ofA = single ? a.values().iterator().next() : a.get(phase);
            if (ofA == null) {
                leftOut.add("only B has phase " + phase);
            } else {
                operations.addAll(operations(steady, step, phase, ofA, ofB, leftOut));
            }
        });
        a.keySet().stream()
                .filter(phase -> !single && !b.containsKey(phase))
                .forEach(phase -> leftOut.add("only A has phase " + phase));
        return operations;
    }

    private static List<Operation> operations(
            boolean steady,
            String step,
            String phase,
            Map<String, OperationBlocks> a,
            Map<String, OperationBlocks> b,
            List<String> leftOut) {
        Map<String, OperationBlocks> common = new TreeMap<>(a);
        common.keySet().retainAll(b.keySet());
        onlyIn(a, common, "A", leftOut);
        onlyIn(b, common, "B", leftOut);
        if (!a.keySet().equals(b.keySet())) {
            // The sums of other operations are other figures.
            common.remove(BlockReader.ALL);
        }
        List<Operation> operations = new ArrayList<>();
        common.forEach((name, ofA) ->
                operations.add(operation(steady, step, phase, name, ofA, Objects.requireNonNull(b.get(name)))));
        return operations;
    }

    private static void onlyIn(
            Map<String, OperationBlocks> side,
            Map<String, OperationBlocks> common,
            String label,
            List<String> leftOut) {
        side.keySet().stream()
                .filter(name -> !common.containsKey(name))
                .forEach(name -> leftOut.add("only " + label + " has operation " + name));
    }

    private static Operation operation(
            boolean steady, String step, String phase, String name, OperationBlocks a, OperationBlocks b) {
        Figures ofA = a.figures(SEED);
        Figures ofB = b.figures(SEED + 1);
        int trials = Math.min(a.trials(), b.trials());
        List<Compared> figures = new ArrayList<>();
        for (Figure figure : Figure.values()) {
            figures.add(Compared.of(figure, ofA.of(figure), ofB.of(figure), trials));
        }
        return new Operation(step, phase, name, steady, a.trials(), b.trials(), figures);
    }

    /** Whether both runs can be trusted. */
    public boolean valid() {
        return a.validity().equals("valid") && b.validity().equals("valid");
    }

    /** Whether a side answered wrongly: what it completed is not what was asked. */
    public boolean answeredWrongly() {
        return !a.wrongAnswers().isEmpty() || !b.wrongAnswers().isEmpty();
    }

    /** Whether more of B's operations failed: its latencies are of those that did not. */
    public boolean failsMore() {
        return b.errorShare() > a.errorShare() + ErrorShare.FEW;
    }

    /** Whether a side was measured on a smaller graph than its plan says. */
    public boolean failedLoad() {
        return a.failedLoad() || b.failedLoad();
    }

    /** Whether a side has too few trials to show how one differs from the next. */
    public boolean fewTrials() {
        return operations.stream().anyMatch(operation -> operation.trials() < Gate.MIN_TRIALS);
    }

    /** Whether all that is compared was measured on one level of throughput. */
    public boolean steady() {
        return operations.stream().allMatch(Operation::steady);
    }

    /** Whether operations of several phases are compared. */
    public boolean severalPhases() {
        return operations.stream().map(Operation::phase).distinct().count() > 1;
    }
}
