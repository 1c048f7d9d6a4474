package muster.workloads.plan.profile;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;

/**
 * A profile as straight pieces, and its integral L: how many arrivals are due before a time. Times are nanoseconds after the
 * start of the phase; heights are in units of 10<sup>-9</sup> a second. After the last piece its height holds.
 *
 * <p>Where a piece begins, L is exact: integers. Within a piece the inverse is a root in double arithmetic of +, -, *, /
 * and sqrt, of which IEEE 754 fixes each bit, so that every language has the same times. It is counted from the lower end of
 * the piece, where nothing cancels out: it is right within 10<sup>-3</sup> ns in pieces of up to an hour, and then rounded to
 * the nearest nanosecond.
 */
public final class ProfileLine {
    /** What nothing is due at any more. */
    public static final long NEVER = 1L << 62;

    /** One arrival: a height times a nanosecond, twice. */
    private static final long ARRIVAL = 2_000_000_000_000_000_000L;

    private static final double ONE = 1e18;
    /** A gap is in 2<sup>-32</sup> of its mean. */
    private static final double GAP = ONE / 4294967296.0;

    /** Piece k is from startNs[k] to startNs[k + 1], the last one without an end. */
    private final long[] startNs;

    private final long[] from;
    private final long[] to;
    /** L where piece k begins: whole[k] + rest[k] / ARRIVAL. */
    private final long[] whole;

    private final long[] rest;
    private final int last;

    private ProfileLine(long[] startNs, long[] from, long[] to, long[] whole, long[] rest) {
        this.startNs = startNs;
        this.from = from;
        this.to = to;
        this.whole = whole;
        this.rest = rest;
        this.last = startNs.length - 1;
    }

    /** Draws a line from the left to the right. */
    public static final class Builder {
        private final List<long[]> pieces = new ArrayList<>();
        private long ns;
        private long level;
        private BigInteger area = BigInteger.ZERO;

        /** @param level its height at 0 */
        public Builder(long level) {
            this.level = level;
        }

        /** Keeps the height. */
        public Builder hold(long lengthNs) {
            return to(level, lengthNs);
        }

        /** A straight line to another height; a length of 0 is a step. */
        public Builder to(long newLevel, long lengthNs) {
            if (lengthNs > 0) {
                add(newLevel);
                area = area.add(BigInteger.valueOf(level + newLevel).multiply(BigInteger.valueOf(lengthNs)));
            }
            ns += lengthNs;
            level = newLevel;
            return this;
        }

        private void add(long end) {
            BigInteger[] parts = area.divideAndRemainder(BigInteger.valueOf(ARRIVAL));
            pieces.add(new long[] {ns, level, end, parts[0].longValueExact(), parts[1].longValueExact()});
        }

        public ProfileLine build() {
            add(level);
            return new ProfileLine(column(0), column(1), column(2), column(3), column(4));
        }

        private long[] column(int number) {
            return pieces.stream().mapToLong(piece -> piece[number]).toArray();
        }
    }

    /** When L reaches this, and the height is not 0: the time of arrival {@code index} of evenly spaced ones. */
    public long timeNs(long index) {
        int piece = pieceOf(index);
        if (piece == last) {
            return after(startNs[piece], above(piece, index));
        }
        return from[piece] <= to[piece] ? rise(piece, above(piece, index)) : fall(piece, -above(piece + 1, index));
    }

