package muster.coordinator.core.verdict;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decides whether Muster may write where the plan points (docs/semantics.md rule 19). */
public final class EraseGuard {
    private EraseGuard() {}

    /** Why not, in one line naming address, database and counts; null if it may. */
    public static @Nullable String refusal(Map<String, String> facts, String mayErase) {
        String vertices = facts.getOrDefault("vertices", "0");
        String edges = facts.getOrDefault("edges", "0");
        boolean marked = facts.getOrDefault("marked", "false").equals("true");
        String place = facts.getOrDefault("address", "?") + "/" + facts.getOrDefault("database", "");
        boolean empty = isZero(vertices) && isZero(edges);
        if (marked || empty || mayErase.equals(place)) {
            return null;
        }
        return "refused: database " + place + " holds " + vertices + " vertices and " + edges
                + " edges that Muster did not write; use an empty database, or --allow-erase " + place
                + " if all of it may be deleted. Nothing was touched";
    }

    /** By its text: what a worker tells need not be a number. */
    private static boolean isZero(String count) {
        return count.matches("0+");
    }
}
