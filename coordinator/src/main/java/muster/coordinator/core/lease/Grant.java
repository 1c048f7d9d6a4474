package muster.coordinator.core.lease;

import java.util.ArrayList;
import java.util.List;
import muster.model.IndexRange;

/** One lease as the book keeps it: which of its positions are neither covered nor given back. */
public final class Grant {
    public final long lease;
    public final long session;
    public final long first;
    public final long count;
    public final long stride;
    public final long grantedNs;
    private final int block;
    private final IndexSet open = new IndexSet();

    Grant(long lease, long session, long first, long count, long stride, int block, long grantedNs) {
        this.lease = lease;
        this.session = session;
        this.first = first;
        this.count = count;
        this.stride = stride;
        this.block = block;
        this.grantedNs = grantedNs;
        open.add(0, count);
    }

    /** Whether all these positions are open. */
    public boolean holds(List<IndexRange> positions) {
        return positions.stream()
                .allMatch(range ->
                        range.first() >= 0 && range.count() > 0 && open.containsAll(range.first(), range.count()));
    }

    /** Takes positions out of the open ones; false, with nothing changed, if one of them is not open. */
    boolean settle(List<IndexRange> positions) {
        if (!holds(positions)) {
            return false;
        }
        positions.forEach(range -> open.remove(range.first(), range.count()));
        return true;
    }

    /** Keeps open only what is in this set, and takes it out of there. */
    void keep(IndexSet set) {
        List<IndexRange> before = open.ranges();
        open.clear();
        for (IndexRange range : before) {
            if (stride == 1) {
                set.take(first + range.first(), range.count())
                        .forEach(found -> open.add(found.first() - first, found.count()));
            } else {
                keepSingly(range, set);
            }
        }
    }

    private void keepSingly(IndexRange positions, IndexSet set) {
        for (long position = positions.first(); position < positions.first() + positions.count(); position++) {
            open.add(position, set.remove(index(position), 1));
        }
    }

    private long index(long position) {
        return first + position / block * stride * block + position % block;
    }

    public boolean settled() {
        return open.isEmpty();
    }

    public List<IndexRange> openIndexes() {
        return indexes(open.ranges());
    }

    /** The indexes at these positions. */
    public List<IndexRange> indexes(List<IndexRange> positions) {
        if (stride == 1) {
            return positions.stream()
                    .map(range -> new IndexRange(first + range.first(), range.count(), 1))
                    .toList();
        }
        List<IndexRange> indexes = new ArrayList<>();
        positions.forEach(range -> addStrided(range, indexes));
        return indexes;
    }

    private void addStrided(IndexRange positions, List<IndexRange> indexes) {
        long position = positions.first();
        long end = position + positions.count();
        while (position < end) {
            long within = position % block;
            long run = Math.min(block - within, end - position);
            indexes.add(new IndexRange(first + position / block * stride * block + within, run, 1));
            position += run;
        }
    }
}
