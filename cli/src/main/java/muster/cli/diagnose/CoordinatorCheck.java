package muster.cli.diagnose;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import muster.cli.client.CoordinatorClient;
import muster.cli.client.KeyArguments;
import muster.cli.diagnose.Finding.Level;
import muster.cli.host.Version;
import muster.cli.terminal.Failure;
import muster.protocol.Status;
import muster.worker.agent.ReachabilityCheck;

/** Checks a coordinator from this machine: whether it answers, its version, and its clock compared with ours. */
record CoordinatorCheck(String address, KeyArguments keys) {
    private static final int EXCHANGES = 8;

    /**
     * @param offsetNs its clock minus ours
     * @param errorNs half the round trip that it is from
     */
    private record Exchange(long offsetNs, long errorNs, String version) {}

    List<Finding> findings() {
        String trouble = ReachabilityCheck.of(address, keys.withKeys(address)).trouble();
        if (!trouble.isEmpty()) {
            return List.of(new Finding("coordinator", Level.BAD, address, trouble, ""));
        }
        try (CoordinatorClient client = new CoordinatorClient(address, keys.client(address))) {
            return findings(best(client));
        } catch (Failure e) {
            return List.of(new Finding("coordinator", Level.BAD, address, String.valueOf(e.getMessage()), ""));
        }
    }

    /** That with the shortest way: the error is bounded by it. */
    private static Exchange best(CoordinatorClient client) {
        Exchange best = exchange(client);
        for (int i = 1; i < EXCHANGES; i++) {
            Exchange next = exchange(client);
            best = next.errorNs() < best.errorNs() ? next : best;
        }
        return best;
    }

    private static Exchange exchange(CoordinatorClient client) {
        Instant wall = Instant.now();
        long startNs = System.nanoTime();
        Status status = client.status();
        long tookNs = System.nanoTime() - startNs;
        long wallNs = wall.getEpochSecond() * 1_000_000_000 + wall.getNano();
        return new Exchange(status.getClockNs() - wallNs - tookNs / 2, tookNs / 2, status.getVersion());
    }

    static Finding version(String theirs, String ours) {
        return Finding.of(
                "version",
                theirs.equals(ours) ? Level.OK : Level.WARN,
                theirs,
                "this host has " + ours,
                "install the same on all hosts");
    }

    private List<Finding> findings(Exchange best) {
        List<Finding> findings = new ArrayList<>();
        findings.add(Finding.ok("coordinator", address + " answers"));
        findings.add(version(best.version(), Version.number()));
        findings.add(offset(best.offsetNs(), best.errorNs()));
        return findings;
    }

    /** Figures do not depend on it: workers measure the offset of their own clocks. Logs do. */
    static Finding offset(long offsetNs, long errorNs) {
        boolean off = Math.abs(offsetNs) - errorNs > 1_000_000_000L;
        boolean far = errorNs > 50_000_000;
        return Finding.of(
                "offset",
                off || far ? Level.WARN : Level.OK,
                String.format(Locale.ROOT, "%.1f ms, give or take %.1f ms", offsetNs / 1e6, errorNs / 1e6),
                off
                        ? "times in the logs of the two hosts differ; figures are not affected"
                        : "the network is so slow that seconds of workers are not aligned well",
                off ? "run chrony or systemd-timesyncd on both" : "put coordinator and workers into one network");
    }
}
