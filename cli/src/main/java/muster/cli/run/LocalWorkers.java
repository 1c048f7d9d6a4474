package muster.cli.run;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;
import muster.cli.client.KeyArguments;
import muster.cli.host.ForkedJvm;
import muster.cli.terminal.Failure;
import muster.workloads.plan.PlanAccess;

/**
 * Worker processes on this machine: Java ones with the same JVM and flags as this one, and Python ones. They end with it.
 * Only so many a core are started at once, each of the others when one of those has joined: a hundred JVMs that compile
 * leave the coordinator, which is one process of as many, no time to hear them.
 */
final class LocalWorkers implements AutoCloseable {
    private static final int STOP_S = 10;
    private static final int LOOK_MS = 50;
    private static final int STARTING_PER_CORE = 16;

    private final Deque<List<String>> commands = new ArrayDeque<>();
    private final List<Process> processes = new CopyOnWriteArrayList<>();
    private final IntSupplier joined;
    private final IntConsumer alive;
    private final int all;
    private final Thread starter;
    private volatile String failure = "";

    /**
     * Starts the first of them; throws Failure if one cannot be started. Of the others {@link #failure} tells.
     *
     * @param joined how many the coordinator knows
     * @param alive is told how many are alive or to be started, now and whenever one ends; any thread
     */
    LocalWorkers(String coordinator, LocalCluster.Size size, PlanAccess access, IntSupplier joined, IntConsumer alive) {
        for (int i = 1; i <= size.java(); i++) {
            commands.add(ForkedJvm.command(heap(size.java()), arguments(coordinator, "local-" + i, access)));
        }
        for (int i = 1; i <= size.python(); i++) {
            commands.add(
                    size.pythonProgram().command(coordinator, "local-python-" + i, access, "--attached", "--quiet"));
        }
        this.joined = joined;
        this.alive = alive;
        this.all = commands.size();
        for (int i = 0; i < atOnce() && !commands.isEmpty(); i++) {
            startNext();
        }
        tellAlive();
        starter = Thread.ofPlatform().name("muster-local-workers").daemon(true).start(this::startOthers);
    }

    /** How many that have not joined there are at most. */
    static int atOnce() {
        return STARTING_PER_CORE * Runtime.getRuntime().availableProcessors();
    }

    private void startOthers() {
        try {
            while (!commands.isEmpty()) {
                if (running() - joined.getAsInt() < atOnce()) {
                    startNext();
                } else {
                    TimeUnit.MILLISECONDS.sleep(LOOK_MS);
                }
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        } catch (Failure cannotStart) {
            failure = String.valueOf(cannotStart.getMessage());
        }
    }

    /** Why one of them could not be started; "" if none failed so far. Any thread. */
    String failure() {
        return failure;
    }

    private void startNext() {
        Process process = start(commands.remove());
        processes.add(process);
        Thread.ofVirtual().start(() -> {
            process.onExit().join();
            tellAlive();
        });
    }

    private void tellAlive() {
        alive.accept(all - processes.size() + running());
    }

    int running() {
        return (int) processes.stream().filter(Process::isAlive).count();
    }

    /**
     * All heaps together take at most half of the memory, and a quarter when they start: what a JVM takes when alone, 1/64 at
     * once and up to 1/4, is more than a machine has where there are a hundred. What MUSTER_JAVA_OPTS says is stronger.
     */
    private static List<String> heap(int workers) {
        return List.of(
                "-XX:InitialRAMPercentage=" + Math.min(100.0 / 64, 25.0 / workers),
                "-XX:MaxRAMPercentage=" + Math.min(25, 50.0 / workers));
    }

    private static List<String> arguments(String coordinator, String name, PlanAccess access) {
        List<String> arguments = new ArrayList<>(
                List.of("worker", "--coordinator", coordinator, "--name", name, "--attached", "--quiet"));
        arguments.addAll(access.arguments());
        return arguments;
    }

    private static Process start(List<String> command) {
        try {
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                    .redirectError(ProcessBuilder.Redirect.INHERIT);
            // They are for a cluster on a network; this one is on loopback.
            builder.environment().remove(KeyArguments.VARIABLE);
            return builder.start();
        } catch (IOException e) {
            throw Failure.fault("cannot start a worker process: " + e.getMessage());
        }
    }

    /** Asks each to go, waits, then kills. */
    @Override
    public void close() {
        starter.interrupt();
        try {
            starter.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        processes.forEach(Process::destroy);
        for (Process process : processes) {
            try {
                if (!process.waitFor(STOP_S, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException e) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }
    }
}
