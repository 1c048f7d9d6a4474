package muster.benchmarks.simulated;

import java.nio.file.Path;
import muster.protocol.keys.KeyFolder;

/**
 * The process of some simulated workers, which runs until its input ends and then prints how long their snapshots waited.
 * Arguments: ADDRESS FIRST SIZE SAMPLES [KEYS], for the workers FIRST to FIRST + SIZE - 1.
 */
final class SimulatedWorkerProcess {
    private SimulatedWorkerProcess() {}

    public static void main(String[] arguments) throws Exception {
        KeyFolder keys = arguments.length > 4 ? new KeyFolder(Path.of(arguments[4])) : null;
        int first = Integer.parseInt(arguments[1]);
        int size = Integer.parseInt(arguments[2]);
        int samples = Integer.parseInt(arguments[3]);
        try (SimulatedCluster workers = new SimulatedCluster(arguments[0], keys, first, size, samples)) {
            while (System.in.read() >= 0) {
                // Nothing is said to it.
            }
            System.out.println(workers.end().waits().line());
        }
    }
}
