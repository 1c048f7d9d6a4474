package muster.experiments.turns;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import muster.cli.host.ForkedJvm;
import muster.cli.run.DatabasePermissions;
import muster.cli.terminal.Interrupts;
import muster.coordinator.core.event.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Restarts of a comparison: reads one a line, and prints the turns and the latencies of its arms, for the process that compares. The first
 * loads and warms up, and where others follow measures only how long turns should be. Each gives all arms new clients, connections and
 * indexes; compiled code is what stays.
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
            description = "How long a restart measures blocks at most, from the third on.")
    private long withinMs;

    @Mixin
    private final DatabasePermissions permissions = new DatabasePermissions();

    @Spec
    private CommandSpec spec;

    private final AtomicBoolean stopped = new AtomicBoolean();

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
        try (OpenArms open = new OpenArms(folder.resolve("restart" + spec.number()), permissions)) {
            for (ArmSpec arm : arms) {
                open.add(arm, plan(arms, arm, spec, times));
            }
            open.load();
            open.begin();
            measure(open, spec, times);
        }
        print(ArmLines.END);
    }

    private ArmPlan plan(List<ArmSpec> arms, ArmSpec arm, RestartSpec spec, TurnTimes times) {
        int sharing = ArmSpec.sharing(arms);
        int keyRange = (arm.place() + spec.shift()) % sharing;
        return ArmPlan.of(
                arm.read(),
                new ArmPlan.Share(arm.place(), keyRange, sharing, spec.number(), restarts),
                longest(times),
                times.plain(arm.name()));
    }

    /** They are ended before, when enough was measured; one that waits for the others may have begun minutes earlier. */
    private Duration longest(TurnTimes times) {
        return Duration.ofNanos(2L * blocks * times.blockNs()).plus(START);
    }

    private void measure(OpenArms open, RestartSpec spec, TurnTimes times) throws InterruptedException {
        TurnWatch watch = new TurnWatch(open.runs(), times);
        long within = Math.clamp(Duration.ofMillis(withinMs).toNanos() / times.blockNs(), MIN_BLOCKS, blocks);
        long connecting = Math.ceilDiv(CONNECTING, times.blockNs());
        long warming = spec.cold() ? Math.max(MIN_BLOCKS, within / 2) : connecting;
        long measured = spec.first() && restarts > 1 ? Math.max(MIN_BLOCKS, within / 4) : within;
        long begun = times.block(watch.nowNs());
        long from = begun + warming;
        long to = from + measured;
        for (long block = begun; block < to && !stopped.get(); block++) {
            open.requireRunning();
            List<TurnRow> rows = watch.block(block, from);
            if (block >= from) {
                rows.forEach(row -> print(ArmLines.of(row)));
            }
            print(ArmLines.block(block - begun + 1, to - begun));
        }
        open.end();
        open.told(from * times.blockNs()).forEach(this::print);
    }

    private void print(String line) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(line);
        out.flush();
    }
}
