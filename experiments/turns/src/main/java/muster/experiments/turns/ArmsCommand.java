package muster.experiments.turns;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ToLongBiFunction;
import muster.cli.host.ForkedJvm;
import muster.cli.run.RunArguments;
import muster.cli.run.WorkerCommand;
import muster.cli.terminal.Interrupts;
import muster.coordinator.core.event.ExitCode;
import muster.protocol.Submit;
import muster.worker.agent.EngineSetup;
import muster.worker.agent.TargetCache;
import muster.worker.engine.time.TurnGate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** One restart of an interleaved comparison: prints its turns, and then the latencies of its arms, for the process that compares. */
@Command(name = "arms", hidden = true, description = "One restart of ./muster overhead or ./muster ab.")
@SuppressWarnings("NullAway.Init") // picocli sets them.
public final class ArmsCommand implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    /** However slow operations are. */
    private static final int MIN_BLOCKS = 2;

    @Option(names = "--arm", required = true, description = "An arm; may be repeated.")
    private List<String> encoded = List.of();

    @Option(names = "--folder", required = true, description = "Where the arms write their stores.")
    private Path folder;

    @Option(names = "--lease", required = true, description = "Operations in one lease of a cluster.")
    private String lease;

    @Option(
            names = "--shift",
            required = true,
            description = "So many places on from its own is the phase that an arm measures.")
    private int shift;

    @Option(names = "--seed", required = true, description = "Of the order of turns.")
    private long seed;

    @Option(
            names = "--blocks",
            required = true,
            description = "Blocks that are reported, at most; as many before those are not.")
    private int blocks;

    @Option(
            names = "--within-ms",
            required = true,
            description = "No block begins later, from the third on; half of it for those that are not reported.")
    private long withinMs;

    @Option(names = "--allow-erase", description = "As of run.")
    private String mayErase = "";

    @Spec
    private CommandSpec spec;

    private final AtomicBoolean stopped = new AtomicBoolean();
    private final List<ArmRun> runs = new ArrayList<>();
    /** Of each, how many of so many executions of an operation may be absent. */
    private final List<ToLongBiFunction<String, Long>> expected = new ArrayList<>();

    @Override
    public Integer call() throws InterruptedException, IOException {
        ForkedJvm.attachToParent();
        Interrupts.handle(() -> stopped.set(true));
        try {
            begin(encoded.stream().map(ArmSpec::decode).toList());
            measure();
        } finally {
            runs.reversed().forEach(ArmRun::close);
        }
        return (stopped.get() ? ExitCode.ABORTED : ExitCode.OK).code();
    }

    /**
     * One after another: each waits once it has begun, as clients that never block would keep sessions from opening. The one
     * that loads the database is the first.
     */
    private void begin(List<ArmSpec> all) throws InterruptedException {
        List<ArmSpec> arms =
                all.stream().sorted(Comparator.comparingInt(ArmSpec::place)).toList();
        Map<String, TargetCache> targets = new HashMap<>();
        int sharing = ArmSpec.sharing(arms);
        for (ArmSpec arm : arms) {
            RunArguments arguments = RunArguments.of(arm.arguments(), Duration.ofMinutes(1));
            ArmPlan plan = ArmPlan.of(arm.read(), arm.place(), (arm.place() + shift) % sharing, sharing);
            TargetCache cache = targets.computeIfAbsent(arm.planKey(), key -> new TargetCache(arguments.access()));
            EngineSetup setup = new EngineSetup(WorkerCommand.dataFolder(), cache, new TurnGate(), arm.leaseCost());
            ArmRun run = run(arm, plan, arguments, setup);
            runs.add(run);
            expected.add(plan.expectedOthers(arm.arguments().files()));
            run.awaitMeasuring();
            var unused = TurnTaking.stop(run.arm(), PATIENCE);
        }
    }

    private ArmRun run(ArmSpec arm, ArmPlan plan, RunArguments arguments, EngineSetup setup) {
        Path file = folder.resolve("arm" + runs.size() + ".db");
        return switch (arm.source()) {
            case STANDALONE ->
                new StandaloneArm(arm.name(), submit(arguments, plan, 0), plan, setup, arguments.depot(), file);
            case CLUSTER ->
                new ClusterArm(
                        arm.name(),
                        submit(arguments, plan, RunArguments.leaseSize(lease)),
                        plan,
                        setup,
                        arguments.depot(),
                        file);
            case OUTSIDE -> new OutsideArm(arm.name(), plan, arm.arguments().files());
        };
    }

    private Submit submit(RunArguments arguments, ArmPlan plan, int leaseSize) {
        return arguments.submit(1).toBuilder()
                .setPlan(plan.text())
                .setName("")
                .setTrials(1)
                .setLeaseSize(leaseSize)
                .setAllowErase(mayErase)
                .setOverhead(true)
                .build();
    }

    private void measure() throws InterruptedException {
        TurnSchedule schedule = new TurnSchedule(seed, runs.size());
        TurnLength length = new TurnLength();
        List<Arm> arms = runs.stream().map(ArmRun::arm).toList();
        take(new TurnTaking(arms, schedule, length, PATIENCE, row -> {}), blocks, withinMs / 2);
        length.settle();
        List<Long> fromNs =
                runs.stream().map(run -> run.arm().gate().activeNs()).toList();
        take(new TurnTaking(arms, schedule, length, PATIENCE, this::tell), blocks, withinMs);
        runs.forEach(ArmRun::cancel);
        for (int i = 0; i < runs.size(); i++) {
            ArmRun run = runs.get(i);
            var unused = run.awaitEnd();
            print(ArmLines.of(run.arm().name(), run.latency(fromNs.get(i), expected.get(i))));
        }
    }

    private void take(TurnTaking turns, int most, long forMs) {
        long untilNs = System.nanoTime() + Duration.ofMillis(forMs).toNanos();
        turns.run(Math.min(most, MIN_BLOCKS), this::running);
        turns.run(most - MIN_BLOCKS, () -> running() && System.nanoTime() < untilNs);
    }

    private boolean running() {
        runs.forEach(ArmRun::requireRunning);
        return !stopped.get();
    }

    private void tell(TurnRow row) {
        print(ArmLines.of(row));
    }

    private void print(String line) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(line);
        out.flush();
    }
}