    /** The last piece that begins at this or before. */
    private int pieceOf(long index) {
        int low = 0;
        int high = last;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (whole[middle] < index || (whole[middle] == index && rest[middle] == 0)) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    /** How far it is above L where the piece begins. */
    private double above(int piece, long index) {
        return ((double) (index - whole[piece]) - (double) rest[piece] / ARRIVAL) * ONE;
    }

    /**
     * The time of the next arrival of a Poisson process.
     *
     * @param ns of the one before
     * @param gap between them, in 2<sup>-32</sup> of the mean
     */
    public long nextNs(long ns, long gap) {
        if (ns >= NEVER) {
            return NEVER;
        }
        double area = gap * GAP;
        for (int piece = pieceAt(ns); piece < last; piece++) {
            long at = Math.max(ns, startNs[piece]);
            if (from[piece] <= to[piece]) {
                double above = areaFromStart(piece, (double) (at - startNs[piece])) + area;
                if (above < area(piece)) {
                    return Math.max(at, rise(piece, above));
                }
                area = above - area(piece);
            } else {
                double below = areaToEnd(piece, (double) (startNs[piece + 1] - at)) - area;
                if (below > 0) {
                    return Math.max(at, fall(piece, below));
                }
                area = -below;
            }
        }
        return after(Math.max(ns, startNs[last]), area);
    }

    /** The piece that a time is in. */
    private int pieceAt(long ns) {
        int found = Arrays.binarySearch(startNs, ns);
        return found >= 0 ? found : -found - 2;
    }

    private double slope(int piece) {
        return (double) (to[piece] - from[piece]) / lengthNs(piece);
    }

    private double lengthNs(int piece) {
        return (double) (startNs[piece + 1] - startNs[piece]);
    }

    private double area(int piece) {
        return lengthNs(piece) * (double) (from[piece] + to[piece]) / 2;
    }

    private double areaFromStart(int piece, double ns) {
        return ns * (from[piece] + slope(piece) * ns / 2);
    }

    private double areaToEnd(int piece, double ns) {
        return ns * (to[piece] - slope(piece) * ns / 2);
    }

    /** Where a piece that does not fall has this area behind it. */
    private long rise(int piece, double area) {
        double ns = area <= 0 ? 0 : root((double) from[piece], slope(piece), area);
        return Math.min(startNs[piece] + round(ns), startNs[piece + 1]);
    }

    /** Where a piece that falls has this area before it. */
    private long fall(int piece, double area) {
        double ns = area <= 0 ? 0 : root((double) to[piece], -slope(piece), area);
        return Math.max(startNs[piece + 1] - round(ns), startNs[piece]);
    }

    /** x of height * x + slope * x * x / 2 = area; neither is negative. */
    private static double root(double height, double slope, double area) {
        return 2 * area / (height + Math.sqrt(height * height + 2 * slope * area));
    }

    /** The last height holds. */
    private long after(long ns, double area) {
        return from[last] == 0 || area / from[last] >= NEVER - ns ? NEVER : ns + round(area / from[last]);
    }

    private static long round(double ns) {
        return (long) Math.floor(ns + 0.5);
    }

    /** The height at a time, in 10<sup>-9</sup>; where it jumps, that after the jump. */
    public double level(long ns) {
        int piece = pieceAt(ns);
        double risen = piece == last ? 0 : slope(piece) * (double) (ns - startNs[piece]);
        return (double) from[piece] + risen;
    }

    /** L: the area up to a time, in arrivals or client seconds. */
    public double area(long ns) {
        int piece = pieceAt(ns);
        double within = (double) (ns - startNs[piece]);
        double area = piece == last ? within * from[last] : areaFromStart(piece, within);
        return whole[piece] + (double) rest[piece] / ARRIVAL + area / ONE;
    }

    /** The corners up to a time, as seconds and heights. */
    public <T> List<T> corners(long untilNs, BiFunction<Double, Double, T> corner) {
        List<T> corners = new ArrayList<>();
        for (int piece = 0; piece <= last && startNs[piece] < untilNs; piece++) {
            long endNs = piece == last ? untilNs : Math.min(untilNs, startNs[piece + 1]);
            double risen = piece == last ? 0 : slope(piece) * (double) (endNs - startNs[piece]);
            corners.add(corner.apply(startNs[piece] / 1e9, (double) from[piece] / Level.NANO));
            corners.add(corner.apply(endNs / 1e9, ((double) from[piece] + risen) / Level.NANO));
        }
        return corners;
    }

    /** The mean height over so long from the start, a second or a client. */
    public double mean(long durationNs) {
        return area(durationNs) * Level.NANO / durationNs;
    }
}
