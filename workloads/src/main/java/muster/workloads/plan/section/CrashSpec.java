package muster.workloads.plan.section;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import muster.workloads.plan.language.Durations;
import muster.workloads.plan.language.TreeSettings;
import org.jspecify.annotations.Nullable;

/**
 * Key "crash" of a measure phase: what happens to the server of the plan while clients use it.
 *
 * @param atNs after the start of the phase
 * @param process the only one of the server's processes that it happens to, such as cassandra-3; empty for all of them
 * @param pauseNs of {@link How#PAUSE}: how long the server is stopped; else 0
 * @param timeoutNs how long the restarted server may take to answer a query
 */
public record CrashSpec(long atNs, How how, String process, long pauseNs, long timeoutNs) {
    /** What happens to the server's processes. */
    public enum How {
        /** SIGKILL of all of them; what the operating system holds of their files stays. */
        KILL,
        /** SIGKILL of all of them, and what they had not synced of their files is gone. */
        POWER,
        /** SIGSTOP, and SIGCONT after a time. */
        PAUSE;

        /** As plans and the store have it. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * The key of a phase; null if it has none.
     *
     * @throws muster.workloads.plan.language.PlanException for keys and values that make no sense
     */
    public static @Nullable CrashSpec read(TreeSettings phase) {
        if (!phase.has("crash")) {
            return null;
        }
        TreeSettings crash = phase.section("crash");
        crash.allowOnlyDeclared();
        if (!crash.has("at")) {
            throw crash.wrong("at", "a time after the start of the phase, such as 10s");
        }
        How how = How.valueOf(crash.choice("how").toUpperCase(Locale.ROOT));
        if (how != How.PAUSE && crash.has("for")) {
            throw crash.refused("for", "only with how: pause; a server that was killed is started again at once");
        }
        if (how == How.POWER && crash.has("process")) {
            throw crash.refused("process", "not with how: power, since all processes lose it; use kill or pause");
        }
        return new CrashSpec(
                crash.duration("at", Duration.ZERO).toNanos(),
                how,
                crash.text("process", ""),
                how == How.PAUSE ? crash.duration("for").toNanos() : 0,
                crash.duration("timeout").toNanos());
    }

    /** As the store has it: "kill", or "kill of cassandra-3". */
    public String label() {
        return how.label() + (process.isEmpty() ? "" : " of " + process);
    }

    /** The same as a map, as plans are written. */
    public Map<String, Object> plain() {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("at", Durations.format(atNs));
        plain.put("how", how.label());
        if (!process.isEmpty()) {
            plain.put("process", process);
        }
        if (how == How.PAUSE) {
            plain.put("for", Durations.format(pauseNs));
        }
        plain.put("timeout", Durations.format(timeoutNs));
        return plain;
    }
}
