package muster.worker.engine;

import java.lang.management.ManagementFactory;
import muster.worker.engine.client.EngineSpec;
import muster.worker.engine.lease.LeaseGrant;
import muster.worker.engine.lease.LeaseSource;
import muster.worker.engine.record.Interval;
import muster.worker.engine.record.SnapshotSink;
import org.HdrHistogram.Histogram;

/**
 * What an operation costs the engine when the target does nothing, beside the bare loop of two clock reads and one
 * recorded value, in processor time: that is comparable on a busy machine too. Arguments: clients, actions per transaction, lease size, seconds, rounds.
 */
final class EngineCost {
    private EngineCost() {}

    public static void main(String[] args) throws Exception {
        int clients = args.length > 0 ? Integer.parseInt(args[0]) : 1;
        int actions = args.length > 1 ? Integer.parseInt(args[1]) : 1;
        int lease = args.length > 2 ? Integer.parseInt(args[2]) : 0;
        int seconds = args.length > 3 ? Integer.parseInt(args[3]) : 3;
        int rounds = args.length > 4 ? Integer.parseInt(args[4]) : 4;
        double leastBareNs = Double.MAX_VALUE;
        double leastNs = Double.MAX_VALUE;
        for (int round = 0; round < rounds; round++) {
            double bareNs = bareNs(300_000_000L);
            long cpuNs = cpuNs();
            long startedNs = System.nanoTime();
            long operations = operations(clients, actions, lease, seconds);
            double wallNs = (double) (System.nanoTime() - startedNs) / operations;
            double usedNs = (double) (cpuNs() - cpuNs) / operations;
            System.out.printf(
                    "clients %d actions %d lease %d: bare %.1f ns cpu, engine %.1f ns cpu (%.2f x), %.1f ns wall, %,.0f op/s%n",
                    clients, actions, lease, bareNs, usedNs, usedNs / bareNs, wallNs, 1e9 / wallNs);
            leastBareNs = Math.min(leastBareNs, bareNs);
            leastNs = Math.min(leastNs, usedNs);
        }
        System.out.printf("least: bare %.1f ns, engine %.1f ns, %.2f x%n", leastBareNs, leastNs, leastNs / leastBareNs);
    }

    private static double bareNs(long forNs) {
        Histogram histogram = new Histogram(1, 3_600_000_000_000L, 3);
        long startedNs = System.nanoTime();
        long usedNs = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        long count = 0;
        long endNs = startedNs;
        while (endNs - startedNs < forNs) {
            long startNs = System.nanoTime();
            endNs = System.nanoTime();
            histogram.recordValue(endNs - startNs);
            count++;
        }
        return (double) (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - usedNs) / count;
    }

    private static long operations(int clients, int actions, int lease, int seconds) throws Exception {
        EngineSpec spec = Specs.of(clients).actions(actions).leaseSize(lease).build(FakeTarget.nothing());
        long[] operations = {0};
        Grants grants = new Grants(lease == 0 ? 1_000_000 : lease, operations);
        try (Engine engine = Engines.create(spec, grants, grants)) {
            grants.attach(engine);
            long startNs = Specs.nowNs();
            engine.start(startNs, startNs + seconds * 1_000_000_000L);
            Thread.sleep(seconds * 1000L);
            synchronized (grants) {
                engine.drain(grants::drained);
                grants.wait(60_000);
            }
        }
        return operations[0];
    }

    private static long cpuNs() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    /** Grants whatever is wanted, and counts. */
    private static final class Grants implements LeaseSource, SnapshotSink {
        private final long size;
        private final long[] operations;
        private Engine engine;
        private long lease;
        private long wanted;

        Grants(long size, long[] operations) {
            this.size = size;
            this.operations = operations;
        }

        synchronized void attach(Engine opened) {
            engine = opened;
            grant();
        }

        @Override
        public synchronized void want(long total, double ratePerS) {
            wanted = Math.max(wanted, total);
            grant();
        }

        private void grant() {
            while (engine != null && lease < wanted) {
                engine.offer(new LeaseGrant(lease, lease * size, size, 1, 0));
                lease++;
            }
        }

        @Override
        public void accept(Interval interval) {
            operations[0] += Book.positions(interval);
        }

        @Override
        public void failed(Throwable bug) {
            bug.printStackTrace();
        }

        synchronized void drained() {
            notifyAll();
        }
    }
}
