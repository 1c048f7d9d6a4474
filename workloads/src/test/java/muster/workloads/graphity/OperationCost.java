package muster.workloads.graphity;

import java.util.Arrays;
import java.util.Map;
import muster.workloads.Workload;
import muster.workloads.Workload.Operations;

/** Prints what operations cost to draw: main with a number of users. Not a test, since it is about time. */
final class OperationCost {
    private static final int BATCH = 100;
    private static final int SAMPLES = 5000;

    private OperationCost() {}

    public static void main(String[] arguments) {
        int users = Integer.parseInt(arguments[0]);
        for (String kind : new String[] {"", "follow", "unfollow", "post", "feed"}) {
            Map<String, Object> settings =
                    kind.isEmpty() ? Map.of("users", users) : Map.of("users", users, "mix", Map.of(kind, 100));
            long start = System.nanoTime();
            Workload workload = Histories.workload(settings);
            Operations operations = workload.operations(Histories.measure(2, 0, 2));
            double ready = (System.nanoTime() - start) / 1e6;
            measure(operations);
            long[] ns = measure(operations);
            System.out.printf(
                    "%d users, %s: ready in %.0f ms; median %d ns, p99 %d ns, mean %.0f ns (of batches of %d)%n",
                    users,
                    kind.isEmpty() ? "write mix" : kind,
                    ready,
                    ns[SAMPLES / 2],
                    ns[SAMPLES * 99 / 100],
                    Arrays.stream(ns).average().orElseThrow(),
                    BATCH);
        }
    }

    private static long[] measure(Operations operations) {
        long[] ns = new long[SAMPLES];
        long digest = 0;
        for (int sample = 0; sample < SAMPLES; sample++) {
            long start = System.nanoTime();
            for (int i = 0; i < BATCH; i++) {
                digest += operations.at((long) sample * BATCH + i).digest();
            }
            ns[sample] = (System.nanoTime() - start) / BATCH;
        }
        System.out.print(digest == 0 ? " " : "");
        Arrays.sort(ns);
        return ns;
    }
}
