package muster.cli.interleave;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import muster.cli.host.OwnJvm;
import muster.cli.run.PlanArguments;
import muster.cli.run.RunArguments;
import muster.cli.run.WorkerCommand;
import muster.cli.terminal.Interrupts;
import muster.coordinator.core.event.ExitCode;
import muster.coordinator.server.FileDepot;
import muster.protocol.Submit;
import muster.store.analysis.overhead.ArmLatency;
import muster.store.analysis.overhead.Restart;
import muster.store.file.row.TurnRow;
import muster.worker.agent.EngineSetup;
import muster.worker.agent.TargetCache;
import muster.worker.engine.time.TurnGate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** One restart of an interleaved comparison: prints its turns, and then the latencies of both arms, for the process that compares. */
@Command(name = "arms", hidden = true, description = "One restart of ./muster overhead.")
@SuppressWarnings("NullAway.Init") // picocli sets them.
public final class ArmsCommand implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Mixin
    private final PlanArguments plan = new PlanArguments();

    @Option(names = "--folder", required = true, description = "Where both arms write their stores.")
    private Path folder;

    @Option(names = "--lease", required = true, description = "Operations in one lease of the cluster.")
    private String lease;

    @Option(names = "--seed", required = true, description = "Of the order of turns.")
    private long seed;

    @Option(names = "--turn-ms", required = true, description = "Length of a turn.")
    private long turnMs;

    @Option(names = "--warm-up", required = true, description = "Blocks that are not told.")
    private int warmUp;

    @Option(names = "--blocks", required = true, description = "Blocks of four turns.")
    private int blocks;

    @Option(names = "--allow-erase", description = "As of run.")
    private String mayErase = "";

    @Option(names = "--twin", description = "The second arm is a standalone one too.")
    private boolean twin;

    @Spec
    private CommandSpec spec;

    private final AtomicBoolean stopped = new AtomicBoolean();

    @Override
    public Integer call() throws InterruptedException, IOException {
        OwnJvm.attachToParent();
        Interrupts.handle(() -> stopped.set(true));
        ArmPlans plans = ArmPlans.of(plan.plan());
        RunArguments arguments = RunArguments.of(plan, Duration.ofMinutes(1));
        TargetCache targets = new TargetCache(arguments.rule());
        try (StandaloneArm standalone = new StandaloneArm(
                Restart.STANDALONE,
                submit(arguments, plans.first(), 0),
                plans.phases().getFirst(),
                setup(targets),
                arguments.depot(),
                folder.resolve("standalone.db"))) {
            begun(standalone);
            Submit submit = submit(arguments, plans.second(), RunArguments.leaseSize(lease));
            try (ArmRun second = second(submit, plans.phases().getLast(), setup(targets), arguments.depot())) {
                begun(second);
                return measure(List.of(standalone, second));
            }
        }
    }

    private ArmRun second(Submit submit, String phase, EngineSetup setup, FileDepot depot) {
        Path file = folder.resolve("cluster.db");
        return twin
                ? new StandaloneArm(Restart.CLUSTER, submit, phase, setup, depot, file)
                : new ClusterArm(submit, phase, setup, depot, file);
    }

    /** It waits from here on: a client that never blocks would keep the other arm's sessions from opening. */
    private static void begun(ArmRun run) throws InterruptedException {
        run.awaitMeasuring();
        TurnTaking.stop(run.arm(), PATIENCE);
    }

    private EngineSetup setup(TargetCache targets) {
        return new EngineSetup(WorkerCommand.dataFolder(), targets, new TurnGate());
    }

    private Submit submit(RunArguments arguments, String text, int leaseSize) {
        return arguments.submit(1).toBuilder()
                .setPlan(text)
                .setName("")
                .setTrials(1)
                .setLeaseSize(leaseSize)
                .setAllowErase(mayErase)
                .setOverhead(true)
                .build();
    }

    private int measure(List<ArmRun> runs) throws InterruptedException {
        TurnSchedule schedule = new TurnSchedule(seed);
        Duration turn = Duration.ofMillis(turnMs);
        List<Arm> arms = runs.stream().map(ArmRun::arm).toList();
        new TurnTaking(arms, schedule, turn, PATIENCE, row -> {}).run(warmUp, () -> goesOn(runs));
        List<Long> fromNs =
                runs.stream().map(run -> run.arm().gate().activeNs()).toList();
        new TurnTaking(arms, schedule, turn, PATIENCE, this::tell).run(blocks, () -> goesOn(runs));
        runs.forEach(ArmRun::cancel);
        for (int i = 0; i < runs.size(); i++) {
            var unused = runs.get(i).awaitEnd();
            tell(runs.get(i), fromNs.get(i));
        }
        return (stopped.get() ? ExitCode.ABORTED : ExitCode.OK).code();
    }

    private boolean goesOn(List<ArmRun> runs) {
        runs.forEach(ArmRun::requireRunning);
        return !stopped.get();
    }

    private void tell(TurnRow row) {
        print(ArmLines.of(row));
    }

    private void tell(ArmRun run, long fromNs) {
        print(ArmLines.of(run.arm().name(), ArmLatency.read(run.store(), fromNs)));
    }

    private void print(String line) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(line);
        out.flush();
    }
}
