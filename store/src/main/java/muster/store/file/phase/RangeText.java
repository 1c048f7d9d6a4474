package muster.store.file.phase;

import java.util.ArrayList;
import java.util.List;
import muster.model.IndexRange;
import muster.text.Json;
import org.jspecify.annotations.Nullable;

/** Index ranges as JSON, [[first, count, stride], ...], so that plain sqlite3 can read them with json_each. */
public final class RangeText {
    private RangeText() {}

    public static String write(List<IndexRange> ranges) {
        return Json.compact(compact(ranges).stream().map(RangeText::values).toList());
    }

    private static List<Long> values(IndexRange range) {
        return List.of(range.first(), range.count(), range.stride());
    }

    static List<IndexRange> read(String text) {
        List<IndexRange> ranges = new ArrayList<>();
        long[] numbers = new long[3];
        int found = 0;
        for (int at = 0; at < text.length(); at++) {
            int end = at;
            while (end < text.length() && Character.isDigit(text.charAt(end))) {
                end++;
            }
            if (end > at) {
                numbers[found++ % 3] = Long.parseLong(text, at, end, 10);
                at = end;
                if (found % 3 == 0) {
                    ranges.add(new IndexRange(numbers[0], numbers[1], numbers[2]));
                }
            }
        }
        return ranges;
    }

    /** The same with a stride of 1, so that each range is without gaps. */
    public static List<IndexRange> singles(String text) {
        List<IndexRange> singles = new ArrayList<>();
        for (IndexRange range : read(text)) {
            if (range.stride() == 1) {
                singles.add(range);
                continue;
            }
            for (long i = 0; i < range.count(); i++) {
                singles.add(new IndexRange(range.first() + i * range.stride(), 1, 1));
            }
        }
        return singles;
    }

    /** Joins what continues the range before it; with leases of one index that is most of them. */
    private static List<IndexRange> compact(List<IndexRange> ranges) {
        List<IndexRange> compact = new ArrayList<>();
        for (IndexRange range : ranges) {
            IndexRange joined = compact.isEmpty() ? null : join(compact.getLast(), range);
            if (joined == null) {
                compact.add(range);
            } else {
                compact.set(compact.size() - 1, joined);
            }
        }
        return compact;
    }

    private static @Nullable IndexRange join(IndexRange last, IndexRange next) {
        long step = next.first() - (last.first() + (last.count() - 1) * last.stride());
        boolean fits = step > 0
                && (last.count() == 1 || last.stride() == step)
                && (next.count() == 1 || next.stride() == step);
        return fits ? new IndexRange(last.first(), last.count() + next.count(), step) : null;
    }
}
