package muster.experiments.turns;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.ToLongBiFunction;
import muster.cli.host.ForkedJvm;
import muster.cli.run.RunArguments;
import muster.cli.run.WorkerCommand;
import muster.cli.terminal.Interrupts;
import muster.coordinator.core.event.ExitCode;
import muster.model.OutcomeCounts;
import muster.protocol.Submit;
import muster.worker.agent.EngineSetup;
import muster.worker.agent.TargetCache;
import muster.worker.engine.Engine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Restarts of a comparison: reads one a line, and prints the turns and the latencies of its arms, for the process that compares. The first
 * loads and warms up. Each gives all arms new clients, new connections and new indexes; compiled code is what stays.
 */
@Command(name = "arms", hidden = true, description = "Restarts of ./muster overhead or ./muster ab.")
@SuppressWarnings("NullAway.Init") // picocli sets them.
public final class ArmsCommand implements Callable<Integer> {
    /** However slow operations are. */
    private static final int MIN_BLOCKS = 2;

    /** Nanoseconds of turns that open connections and are not measured, where all code is compiled. */
    private static final long CONNECTING = 1_000_000_000;

    private static final Duration START = Duration.ofMinutes(10);

    @Option(names = "--arm", required = true, description = "An arm; may be repeated.")
    private List<String> encoded = List.of();

    @Option(names = "--folder", required = true, description = "Where the arms write their stores.")
    private Path folder;

    @Option(names = "--restarts", required = true, description = "Restarts that use what the first loads, at most.")
    private int restarts;

    @Option(names = "--blocks", required = true, description = "Blocks that are measured, at most.")
    private int blocks;

    @Option(
            names = "--within-ms",
            required = true,
            description =
                    "How long blocks are measured at most, from the third on; half as long before that they are not.")
    private long withinMs;

    @Option(names = "--allow-erase", description = "As of run.")
    private String mayErase = "";

    @Spec
    private CommandSpec spec;

    private final AtomicBoolean stopped = new AtomicBoolean();
    private final List<ArmRun> runs = new ArrayList<>();
    private final List<Path> files = new ArrayList<>();
    /** Of each, how many of so many executions of an operation may be absent. */
    private final List<ToLongBiFunction<String, Long>> expected = new ArrayList<>();

    private final Map<String, TargetCache> targets = new HashMap<>();

