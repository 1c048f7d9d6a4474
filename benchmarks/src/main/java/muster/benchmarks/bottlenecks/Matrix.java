package muster.benchmarks.bottlenecks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import muster.benchmarks.process.FinishedProcess;
import muster.benchmarks.process.ServiceProcess;
import muster.servers.host.Folders;
import org.jspecify.annotations.Nullable;

/** Runs cells of the matrix one after another with one coordinator; ends what it started. */
public final class Matrix implements AutoCloseable {
    /** Long enough for the compiler at 2,000 operations a second; while it works the generator wants more than later. */
    private static final int WARM_UP_S = 6;

    /** Of the processor time; more than that disturbs what is staged. */
    private static final double MAX_STEAL = 0.05;

    private static final int MAX_TRIES = 6;

    private final Path home;
    private final int seconds;
    private final long seed;
    private final Cores cores;
    private final Path folder;
    private final ServiceProcess coordinator;

    /**
     * Starts the coordinator.
     *
     * @param home of the checkout
     * @param seconds of each measure phase
     */
    public Matrix(Path home, int seconds, long seed) throws IOException {
        this.home = home;
        this.seconds = seconds;
        this.seed = seed;
        this.cores = Cores.own();
        this.folder = Files.createTempDirectory("muster-bottlenecks");
        this.coordinator = ServiceProcess.start(
                home,
                folder.resolve("coordinator.log"),
                "",
                List.of("coordinator", "--bind", "tcp://127.0.0.1:0", "--store", store().toString()));
    }

    private Path store() {
        return folder.resolve("cells.db");
    }

    /**
     * Runs some loads of one row on one stage; the capacity that open loads refer to is measured first, if need be.
     *
     * @param each gets each asked result as soon as it is there
     */
    public void row(Bottleneck bottleneck, List<Load> loads, Consumer<CellResult> each)
            throws IOException, InterruptedException {
        try (RunningStage stage = RunningStage.start(
                home, folder, bottleneck.label(), bottleneck.stage, cores, coordinator.address(), seed)) {
            @Nullable CellResult capacity = null;
            for (Load load : inOrder(loads)) {
                if (load.open() && capacity == null) {
                    capacity = undisturbed(stage, bottleneck, Load.CLOSED_64, 0);
                }
                CellResult result =
                        undisturbed(stage, bottleneck, load, capacity == null ? 0 : capacity.throughputPerS());
                capacity = load == Load.CLOSED_64 ? result : capacity;
                each.accept(result);
            }
        }
    }

    /** Closed loads before open ones. */
    private static List<Load> inOrder(List<Load> loads) {
        List<Load> ordered = new ArrayList<>(loads);
        ordered.sort(null);
        return ordered;
    }

    /** Tries a cell again while the hypervisor disturbed it, whatever came of it: the last try counts. */
    private CellResult undisturbed(RunningStage stage, Bottleneck bottleneck, Load load, double capacityPerS)
            throws IOException, InterruptedException {
        for (int left = MAX_TRIES - 1; ; left--) {
            HypervisorSteal before = HypervisorSteal.read();
            CellResult result = cell(stage, bottleneck, load, capacityPerS);
            double steal = HypervisorSteal.read().shareSince(before);
            if (steal <= MAX_STEAL || left == 0) {
                return result;
            }
            System.err.printf(
                    Locale.ROOT,
                    "again  %-15s %-11s the hypervisor took %.1f %% of the cores%n",
                    bottleneck.label(),
                    load.label(),
                    100 * steal);
        }
    }

    private CellResult cell(RunningStage stage, Bottleneck bottleneck, Load load, double capacityPerS)
            throws IOException, InterruptedException {
        Path plan = folder.resolve(bottleneck.label() + "-" + load.label() + ".yaml");
        Files.writeString(
                plan,
                "name: %s-%s%ntarget: %s%nworkload: {kind: noop, seed: %d}%nphases:%n  - %s%n  - %s%n"
                        .formatted(
                                bottleneck.label(),
                                load.label(),
                                stage.target(),
                                seed,
                                load.phase("warmup", WARM_UP_S, capacityPerS),
                                load.phase("measure", seconds, capacityPerS)));
        List<String> command = List.of(
                home.resolve("muster").toString(), "run", plan.toString(), "--coordinator", coordinator.address());
        FinishedProcess run = FinishedProcess.of(command, folder.resolve("run.log"));
        if (run.exitCode() != 0 && run.exitCode() != 1 && run.exitCode() != 111) {
            throw new IllegalStateException("%s %s ended with exit code %d:%n%s"
                    .formatted(
                            bottleneck.label(),
                            load.label(),
                            run.exitCode(),
                            String.join(System.lineSeparator(), run.lines())));
        }
        String load1 = Files.readString(Path.of("/proc/loadavg")).split(" ", 2)[0];
        return CellResult.read(store(), bottleneck, load, run.exitCode(), load1);
    }

    /** Keeps the runs. */
    public void keep(Path file) throws IOException {
        coordinator.close();
        Files.copy(store(), file, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void close() throws IOException {
        coordinator.close();
        Folders.delete(folder);
    }
}
