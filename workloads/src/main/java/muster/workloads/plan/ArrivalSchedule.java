package muster.workloads.plan;

import java.util.function.LongUnaryOperator;
import muster.workloads.plan.PhaseSpec.Rate;
import muster.workloads.plan.profile.ProfileLine;
import muster.workloads.random.GapTable;
import muster.workloads.random.Mix;

/**
 * When the operations of an open phase are meant to start: t(i) nanoseconds after the start of the phase, the same
 * wherever it is computed.
 *
 * <p>Constant: t(i) = floor(i * periodNs / arrivals), exact for every i that has a t(i) below 2<sup>63</sup>. Poisson:
 * t(i) is the sum of the gaps 0 .. i - 1; gap j is the draw of {@link GapTable} for mix(key, j), times the mean gap
 * m = floor((periodNs &lt;&lt; 20) / arrivals) of 2<sup>-20</sup> ns, rounded to the nearest nanosecond: (gap * m +
 * 2<sup>51</sup>) &gt;&gt; 52 in 128 bits.
 *
 * <p>Of a profile: t(i) is where its integral reaches i, or for Poisson where it has grown by gap i - 1 since t(i - 1), both
 * rounded to the nearest nanosecond as {@link ProfileLine} says. t(0) is when the rate is first above 0.
 */
public sealed interface ArrivalSchedule {
    /** t(0). */
    default long first() {
        return 0;
    }

    /**
     * t(toIndex), where t(fromIndex) = fromNs and fromIndex &lt;= toIndex. The cost of Poisson arrivals is a few
     * nanoseconds for each index between them.
     */
    long timeNs(long fromIndex, long fromNs, long toIndex);

    /**
     * The arrivals of one phase.
     *
     * @param key of the phase: {@link muster.workloads.operation.PhaseKey#hash}
     * @throws IllegalArgumentException if there are more than 2<sup>31</sup> arrivals in a period, or the period is longer
     *     than 2<sup>42</sup> ns (73 minutes)
     */
    static ArrivalSchedule of(Rate rate, long key) {
        if (rate.arrivals() < 1 || rate.arrivals() > 1L << 31) {
            throw new IllegalArgumentException(rate.arrivals() + " arrivals in a period; 1 to 2^31 are possible");
        }
        if (rate.periodNs() < 1 || rate.periodNs() > 1L << 42) {
            throw new IllegalArgumentException("a period of " + rate.periodNs() + " ns; 1 to 2^42 is possible");
        }
        return rate.poisson()
                ? new Poisson(key, (rate.periodNs() << Poisson.MEAN_BITS) / rate.arrivals())
                : new Constant(rate.arrivals(), rate.periodNs());
    }

    /** The arrivals of one phase whose rate changes. */
    static ArrivalSchedule of(ProfileLine line, boolean poisson, long key) {
        return poisson ? new ProfilePoisson(key, line) : new ProfileConstant(line);
    }

    /** Evenly spaced on the integral of a profile: whatever the index, one search and one root. */
    record ProfileConstant(ProfileLine line) implements ArrivalSchedule {
        @Override
        public long first() {
            return line.timeNs(0);
        }

        @Override
        public long timeNs(long fromIndex, long fromNs, long toIndex) {
            return line.timeNs(toIndex);
        }
    }

    /** A Poisson process whose rate is that of a profile. */
    record ProfilePoisson(long key, ProfileLine line) implements ArrivalSchedule {
        @Override
        public long first() {
            return line.timeNs(0);
        }

        @Override
        public long timeNs(long fromIndex, long fromNs, long toIndex) {
            long ns = fromNs;
            for (long index = fromIndex; index < toIndex; index++) {
                ns = line.nextNs(ns, GapTable.draw(Mix.mix(key, index)));
            }
            return ns;
        }
    }

    /** Given times, which do not decrease. What is beyond the last one starts with it: nobody asks for its operation. */
    record Recorded(LongUnaryOperator startNs, long count) implements ArrivalSchedule {
        @Override
        public long first() {
            return startNs.applyAsLong(0);
        }

        @Override
        public long timeNs(long fromIndex, long fromNs, long toIndex) {
            return startNs.applyAsLong(Math.min(toIndex, count - 1));
        }
    }

    /** Split as i = q * arrivals + r and periodNs = a * arrivals + b, so that no product overflows. */
    record Constant(long arrivals, long periodNs) implements ArrivalSchedule {
        @Override
        public long timeNs(long fromIndex, long fromNs, long toIndex) {
            long q = toIndex / arrivals;
            long r = toIndex % arrivals;
            return q * periodNs + r * (periodNs / arrivals) + r * (periodNs % arrivals) / arrivals;
        }
    }

    /** The mean gap is in 2<sup>-20</sup> ns. */
    record Poisson(long key, long mean) implements ArrivalSchedule {
        private static final int MEAN_BITS = 20;

        @Override
        public long timeNs(long fromIndex, long fromNs, long toIndex) {
            long ns = fromNs;
            for (long index = fromIndex; index < toIndex; index++) {
                ns += GapTable.scale(GapTable.draw(Mix.mix(key, index)), mean, MEAN_BITS);
            }
            return ns;
        }
    }
}
