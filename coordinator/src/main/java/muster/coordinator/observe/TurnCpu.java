package muster.coordinator.observe;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import muster.model.PhaseAt;
import muster.model.StreamRow;
import muster.model.TurnCpuRow;
import muster.model.TurnWindow;
import org.jspecify.annotations.Nullable;

/**
 * The processor time of a server in the measured part of each turn of a phase, by the sums of its threads, which count nanoseconds. It is read
 * when such a part begins, shortly before it ends and when it ends, on a thread of its own, since a reading of all that is observed takes longer.
 * What lies between the first and the last reading within a part stands for all of it: a reading that comes after the end may have
 * seen the work of the next turn.
 */
final class TurnCpu implements AutoCloseable {
    /** Of the measured part: a last reading that comes later after its end is none, nor is one that takes longer. */
    private static final double MAX_AFTER = 0.02;

    /** Of the measured part: how long before its end there is a reading, in case that at the end is late. */
    private static final double BEFORE_END = 0.1;

    /** Of the measured part: with less between its first and last reading it has no figure. */
    private static final double MIN_SEEN = 0.5;

    private final PhaseAt at;
    private final List<StreamRow> streams;
    private final ServerCpu server;
    private final LongSupplier clock;
    private final TreeSet<Long> times = new TreeSet<>();
    private final Thread thread =
            Thread.ofPlatform().name("muster-turn-cpu").daemon(true).unstarted(this::run);
    // Guarded by this.
    private final TreeMap<Long, Reading> readings = new TreeMap<>();

    /** From when to when it was taken, by the coordinator's clock, and what the server's threads had run. */
    private record Reading(long beforeNs, long afterNs, long ranNs) {
        boolean isWithin(double lengthNs) {
            return afterNs - beforeNs <= MAX_AFTER * lengthNs;
        }
    }

    /** @param clock of the coordinator, unix nanoseconds */
    TurnCpu(PhaseAt at, List<StreamRow> streams, ServerCpu server, LongSupplier clock) {
        this.at = at;
        // The other arms of a load without a name are in other runs.
        this.streams =
                streams.stream().filter(stream -> !stream.name().isEmpty()).toList();
        this.server = server;
        this.clock = clock;
        this.streams.stream().flatMap(stream -> stream.turns().stream()).forEach(turn -> {
            times.add(turn.fromNs());
            times.add(turn.toNs() - Math.round(BEFORE_END * lengthNs(turn)));
            times.add(turn.toNs());
        });
    }

    /** Begins to read, if there are turns. */
    void start() {
        if (!times.isEmpty()) {
            thread.start();
        }
    }

    private void run() {
        try {
            Long next = times.ceiling(clock.getAsLong());
            while (next != null) {
                TimeUnit.NANOSECONDS.sleep(next - clock.getAsLong());
                next = times.ceiling(Math.max(read(), next + 1));
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /** When it was done. */
    private long read() {
        long beforeNs = clock.getAsLong();
        OptionalLong ranNs = server.ranNs();
        long afterNs = clock.getAsLong();
        if (ranNs.isPresent()) {
            synchronized (this) {
                readings.put(beforeNs, new Reading(beforeNs, afterNs, ranNs.getAsLong()));
            }
        }
        return afterNs;
    }

    /** Of all turns of which enough was seen; reads no more. */
    synchronized List<TurnCpuRow> end() {
        close();
        List<TurnCpuRow> rows = new ArrayList<>();
        for (StreamRow stream : streams) {
            for (TurnWindow turn : stream.turns()) {
                Long usedNs = usedNs(turn);
                if (usedNs != null) {
                    rows.add(new TurnCpuRow(at, stream.number(), turn.turn(), usedNs));
                }
            }
        }
        return rows;
    }

    private @Nullable Long usedNs(TurnWindow turn) {
        double lengthNs = lengthNs(turn);
        List<Reading> within =
                readings.subMap(turn.fromNs(), turn.toNs() + Math.round(MAX_AFTER * lengthNs)).values().stream()
                        .filter(reading -> reading.isWithin(lengthNs))
                        .toList();
        if (within.size() < 2) {
            return null;
        }
        Reading first = within.getFirst();
        Reading last = within.getLast();
        double seenNs = last.beforeNs - first.beforeNs;
        return seenNs < MIN_SEEN * lengthNs || last.ranNs < first.ranNs
                ? null
                : Math.round((last.ranNs - first.ranNs) * lengthNs / seenNs);
    }

    private static long lengthNs(TurnWindow turn) {
        return turn.toNs() - turn.fromNs();
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
