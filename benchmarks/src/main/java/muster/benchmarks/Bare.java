package muster.benchmarks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import muster.benchmarks.Measured.Phase;
import muster.workloads.Workload.Operations;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.PhaseKind;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanCheck;
import muster.workloads.plan.PlanException;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.Settings;
import muster.workloads.target.Depth;
import muster.workloads.target.Probe;
import muster.workloads.target.Session;
import muster.workloads.target.Target;
import muster.workloads.target.Transaction;
import org.neo4j.driver.Config;
import org.neo4j.driver.Driver;
import org.neo4j.driver.GraphDatabase;
import org.neo4j.driver.Logging;

/**
 * The process of the bare side: resets and loads the database through the target, so that both sides find the same
 * state, and then runs the other phases of the plan by hand. Arguments: PLAN --set KEY=VALUE ...
 */
final class Bare {
    /** What a line with a figure begins with: phase, amount, nanoseconds, then words for people. */
    private static final String FIGURE = "figure ";

    private final PlanCheck check;
    private final Plan plan;

    private Bare(Plan plan) {
        this.plan = plan;
        this.check = PlanCheck.check(plan, name -> {
            throw new PlanException(name);
        });
    }

    public static void main(String[] arguments) throws Exception {
        List<String> sets = Arrays.stream(arguments)
                .skip(1)
                .filter(word -> !word.equals("--set"))
                .toList();
        new Bare(PlanReader.read(Path.of(arguments[0]), sets)).run();
    }

    private void run() throws Exception {
        try (Target target =
                check.target().open(plan.target().settings(), plan.workload().settings())) {
            target.reset("benchmark");
            for (ExecutedPhase phase : check.phases()) {
                if (phase.spec().kind() == PhaseKind.LOAD) {
                    load(phase, target);
                }
            }
        }
        Settings settings = plan.target().settings();
        try (Driver driver = GraphDatabase.driver(settings.text("uri"), config())) {
            BareLoop loop = new BareLoop(driver, settings.text("database", "neo4j"), statements(), check.defaults());
            for (ExecutedPhase phase : check.phases()) {
                if (phase.spec().kind() != PhaseKind.LOAD) {
                    measure(phase, loop);
                }
            }
        }
    }

    /** Not measured, so one session is enough. */
    private void load(ExecutedPhase phase, Target target) throws Exception {
        Operations operations = check.workload().operations(phase.key());
        Transaction transaction = new Transaction(phase.actionsPerTransaction());
        try (Session session = target.session(Depth.EXECUTE)) {
            for (long index = 0; index < phase.planned(); index++) {
                transaction.add(operations.at(index));
                if (transaction.size() == phase.actionsPerTransaction() || index + 1 == phase.planned()) {
                    session.execute(transaction, Probe.NONE);
                    transaction.clear();
                }
            }
        }
        if (phase.indexAfter()) {
            target.awaitIndexes();
        }
    }

    private BareStatements statements() {
        return plan.workload().kind().equals("graphity")
                ? BareStatements.graphity(plan.workload().settings())
                : BareStatements.batchInsert();
    }

    private void measure(ExecutedPhase phase, BareLoop loop) throws InterruptedException {
        BareLoop.Result result = loop.run(phase, check.workload().operations(phase.key()));
        if (phase.spec().kind() == PhaseKind.MEASURE) {
            System.out.printf(
                    "%s%s %d %d p99 %.1f ms, %d retries, %d failed%n",
                    FIGURE,
                    phase.name(),
                    result.amount(),
                    result.ns(),
                    result.serviceNs().getValueAtPercentile(99) / 1e6,
                    result.retries(),
                    result.failed());
        }
    }

    /** What it printed, read again by the process that started it. */
    static Measured read(Finished finished) {
        List<Phase> phases = new ArrayList<>();
        String note = "";
        for (String line : finished.lines()) {
            if (line.startsWith(FIGURE)) {
                String[] words = line.substring(FIGURE.length()).split(" ", 4);
                phases.add(new Phase(words[0], Double.parseDouble(words[1]), Double.parseDouble(words[2])));
                note = words[3];
            }
        }
        return new Measured(phases, note);
    }

    /** The target's settings of the driver, so that the driver costs both sides the same. */
    @SuppressWarnings("deprecation") // Of the ways to silence the driver, only this one is not for the whole process.
    private static Config config() {
        return Config.builder()
                .withLogging(Logging.none())
                .withTelemetryDisabled(true)
                .withMinimumNotificationSeverity(null)
                .withMaxConnectionPoolSize(-1)
                .withConnectionAcquisitionTimeout(0, TimeUnit.MILLISECONDS)
                .build();
    }
}
