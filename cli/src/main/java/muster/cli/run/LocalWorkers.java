package muster.cli.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import muster.cli.client.KeyArguments;
import muster.cli.host.ForkedJvm;
import muster.cli.terminal.Failure;
import muster.workloads.plan.FileRule;

/** Worker processes on this machine: Java ones with the same JVM and flags as this one, and Python ones. They end with it. */
final class LocalWorkers implements AutoCloseable {
    private static final int STOP_S = 10;

    private final List<Process> processes = new ArrayList<>();

    /** @param alive is told how many are alive, now and whenever one ends; any thread */
    LocalWorkers(String coordinator, LocalCluster.Size size, FileRule rule, IntConsumer alive) {
        for (int i = 1; i <= size.java(); i++) {
            processes.add(start(ForkedJvm.command(arguments(coordinator, "local-" + i, rule))));
        }
        for (int i = 1; i <= size.python(); i++) {
            processes.add(start(
                    size.pythonProgram().command(coordinator, "local-python-" + i, rule, "--attached", "--quiet")));
        }
        alive.accept(alive());
        processes.forEach(process -> Thread.ofVirtual().start(() -> {
            process.onExit().join();
            alive.accept(alive());
        }));
    }

    private int alive() {
        return (int) processes.stream().filter(Process::isAlive).count();
    }

    private static List<String> arguments(String coordinator, String name, FileRule rule) {
        List<String> arguments = new ArrayList<>(
                List.of("worker", "--coordinator", coordinator, "--name", name, "--attached", "--quiet"));
        arguments.addAll(rule.arguments());
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
