package muster.coordinator.core.verdict;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decides whether Muster may write where the plan points (SEMANTICS 19). */
public final class EraseGuard {
    private EraseGuard() {}

    /** Why not, in one line naming address, database and counts; null if it may. */
    public static @Nullable String refusal(Map<String, String> facts, String mayErase) {
        long vertices = Long.parseLong(facts.getOrDefault("vertices", "0"));
        long edges = Long.parseLong(facts.getOrDefault("edges", "0"));
        boolean marked = facts.getOrDefault("marked", "false").equals("true");
        String place = facts.getOrDefault("address", "?") + "/" + facts.getOrDefault("database", "");
        if (marked || (vertices == 0 && edges == 0) || mayErase.equals(place)) {
            return null;
        }
        return "refused: database " + place + " holds " + vertices + " vertices and " + edges
                + " edges that Muster did not write; use an empty database, or --allow-erase " + place
                + " if all of it may be deleted. Nothing was touched";
    }
}
