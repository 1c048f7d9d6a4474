package muster.worker.engine.execution;

import muster.workloads.random.Mix;

/**
 * How often a failed block is tried again, and after which pause: it doubles with each attempt up to a bound, and is
 * spread by half of itself to either side, by a draw from the block's own index.
 */
public record Retries(int limit, long backoffNs, long seed) {
    private static final long MAX_NS = 10_000_000_000L;

    public long pauseNs(int attempt, long index) {
        long doubledNs = backoffNs << Math.min(attempt, 20);
        long boundedNs = Math.min(doubledNs, Math.max(backoffNs, MAX_NS));
        return boundedNs / 2 + Mix.below(boundedNs + 1, Mix.mix(seed, index, attempt));
    }
}
