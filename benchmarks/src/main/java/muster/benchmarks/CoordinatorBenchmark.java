package muster.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;
import java.util.concurrent.locks.LockSupport;
import muster.benchmarks.process.ServiceProcess;
import muster.benchmarks.simulated.AcknowledgementLatency;
import muster.benchmarks.simulated.SimulatedWorker;
import muster.benchmarks.simulated.SimulatedWorkerProcesses;
import muster.protocol.keys.Admitted;
import muster.protocol.keys.Admitted.Role;
import muster.protocol.keys.KeyFolder;
import muster.servers.host.Folders;
import muster.store.file.sqlite.Query;

/**
 * What a coordinator needs for N workers that each send one snapshot of 8 histograms a second: its processor time and
 * memory as the system counts them, over a phase on real connections and into a real file.
 *
 * @param samples of each histogram
 * @param keys whether every connection is CURVE, with a key for each worker
 */
record CoordinatorBenchmark(Path home, int seconds, int samples, boolean keys) {
    private static final double TICKS_PER_S = 100;
    /** While compilers work, a coordinator needs twice as much. */
    private static final int WARM_UP_S = 60;

    void run(List<Integer> sizes) throws Exception {
        System.out.printf(
                "%d s each after %d s of warm-up, 8 histograms of %d samples a worker and second, coordinator with -Xmx512m, %s keys%n%n"
                        + "%8s %12s %12s %12s %10s %12s %12s %10s %10s  %s%n",
                seconds,
                WARM_UP_S,
                samples,
                keys ? "with" : "without",
                "workers",
                "snapshots/s",
                "CPU, 1st half",
                "CPU, 2nd half",
                "memory",
                "durable p50",
                "durable p99",
                "sent again",
                "exit code",
                "coverage");
        for (int size : sizes) {
            Path folder = Files.createTempDirectory("muster-benchmark");
            try {
                measure(size, folder);
            } finally {
                Folders.delete(folder);
            }
        }
    }

    private void measure(int size, Path folder) throws Exception {
        Path store = folder.resolve("run.db");
        Path folderOfKeys = keys ? makeKeys(folder.resolve("keys"), size) : null;
        try (ServiceProcess coordinator =
                start(folder, "coordinator", "--bind", "tcp://127.0.0.1:0", "--store", store.toString())) {
            // Before the workers come: while thousands say hello at once, nobody else is answered for seconds.
            ServiceProcess run = submit(size, folder, coordinator.address());
            coordinator.awaitLine("begins");
            try (SimulatedWorkerProcesses fleets =
                    new SimulatedWorkerProcesses(coordinator.address(), folderOfKeys, size, samples)) {
                int exitCode = follow(size, run, coordinator.process(), fleets);
                System.out.printf("  %d  %s%n", exitCode, coverage(store));
            }
        }
    }

    private static Path makeKeys(Path folder, int workers) {
        KeyFolder made = new KeyFolder(folder);
        made.newCluster();
        made.add(new Admitted(Role.CLIENT, "client"));
        for (int i = 0; i < workers; i++) {
            made.add(new Admitted(Role.WORKER, SimulatedWorker.name(i)));
        }
        return folder;
    }

    private ServiceProcess start(Path folder, String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of(words));
        if (keys) {
            command.addAll(List.of("--keys", folder.resolve("keys").toString()));
        }
        return ServiceProcess.start(home, folder.resolve(words[0] + ".log"), "-Xmx512m", command);
    }

    private ServiceProcess submit(int size, Path folder, String address) throws IOException {
        Path plan = Files.writeString(folder.resolve("plan.yaml"), plan(size));
        return start(
                folder,
                "run",
                plan.toString(),
                "--coordinator",
                address,
                "--expect-workers",
                Integer.toString(size),
                "--worker-timeout",
                "120s");
    }

    private int follow(int size, ServiceProcess run, Process coordinator, SimulatedWorkerProcesses fleets)
            throws IOException, InterruptedException {
        run.awaitLine("measure: ");
        // The last seconds are the drain's.
        double half = (seconds - 4) / 2.0;
        double early = cores(coordinator, half);
        double late = cores(coordinator, half);
        double memory = residentMb(coordinator);
        int exitCode = run.process().waitFor();
        AcknowledgementLatency waits = fleets.end();
        System.out.printf(
                "%8d %12.0f %12.2f %12.2f %8.0f MB %9.0f ms %9.0f ms %10d",
                size,
                waits.snapshots() / (double) seconds,
                early,
                late,
                memory,
                waits.ms(50),
                waits.ms(99),
                waits.resent());
        return exitCode;
    }

    private String plan(int size) {
        return """
                name: simulated
                target: {kind: noop}
                workload: {kind: noop}
                phases:
                  - {kind: warmup, duration: %ds, clients: %d}
                  - {kind: measure, duration: %ds, clients: %d}
                """.formatted(WARM_UP_S, size, seconds, size);
    }

    /** How many cores it takes over the next seconds: where the second half is less than the first, its compilers still work. */
    private static double cores(Process process, double forSeconds) throws IOException {
        double before = cpuSeconds(process);
        long beganNs = System.nanoTime();
        LockSupport.parkNanos((long) (forSeconds * 1e9));
        return (cpuSeconds(process) - before) * 1e9 / (System.nanoTime() - beganNs);
    }

    /** User and system time, from the system's own books. */
    private static double cpuSeconds(Process process) throws IOException {
        String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
        StringTokenizer afterName = new StringTokenizer(stat.substring(stat.lastIndexOf(')') + 1));
        for (int i = 3; i < 14; i++) {
            afterName.nextToken();
        }
        return (Long.parseLong(afterName.nextToken()) + Long.parseLong(afterName.nextToken())) / TICKS_PER_S;
    }

    private static double residentMb(Process process) throws IOException {
        return Files.readAllLines(Path.of("/proc/" + process.pid() + "/status")).stream()
                .filter(line -> line.startsWith("VmHWM"))
                .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")) / 1024)
                .findFirst()
                .orElse(Double.NaN);
    }

    private static String coverage(Path store) {
        try (Query query = Query.open(store)) {
            return query.table("select planned || ' = ' || covered || ' + ' || missing || ', counted ' || counted"
                            + " || ', again ' || executed_again from coverage_summary")
                    .rows()
                    .toString();
        }
    }
}