    @Override
    public Integer call() throws InterruptedException, IOException {
        ForkedJvm.attachToParent();
        Interrupts.handle(() -> stopped.set(true));
        List<ArmSpec> arms = encoded.stream().map(ArmSpec::decode).toList();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null && !stopped.get(); line = in.readLine()) {
            restart(arms, RestartSpec.decode(line));
        }
        return (stopped.get() ? ExitCode.ABORTED : ExitCode.OK).code();
    }

    private void restart(List<ArmSpec> arms, RestartSpec spec) throws InterruptedException {
        TurnTimes times = new TurnTimes(arms.stream().map(ArmSpec::name).toList(), spec.turnNs());
        try {
            open(arms, spec, times);
            begin(arms);
            measure(spec, times);
        } finally {
            close();
        }
        print(ArmLines.END);
    }

    /** Connections too are of one restart. */
    private void close() {
        runs.reversed().forEach(ArmRun::close);
        targets.values().forEach(TargetCache::close);
        List.of(runs, files, expected).forEach(List::clear);
        targets.clear();
    }

    private void open(List<ArmSpec> arms, RestartSpec spec, TurnTimes times) {
        int sharing = ArmSpec.sharing(arms);
        for (ArmSpec arm : arms) {
            RunArguments arguments = RunArguments.of(arm.arguments(), Duration.ofMinutes(1));
            int keyRange = (arm.place() + spec.shift()) % sharing;
            ArmPlan plan = ArmPlan.of(
                    arm.read(),
                    new ArmPlan.Share(arm.place(), keyRange, sharing, spec.number(), restarts),
                    longest(times),
                    times.plain(arm.name()));
            TargetCache cache = targets.computeIfAbsent(arm.planKey(), key -> new TargetCache(arguments.access()));
            files.add(folder.resolve("restart" + spec.number() + "-arm" + runs.size() + ".db"));
            runs.add(run(arm, plan, arguments, cache));
            expected.add(plan.expectedOthers(arm.arguments().files()));
        }
    }

    /** They are ended before, when enough was measured; one that waits for the others may have begun minutes earlier. */
    private Duration longest(TurnTimes times) {
        return Duration.ofNanos(2L * blocks * times.blockNs()).plus(START);
    }

    /** What loads the databases comes first, one arm after another; then all measure, each in its turns. */
    private void begin(List<ArmSpec> arms) throws InterruptedException {
        for (int place = 0; place < ArmSpec.sharing(arms); place++) {
            for (int arm = 0; arm < runs.size(); arm++) {
                if (arms.get(arm).place() == place) {
                    runs.get(arm).prepare();
                }
            }
        }
        runs.forEach(ArmRun::start);
        for (ArmRun run : runs) {
            run.awaitMeasuring();
        }
    }

    private ArmRun run(ArmSpec arm, ArmPlan plan, RunArguments arguments, TargetCache cache) {
        ArmSpec.Clients clients = arm.clients();
        if (clients.source() == ArmSpec.Source.OUTSIDE) {
            return new OutsideArm(arm.name(), plan, arm.arguments().files());
        }
        List<Engine> engines = new CopyOnWriteArrayList<>();
        ArmSetup setup = new ArmSetup(
                plan,
                text -> submit(arguments, text, clients),
                new EngineSetup(WorkerCommand.dataFolder(), cache, engines::add, clients.leaseCost()),
                engines,
                arguments.depot(),
                files.getLast());
        return clients.source() == ArmSpec.Source.CLUSTER
                ? new ClusterArm(arm.name(), setup, clients.workers())
                : new StandaloneArm(arm.name(), setup);
    }

    private Submit submit(RunArguments arguments, String text, ArmSpec.Clients clients) {
        return arguments.submit(clients.workers()).toBuilder()
                .setRequest(ThreadLocalRandom.current().nextLong())
                .setPlan(text)
                .setName("")
                .setTrials(1)
                .setLeaseSize(clients.lease())
                .setAllowErase(mayErase)
                .setOverhead(true)
                .build();
    }

    private void measure(RestartSpec spec, TurnTimes times) throws InterruptedException {
        TurnWatch watch = new TurnWatch(runs, times);
        long within = Math.max(MIN_BLOCKS, Duration.ofMillis(withinMs).toNanos() / times.blockNs());
        long measured = Math.min(blocks, within);
        long begun = times.block(watch.nowNs());
        long from = begun + (spec.first() ? Math.max(MIN_BLOCKS, measured / 2) : Math.ceilDiv(CONNECTING, times.blockNs()));
        long to = from + measured;
        for (long block = begun; block < to && running(); block++) {
            List<TurnRow> rows = watch.block(block, from);
            if (block >= from) {
                rows.forEach(row -> print(ArmLines.of(row)));
            }
            print(ArmLines.block(block - begun + 1, to - begun));
        }
        runs.forEach(ArmRun::cancel);
        for (ArmRun run : runs) {
            var unused = run.awaitEnd();
        }
        for (int arm = 0; arm < runs.size(); arm++) {
            tell(times.arms().get(arm), arm, from * times.blockNs());
        }
    }

    /** @param fromNs response times of what began before are left out */
    private void tell(String name, int arm, long fromNs) {
        Path file = files.get(arm);
        if (!file.toFile().exists()) {
            ArmRun run = runs.get(arm);
            long failed = run.failed();
            print(ArmLines.of(name, ArmLatency.of(new OutcomeCounts(run.completed() - failed, failed, 0, 0, 0, 0))));
        } else {
            print(ArmLines.of(name, ArmLatency.read(file, fromNs, expected.get(arm))));
            print(ArmLines.costs(name, ArmCosts.read(file)));
        }
    }

    private boolean running() {
        runs.forEach(ArmRun::requireRunning);
        return !stopped.get();
    }

    private void print(String line) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(line);
        out.flush();
    }
}
