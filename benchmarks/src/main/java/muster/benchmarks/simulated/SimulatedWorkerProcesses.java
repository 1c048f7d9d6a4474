package muster.benchmarks.simulated;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.DataFormatException;
import muster.benchmarks.process.JavaProcess;
import org.jspecify.annotations.Nullable;

/** Simulated workers in one process, or in several where they are too many for one. */
public final class SimulatedWorkerProcesses implements AutoCloseable {
    private static final int WORKERS_EACH = 10_000;
    /** A process may have some thousand files open; see {@link KeyConnections}. */
    private static final int WITH_KEYS_EACH = 1_000;

    private static final int PATIENCE_S = 60;

    private final List<Process> processes = new ArrayList<>();

    /**
     * Starts all of them; they connect by themselves.
     *
     * @param keys null for a coordinator without
     * @param samples of each histogram
     */
    public SimulatedWorkerProcesses(String coordinator, @Nullable Path keys, int size, int samples) throws IOException {
        int each = keys == null ? WORKERS_EACH : WITH_KEYS_EACH;
        for (int first = 0; first < size; first += each) {
            List<String> arguments = new ArrayList<>(List.of(
                    coordinator,
                    Integer.toString(first),
                    Integer.toString(Math.min(each, size - first)),
                    Integer.toString(samples)));
            if (keys != null) {
                arguments.add(keys.toString());
            }
            Process process =
                    JavaProcess.of(SimulatedWorkerProcess.class, arguments).start();
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
            processes.add(process);
        }
    }

    /** Ends the workers; how long all of their snapshots waited. */
    public AcknowledgementLatency end() throws IOException {
        AcknowledgementLatency all = AcknowledgementLatency.none();
        for (Process process : processes) {
            process.outputWriter().close();
        }
        for (Process process : processes) {
            all = all.plus(waits(process));
        }
        return all;
    }

    private static AcknowledgementLatency waits(Process process) throws IOException {
        String line = process.inputReader().readLine();
        if (line == null) {
            throw new IOException("simulated workers ended before they were asked to; what they said stands above");
        }
        try {
            return AcknowledgementLatency.parse(line);
        } catch (DataFormatException e) {
            throw new IOException("simulated workers said '" + line + "'", e);
        }
    }

    @Override
    public void close() throws IOException {
        for (Process process : processes) {
            process.outputWriter().close();
        }
        for (Process process : processes) {
            process.onExit()
                    .completeOnTimeout(process, PATIENCE_S, TimeUnit.SECONDS)
                    .join();
            process.destroyForcibly();
        }
    }
}
