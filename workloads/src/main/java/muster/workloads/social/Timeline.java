package muster.workloads.social;

import muster.workloads.random.Mix;

/** When things happen: three years from 2010 on, in milliseconds since 1970. */
final class Timeline {
    static final long DAY_MS = 86_400_000;
    static final long START_MS = 1_262_304_000_000L;
    static final long LAST_JOIN_MS = START_MS + 900 * DAY_MS;
    static final long END_MS = START_MS + 1_095 * DAY_MS;

    /** Replies and likes may come this much later than the last post. */
    static final long LATEST_MS = END_MS + 60 * DAY_MS;

    private Timeline() {}

    /** A time in (fromMs, untilMs]. */
    static long between(long fromMs, long untilMs, long hash) {
        return fromMs + 1 + Mix.below(Math.max(1, untilMs - fromMs), hash);
    }
}
