package muster.endtoend.torture;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What all clusters of one call have lived through so far. */
final class TortureProgress {
    private static final int MAX_VIOLATIONS = 20;

    final long seed;
    private final TortureSchedule.Mix mix;
    private final long wanted;
    private final Path totals;
    private final long startNs = System.nanoTime();
    private final List<String> violations = new ArrayList<>();
    private TortureCounts counts = TortureCounts.NONE;
    private long underWay;
    private long nextRun;
    private boolean givenUp;

    /**
     * Begins with nothing.
     *
     * @param wanted kills
     * @param totals the file to which each run adds a line
     */
    TortureProgress(long seed, TortureSchedule.Mix mix, long firstRun, long wanted, Path totals) {
        this.seed = seed;
        this.mix = mix;
        this.nextRun = firstRun;
        this.wanted = wanted;
        this.totals = totals;
    }

    /** Whether another kill is wanted; those of runs that have not ended are counted. */
    synchronized boolean goesOn() {
        return !givenUp && counts.kills() + underWay < wanted && violations.size() < MAX_VIOLATIONS;
    }

    /** The runs that have begun are the last. */
    synchronized void giveUp() {
        givenUp = true;
    }

    synchronized long nextRun() {
        return nextRun++;
    }

    TortureSchedule schedule(long run) {
        return TortureSchedule.of(seed, run, mix);
    }

    synchronized void killed(long kills) {
        underWay += kills;
    }

    synchronized void ended(long run, TortureCounts done, List<String> found) {
        TortureCounts of = done.withViolations(found.size());
        underWay -= of.kills();
        counts = counts.plus(of);
        of.append(totals, seed, run);
        found.forEach(each -> {
            violations.add("run " + run + ": " + each);
            System.out.println("torture: VIOLATION, seed " + seed + ", " + violations.getLast());
        });
        double seconds = (System.nanoTime() - startNs) / 1e9;
        System.out.printf(
                "torture: run %d: %s, %,d s, %.2f kills/s%n", run, counts, (long) seconds, counts.kills() / seconds);
    }

    synchronized TortureCounts counts() {
        return counts;
    }

    synchronized List<String> violations() {
        return List.copyOf(violations);
    }
}
