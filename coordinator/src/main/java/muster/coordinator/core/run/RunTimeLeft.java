package muster.coordinator.core.run;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How long a run still takes: phases with a duration take that, everything else what it took when it was done before, in
 * an earlier step or trial.
 */
final class RunTimeLeft {
    private static final double SECOND_NS = 1e9;

    private final Map<String, Long> knownNs = new HashMap<>();
    private @Nullable AgendaItem current;
    private long beganNs;

    /**
     * The rest of a run.
     *
     * @param seconds of what can be told
     * @param atLeast whether something is left of which nothing can be told
     */
    record Left(double seconds, boolean atLeast) {}

    /** The item before it has ended. */
    void begins(@Nullable AgendaItem item, long nowNs) {
        if (current != null) {
            knownNs.put(key(current), nowNs - beganNs);
        }
        current = item;
        beganNs = nowNs;
    }

    Left left(Collection<AgendaItem> rest, long nowNs) {
        long sumNs = current == null ? 0 : Math.max(0, lengthNs(current) - (nowNs - beganNs));
        for (AgendaItem item : rest) {
            sumNs += Math.max(0, lengthNs(item));
        }
        boolean atLeast =
                Stream.concat(Stream.ofNullable(current), rest.stream()).anyMatch(item -> lengthNs(item) < 0);
        return new Left(sumNs / SECOND_NS, atLeast);
    }

    /** -1 where nothing is known. */
    private long lengthNs(AgendaItem item) {
        long setNs =
                item instanceof AgendaItem.RunPhase phase ? phase.phase().spec().durationNs() : 0;
        return knownNs.getOrDefault(key(item), setNs > 0 ? setNs : -1L);
    }

    private static String key(AgendaItem item) {
        return switch (item) {
            case AgendaItem.RunPhase phase -> "phase " + phase.phase().name();
            case AgendaItem.RunTask task -> "task " + task.kind();
            case AgendaItem.StartServer server -> "server " + server.kind();
            case AgendaItem.RunCrashCheck check ->
                "crash check " + check.phase().name();
            case AgendaItem.RunVerify verify -> "verify " + verify.spec().name();
        };
    }
}
