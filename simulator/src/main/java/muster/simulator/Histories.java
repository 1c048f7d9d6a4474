package muster.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import muster.workloads.random.Mix;

/** Many histories, one after another in each of some threads. The result of a seed does not depend on the others. */
final class Histories {
    private static final long TELL_EVERY_NS = 10_000_000_000L;

    private final long from;
    private final long mostSeeds;
    private final long enoughEvents;
    private final long beganNs = System.nanoTime();
    private long next;
    private long toldNs = beganNs;
    private long seeds;
    private long events;
    private long snapshots;
    private long crashes;
    private long resumed;
    private long claimedAgain;
    private long begunAgain;
    private long violations;
    /** Of what became of each seed, in whatever order: equal if and only if the histories were the same. */
    private long digest;

    private final Map<String, Integer> ends = new TreeMap<>();

    private Histories(long from, long mostSeeds, long enoughEvents) {
        this.from = from;
        this.next = from;
        this.mostSeeds = mostSeeds;
        this.enoughEvents = enoughEvents;
    }

    static Histories ofSeeds(long from, long seeds) {
        return new Histories(from, seeds, Long.MAX_VALUE);
    }

    /** As many seeds as it takes. */
    static Histories ofEvents(long from, long events) {
        return new Histories(from, Long.MAX_VALUE, events);
    }

    /** Lives through them; prints each violation when it is found, and sums in the end. False if there was one. */
    boolean live(int threads) {
        List<Thread> others = new ArrayList<>();
        for (int i = 1; i < threads; i++) {
            others.add(Thread.ofPlatform().name("muster-world-" + i).start(this::live));
        }
        live();
        for (Thread other : others) {
            join(other);
        }
        System.out.println(summary());
        return violations == 0;
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted while histories are lived through", e);
        }
    }

    private void live() {
        for (long seed = draw(); seed >= 0; seed = draw()) {
            try {
                over(seed, new World(seed, Mutant.NONE, null).live(seed));
            } catch (RuntimeException violation) {
                violated(seed, violation);
            }
        }
    }

    /** The next seed; negative if it is enough. */
    private synchronized long draw() {
        return next - from < mostSeeds && events < enoughEvents ? next++ : -1;
    }

    private synchronized void over(long seed, Outcome outcome) {
        seeds++;
        events += outcome.events();
        snapshots += outcome.snapshots();
        crashes += outcome.crashes();
        resumed += outcome.resumed();
        claimedAgain += outcome.claimedAgain();
        begunAgain += outcome.begunAgain();
        digest += Mix.mix(seed, outcome.toString().hashCode());
        ends.merge((outcome.exitCode() + " " + outcome.message()).strip(), 1, Integer::sum);
        if (System.nanoTime() - toldNs > TELL_EVERY_NS) {
            toldNs = System.nanoTime();
            System.err.printf("%,d seeds, %,d events, %d violations%n", seeds, events, violations);
        }
    }

    private synchronized void violated(long seed, RuntimeException violation) {
        seeds++;
        violations++;
        System.out.println("seed " + seed + ": " + violation);
    }

    synchronized long events() {
        return events;
    }

    synchronized long crashes() {
        return crashes;
    }

    synchronized long claimedAgain() {
        return claimedAgain;
    }

    synchronized long begunAgain() {
        return begunAgain;
    }

    synchronized long violations() {
        return violations;
    }

    synchronized String summary() {
        return "%,d seeds, %,d events, %,d snapshots, %,d deaths of the coordinator, %,d resumed, %,d executed again, at most %,d by coverage, %d violations, %.1f s%nruns ended with: %s%ndigest %016x"
                .formatted(
                        seeds,
                        events,
                        snapshots,
                        crashes,
                        resumed,
                        begunAgain,
                        claimedAgain,
                        violations,
                        (System.nanoTime() - beganNs) / 1e9,
                        ends,
                        digest);
    }
}
