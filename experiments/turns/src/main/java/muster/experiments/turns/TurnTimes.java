package muster.experiments.turns;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import muster.workloads.plan.turns.ArmTurns;
import muster.workloads.plan.turns.TurnSpec;

/**
 * How long the turns of a comparison are, and which of them are measured. Blocks are pairs of those that runs share, so that each
 * arm comes twice, as ABBA; they are counted on the clock that all arms know.
 *
 * @param arms their names
 * @param lengthNs of a turn, its guard time included
 */
record TurnTimes(List<String> arms, long lengthNs) {
    /** So that most disturbances meet all arms, and longer where operations take long to end. */
    static final Duration MIN = Duration.ofMillis(200);

    private static final Duration MAX = Duration.ofSeconds(2);
    private static final int GUARDS = 5;
    /** Asked of streams of one phase only. */
    private static final double ALIKE_PERCENT = 5;

    private static final int MAX_MEDIANS = 4;
    private static final long ROUND_NS = 10_000_000;

    /** When one arm is to be measured, in nanoseconds of the clock that arms share. */
    record Turn(int arm, long number, long block, long fromNs, long toNs) {}

    private TurnSpec of(int arm) {
        return new TurnSpec(lengthNs, guardNs(), ALIKE_PERCENT, arms, arm);
    }

    private long guardNs() {
        return lengthNs / GUARDS;
    }

    /** What the measured phase of an arm says of its turns. */
    Map<String, Object> plain(String arm) {
        return of(arms.indexOf(arm)).plain();
    }

    long blockNs() {
        return 2L * arms.size() * lengthNs;
    }

    /** The first whole block from a time on. */
    long block(long atNs) {
        return Math.ceilDiv(atNs, blockNs());
    }

    /** Its turns in the order of time. */
    List<Turn> turns(long block) {
        long fromNs = block * blockNs();
        return IntStream.range(0, arms.size())
                .boxed()
                .flatMap(arm -> of(arm).ofRun().windows(fromNs, fromNs + blockNs()).stream()
                        .map(window -> turn(arm, window)))
                .sorted(Comparator.comparingLong(Turn::fromNs))
                .toList();
    }

    private static Turn turn(int arm, ArmTurns.Window window) {
        return new Turn(arm, window.turn(), window.block() / 2, window.fromNs(), window.toNs());
    }

    /** Whether operations took so long that many of them belong to no turn. */
    boolean tooShort(Restart restart) {
        return lengthNs < MAX.toNanos() && MAX_MEDIANS * longest(restart, false) > lengthNs;
    }

    /** The same for the next restart: of a hundred operations 99 end within a guard time, and so within that of the next turn. */
    TurnTimes after(Restart restart, long minNs) {
        long wantedNs = (long) (GUARDS * longest(restart, true));
        long nextNs = Math.clamp(Math.ceilDiv(wantedNs, ROUND_NS) * ROUND_NS, minNs, Math.max(minNs, MAX.toNanos()));
        return new TurnTimes(arms, nextNs);
    }

    private double longest(Restart restart, boolean nearlyAll) {
        return arms.stream()
                .map(restart::latency)
                .mapToDouble(latency -> nearlyAll && !Double.isNaN(latency.p99Ns()) ? latency.p99Ns() : latency.p50Ns())
                .filter(Double::isFinite)
                .max()
                .orElse(0);
    }
}
