package muster.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import muster.protocol.Progress;

/** Progress as one plain line now and then; on a terminal each line replaces the one before. */
final class ProgressLines implements CoordinatorClient.Follower {
    private static final long PLAIN_EVERY_NS = 5_000_000_000L;

    private final PrintWriter out;
    private String phase = "";
    private long lastNs;
    private long lastOperations;
    private long lastProgressNs = System.nanoTime();

    ProgressLines(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void progress(Progress progress) {
        long nowNs = System.nanoTime();
        String where = progress.getStep() + "/" + progress.getTrial() + " " + progress.getPhase();
        boolean changed = !where.equals(phase);
        String line = line(progress, where, changed ? 0 : rate(progress, nowNs));
        phase = where;
        lastOperations = progress.getOperations();
        lastProgressNs = nowNs;
        if (Terminal.errors()) {
            out.print("\r\u001b[K" + line);
            out.flush();
        } else if (changed || nowNs - lastNs >= PLAIN_EVERY_NS) {
            lastNs = nowNs;
            out.println(line);
            out.flush();
        }
    }

    private double rate(Progress progress, long nowNs) {
        return (progress.getOperations() - lastOperations) * 1e9 / Math.max(1, nowNs - lastProgressNs);
    }

    private static String line(Progress progress, String where, double perS) {
        String left = progress.getSecondsLeft() < 0
                ? ""
                : String.format(Locale.ROOT, ", %.0f s left", progress.getSecondsLeft());
        return String.format(
                Locale.ROOT,
                "%-22s %d workers, %,d operations, %,.0f/s, %d errors, response p50 %s p99 %s%s",
                where,
                progress.getWorkers(),
                progress.getOperations(),
                perS,
                progress.getErrors(),
                time(progress.getP50Ns()),
                time(progress.getP99Ns()),
                left);
    }

    private static String time(long ns) {
        return ns < 0
                ? "-"
                : ns < 1_000_000
                        ? String.format(Locale.ROOT, "%.0f us", ns / 1e3)
                        : String.format(Locale.ROOT, "%.1f ms", ns / 1e6);
    }

    /** Says where the results are. */
    void results(Path file) {
        end();
        out.println("results: " + file);
        out.flush();
    }

    /** Leaves the line that is redrawn. */
    void end() {
        if (Terminal.errors()) {
            out.print("\r\u001b[K");
            out.flush();
        }
    }
}
