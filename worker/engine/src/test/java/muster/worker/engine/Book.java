package muster.worker.engine;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.DataFormatException;
import muster.model.Series;
import muster.worker.engine.client.EngineSpec;
import muster.worker.engine.lease.LeaseGrant;
import muster.worker.engine.lease.LeaseSource;
import muster.worker.engine.record.Interval;
import muster.worker.engine.record.Interval.Covered;
import muster.worker.engine.record.SnapshotSink;
import muster.workloads.plan.ArrivalSchedule;
import muster.workloads.target.TargetException;
import org.HdrHistogram.Histogram;

/** The other side of an engine, as simple as it can be: grants leases one after another, and keeps all that it gets. */
public class Book implements LeaseSource, SnapshotSink {
    private final EngineSpec spec;
    private final long size;
    private final long most;
    private final List<Interval> intervals = new ArrayList<>();
    private final Map<Long, LeaseGrant> granted = new ConcurrentHashMap<>();
    private final List<Covered> returned = new ArrayList<>();
    private final CountDownLatch drained = new CountDownLatch(1);
    private volatile Throwable failure;
    private Engine engine;
    private long wanted;
    private long lease;
    private long next;
    private long nextNs;

    /** Grants leases of so many indexes until {@code most} indexes are granted. */
    public Book(EngineSpec spec, long size, long most) {
        this.spec = spec;
        this.size = size;
        this.most = most;
    }

    /** Offers one lease that a test makes itself. */
    void offer(LeaseGrant grant) {
        granted.put(grant.lease(), grant);
        engine.offer(grant);
    }

    Engine open() throws TargetException {
        Engine opened = Engines.create(spec, this, this);
        synchronized (this) {
            engine = opened;
        }
        grant();
        return opened;
    }

    @Override
    public void want(long total, double ratePerS) {
        synchronized (this) {
            wanted = Math.max(wanted, total);
        }
        grant();
    }

    private synchronized void grant() {
        while (engine != null && lease < wanted && next < most) {
            LeaseGrant grant = new LeaseGrant(lease++, next, Math.min(size, most - next), 1, firstNs());
            advance(grant.count());
            granted.put(grant.lease(), grant);
            if (!engine.offer(grant)) {
                returned.add(new Covered(grant.lease(), new long[] {0, grant.count()}));
            }
        }
    }

    private long firstNs() {
        ArrivalSchedule arrivals = spec.phase().arrivals();
        return arrivals != null && next == 0 ? arrivals.first() : nextNs;
    }

    private void advance(long count) {
        ArrivalSchedule arrivals = spec.phase().arrivals();
        if (arrivals != null) {
            nextNs = arrivals.timeNs(next, next == 0 ? arrivals.first() : nextNs, next + count);
        }
        next += count;
    }

    synchronized long wanted() {
        return wanted;
    }

    synchronized long offered() {
        return lease;
    }

    @Override
    public synchronized void accept(Interval interval) {
        intervals.add(interval);
        notifyAll();
    }

    @Override
    public synchronized void failed(Throwable bug) {
        failure = bug;
        notifyAll();
    }

    synchronized void awaitFailure() throws InterruptedException {
        while (failure == null) {
            wait(60_000);
        }
    }

    Throwable failure() {
        return failure;
    }

    synchronized void returned(List<Covered> unstarted) {
        returned.addAll(unstarted);
    }

    /** Drains, waits for it, closes. */
    void finish() throws InterruptedException {
        returned(engine.drain(drained::countDown));
        if (!drained.await(300, TimeUnit.SECONDS)) {
            throw new AssertionError("not drained within 5 minutes");
        }
        engine.close();
    }

    /** Waits until this many positions are covered. */
    synchronized void awaitCovered(long positions) throws InterruptedException {
        while (coveredPositions() < positions && failure == null) {
            wait(60_000);
        }
    }

    synchronized long coveredPositions() {
        return intervals.stream().mapToLong(Book::positions).sum();
    }

    synchronized List<Interval> intervals() {
        return List.copyOf(intervals);
    }

    public static long positions(Interval interval) {
        return interval.covered().stream().mapToLong(Book::positions).sum();
    }

    public static long positions(Covered covered) {
        long sum = 0;
        for (int i = 1; i < covered.runs().length; i += 2) {
            sum += covered.runs()[i];
        }
        return sum;
    }

    /** Indexes that intervals cover; throws if one is covered twice. */
    BitSet covered() {
        BitSet indexes = new BitSet();
        intervals().forEach(interval -> interval.covered().forEach(covered -> mark(covered, indexes)));
        return indexes;
    }

    /** Indexes that were returned unstarted; throws if one was returned twice. */
    synchronized BitSet unstarted() {
        BitSet indexes = new BitSet();
        returned.forEach(covered -> mark(covered, indexes));
        return indexes;
    }

    /** Indexes that were granted. */
    BitSet granted() {
        BitSet indexes = new BitSet();
        granted.values().forEach(grant -> {
            for (long p = 0; p < grant.count(); p++) {
                indexes.set((int) grant.index(p, spec.phase().actionsPerTransaction()));
            }
        });
        return indexes;
    }

    private void mark(Covered covered, BitSet indexes) {
        LeaseGrant grant = granted.get(covered.lease());
        long position = 0;
        for (int i = 0; i < covered.runs().length; i += 2) {
            position += covered.runs()[i];
            for (long end = position + covered.runs()[i + 1]; position < end; position++) {
                int index = (int) grant.index(position, spec.phase().actionsPerTransaction());
                if (indexes.get(index)) {
                    throw new AssertionError("index " + index + " twice");
                }
                indexes.set(index);
            }
        }
    }

    /** Sum of the digests that the intervals report. */
    long digest() {
        return intervals().stream()
                .mapToLong(interval -> interval.figures().digest())
                .sum();
    }

    /** The same sum, from the operations of these indexes. */
    long digestOf(BitSet indexes) {
        return indexes.stream()
                .mapToLong(index -> spec.operations().at(index).digest())
                .sum();
    }

    /** Samples by outcome, of all operations but "transaction". */
    Map<String, Long> samples(String timing) {
        Map<String, Long> samples = new TreeMap<>();
        for (Series series : series(timing)) {
            if (series.key().isOfCounted()) {
                samples.merge(series.key().outcome(), series.samples(), Long::sum);
            }
        }
        return samples;
    }

    List<Series> series(String timing) {
        return intervals().stream()
                .flatMap(interval -> interval.figures().series().stream())
                .filter(series -> series.key().timing().equals(timing))
                .toList();
    }

    /** The longest time recorded, as exact as the histogram is. */
    long maxNs(String timing) {
        return series(timing).stream()
                .mapToLong(series -> histogram(series).getMaxValue())
                .max()
                .orElse(0);
    }

    /** Decoded. */
    public static Histogram histogram(Series series) {
        try {
            return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(series.histogram()), 0);
        } catch (DataFormatException e) {
            throw new AssertionError(e);
        }
    }

    long count(String timing) {
        return samples(timing).values().stream().mapToLong(Long::longValue).sum();
    }
}
