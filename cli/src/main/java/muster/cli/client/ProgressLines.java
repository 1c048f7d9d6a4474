package muster.cli.client;

import java.io.PrintWriter;
import java.util.Locale;
import muster.cli.terminal.RedrawnLines;
import muster.cli.terminal.Terminal;
import muster.protocol.Progress;
import muster.text.Printable;
import muster.text.Quantity;

/** Progress: on a terminal a block of lines that is redrawn, elsewhere one plain line now and then. */
public final class ProgressLines implements CoordinatorClient.Follower {
    private static final long PLAIN_EVERY_NS = 5_000_000_000L;

    private final PrintWriter out;
    private final RedrawnLines block;
    private String phase = "";
    private long lastNs;

    public ProgressLines(PrintWriter out) {
        this.out = out;
        this.block = new RedrawnLines(out);
    }

    @Override
    public void progress(Progress progress) {
        if (Terminal.errors()) {
            Terminal.Size size = Terminal.size();
            block.show(LiveBlock.lines(progress, size.rows() - 1), size);
        } else {
            plain(progress);
        }
    }

    private void plain(Progress progress) {
        long nowNs = System.nanoTime();
        String where = progress.getLine().isEmpty() ? ProgressText.where(progress) : "waiting";
        if (!where.equals(phase) || nowNs - lastNs >= PLAIN_EVERY_NS) {
            phase = where;
            lastNs = nowNs;
            out.println(Printable.line(line(progress, where)));
            out.flush();
        }
    }

    /** One line of progress. */
    static String line(Progress progress, String where) {
        if (!progress.getLine().isEmpty()) {
            return progress.getLine();
        }
        return String.format(
                Locale.ROOT,
                "%s: %s, %s, %s, service p99 %s, response p50 %s p99 %s max %s%s",
                where,
                Quantity.count(progress.getWorkers(), "worker"),
                ProgressText.done(progress),
                Quantity.rate(progress.getThroughputPerS()),
                LiveBlock.time(progress.getServiceP99Ns()),
                LiveBlock.time(progress.getP50Ns()),
                LiveBlock.time(progress.getP99Ns()),
                LiveBlock.time(progress.getMaxNs()),
                ProgressText.left(progress));
    }

    /** Takes the block away. */
    public void end() {
        if (Terminal.errors()) {
            block.erase(Terminal.size());
        }
    }
}
