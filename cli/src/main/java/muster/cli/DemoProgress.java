package muster.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import muster.cli.client.CoordinatorClient;
import muster.cli.terminal.RedrawnLines;
import muster.cli.terminal.Terminal;
import muster.protocol.Progress;
import muster.text.Printable;
import muster.text.Quantity;
import org.jspecify.annotations.Nullable;

/** How far the demo is: on a terminal three lines that are redrawn, elsewhere one line a stage. */
final class DemoProgress implements CoordinatorClient.Follower, AutoCloseable {
    private static final int REDRAWN_MS = 250;
    private static final int BAR = 40;
    /** Of a machine against the one that the seconds of {@link Stage} are of; more is a hang, not a slow machine. */
    private static final double MAX_SLOWER = 5;

    /** What the demo does, in this order. */
    enum Stage {
        START("starting Neo4j, a coordinator and 2 workers", 10, false),
        LOAD("loading a network for each of three algorithms", 8, false),
        WARMUP("warming up", 4, true),
        MEASURE("measuring: the algorithms take turns", 15, true),
        VERIFY("comparing the database and its feeds with a reference", 2, false),
        INSERT("inserting batches of vertices and edges", 6, false),
        REPORT("writing the report", 1, false),
        END("", 0, false);

        private final String text;
        private final double seconds;
        private final boolean fixed;

        /**
         * One stage.
         *
         * @param seconds that it takes on two cores
         * @param fixed whether the plan says how long it takes
         */
        Stage(String text, double seconds, boolean fixed) {
            this.text = text;
            this.seconds = seconds;
            this.fixed = fixed;
        }

        /** Of a phase of the first plan. */
        static Stage of(String phase, Stage before) {
            return phase.startsWith("load")
                    ? LOAD
                    : phase.equals("warmup") ? WARMUP : phase.equals("measure") ? MEASURE : before;
        }
    }

    private final PrintWriter out;
    private final RedrawnLines block;
    private final boolean redrawn = Terminal.errors();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("muster-demo-progress").daemon(true).factory());
    private final @Nullable ScheduledFuture<?> drawing;
    private final long beganNs = System.nanoTime();
    private Stage stage = Stage.START;
    private long stageNs = beganNs;
    private double slower = 1;
    private String figures = "";

    DemoProgress(PrintWriter out) {
        this.out = out;
        block = new RedrawnLines(out);
        line(stage.text + left());
        drawing = redrawn ? clock.scheduleAtFixedRate(this::draw, 0, REDRAWN_MS, TimeUnit.MILLISECONDS) : null;
    }

    /** Something that is said once, above the block. */
    synchronized void note(String text) {
        if (redrawn) {
            block.erase(Terminal.size());
        }
        out.println(Printable.line(text));
        out.flush();
    }

    /** What is to be known of the start of a server: a download, but not how long it is waited for. */
    void server(String text) {
        if (!text.startsWith("Waiting for ") && !text.startsWith("Starting ")) {
            note(text);
        }
    }

    /** What the coordinator says of its runs. */
    void cluster(String text) {
        if (text.startsWith("verifying") && stage.compareTo(Stage.VERIFY) < 0) {
            begin(Stage.VERIFY);
        }
    }

    @Override
    public synchronized void progress(Progress progress) {
        if (!progress.getLine().isEmpty()) {
            return;
        }
        Stage now = stage.compareTo(Stage.VERIFY) < 0 ? Stage.of(progress.getPhase(), stage) : stage;
        if (now != stage) {
            begin(now);
        }
        figures = figures(progress);
    }

    /** Before anything has completed there are none. */
    private static String figures(Progress progress) {
        return progress.getOperations() == 0
                ? ""
                : "%,d operations%s%s, %,d errors"
                        .formatted(
                                progress.getOperations(),
                                progress.getThroughputPerS() > 0
                                        ? ", " + Quantity.rate(progress.getThroughputPerS())
                                        : "",
                                progress.getP50Ns() > 0
                                        ? ", p50 " + Quantity.duration((double) progress.getP50Ns())
                                        : "",
                                progress.getErrors());
    }

    /** A stage ends where the next one begins. */
    synchronized void begin(Stage next) {
        if (!stage.fixed && stage.seconds > 0) {
            slower = Math.clamp(stageS() / stage.seconds, 1 / MAX_SLOWER, MAX_SLOWER);
        }
        stage = next;
        stageNs = System.nanoTime();
        figures = "";
        line(stage.text + left());
    }

    private double stageS() {
        return (System.nanoTime() - stageNs) / 1e9;
    }

    private void line(String text) {
        if (!redrawn && stage != Stage.END) {
            out.println(text);
            out.flush();
        }
    }

    private String left() {
        return String.format(Locale.ROOT, ", about %.0f s left", Math.max(1, leftS()));
    }

    private double leftS() {
        double rest = Math.max(0, expectedS(stage) - stageS());
        for (Stage each : Stage.values()) {
            rest += each.compareTo(stage) > 0 ? expectedS(each) : 0;
        }
        return rest;
    }

    private double expectedS(Stage of) {
        return of.seconds * (of.fixed ? 1 : slower);
    }

    private synchronized void draw() {
        if (stage != Stage.END) {
            Terminal.Size size = Terminal.size();
            block.show(List.of(bar(), stage.text, figures), size);
        }
    }

    private String bar() {
        double doneS = (System.nanoTime() - beganNs) / 1e9;
        int full = (int) Math.round(BAR * doneS / (doneS + leftS()));
        return "[" + "#".repeat(full) + ".".repeat(BAR - full) + "]" + left().substring(1);
    }

    @Override
    public void close() {
        end();
    }

    /** Takes the block away. */
    synchronized void end() {
        stage = Stage.END;
        if (drawing != null) {
            drawing.cancel(false);
        }
        clock.shutdownNow();
        if (redrawn) {
            block.erase(Terminal.size());
        }
    }
}
