package muster.workloads.plan.section;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import muster.workloads.plan.language.TreeSettings;

/**
 * Section "replay" of a plan: recorded operations that stand in for those of the workload.
 *
 * @param file name of the data file that ./muster record wrote; empty if nothing is replayed
 * @param speed by which recorded times are divided; 1 with {@link Pace#FAST}
 */
public record ReplaySection(String file, Pace pace, double speed) {
    /** When operations start. */
    public enum Pace {
        /** As soon as a client is idle: the closed model. */
        FAST,
        /** At the recorded times: the open model. */
        RECORDED;

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public static ReplaySection read(TreeSettings root) {
        TreeSettings replay = root.section("replay");
        String file = root.has("replay") ? replay.text("file") : "";
        Pace pace = Pace.valueOf(replay.choice("pace").toUpperCase(Locale.ROOT));
        double speed = replay.number("speed");
        if (pace == Pace.FAST && replay.has("speed")) {
            throw replay.refused("speed", "only with pace: recorded, whose times it divides");
        }
        replay.refuseUnread();
        return new ReplaySection(file, pace, speed);
    }

    public boolean replays() {
        return !file.isEmpty();
    }

    /** The data files that it names. */
    public List<String> files() {
        return replays() ? List.of(file) : List.of();
    }

    /** As it stands in the plan, every default written out; nothing where nothing is replayed. */
    public Optional<Map<String, Object>> plain() {
        if (!replays()) {
            return Optional.empty();
        }
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("file", file);
        plain.put("pace", pace.label());
        if (pace == Pace.RECORDED) {
            plain.put("speed", speed);
        }
        return Optional.of(plain);
    }
}
