package muster.benchmarks.bare;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import muster.workloads.Workload.Operations;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.PhaseKind;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanCheck;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.language.PlanException;
import muster.workloads.target.Depth;
import muster.workloads.target.Probe;
import muster.workloads.target.Session;
import muster.workloads.target.Target;
import muster.workloads.target.Transaction;

/**
 * The process of the bare side: resets and loads the database through the target, so that both sides find the same
 * state, and then runs the other phases of the plan by hand. Arguments: PLAN KEY=VALUE ... For each line of its input it
 * does all of this once, prints a line for each measured phase (its name, amount, nanoseconds, then words for people),
 * and then {@link #DONE}.
 */
final class Bare {
    static final String AGAIN = "again";
    static final String DONE = "done";

    private final PlanCheck check;
    private final Plan plan;

    private Bare(Plan plan) {
        this.plan = plan;
        this.check = PlanCheck.check(plan, name -> {
            throw new PlanException(name);
        });
    }

    public static void main(String[] arguments) throws Exception {
        Bare bare = new Bare(PlanReader.read(
                Path.of(arguments[0]), Arrays.stream(arguments).skip(1).toList()));
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        while (AGAIN.equals(commands.readLine())) {
            bare.run();
            System.out.println(DONE);
        }
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
        try (BareDatabase database = BareDatabase.open(plan, check.defaults())) {
            BareLoop loop = new BareLoop(database, check.defaults());
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

    private void measure(ExecutedPhase phase, BareLoop loop) throws Exception {
        BareLoop.Result result = loop.run(phase, check.workload().operations(phase.key()));
        if (phase.spec().kind() == PhaseKind.MEASURE) {
            System.out.printf(
                    "%s %d %d p99 %.1f ms, %d retries, %d failed%n",
                    phase.name(),
                    result.amount(),
                    result.ns(),
                    result.serviceNs().getValueAtPercentile(99) / 1e6,
                    result.retries(),
                    result.failed());
        }
    }
}
