package muster.coordinator.core.verdict;

import java.util.List;
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
        String place = place(facts);
        boolean empty = isZero(vertices) && isZero(edges);
        if (marked || empty || mayErase.equals(place)) {
            return null;
        }
        return "refused: database " + place + " holds " + vertices + " vertices and " + edges
                + " edges that Muster did not write; use an empty database, or --allow-erase " + place
                + " if all of it may be deleted. Nothing was touched";
    }

    /**
     * The same of a plan with {@code data: none}, whoever wrote what is there.
     *
     * @param operations that change it; none if the plan only reads
     */
    public static @Nullable String writeRefusal(Map<String, String> facts, List<String> operations, String mayWrite) {
        String place = place(facts);
        if (operations.isEmpty() || mayWrite.equals(place)) {
            return null;
        }
        return "refused: " + (operations.size() == 1 ? "operation " : "operations ") + String.join(", ", operations)
                + " would change what database " + place
                + " holds, and data: none only reads it; take write: true out, or"
                + " --allow-write " + place + " if its contents may change. Nothing was touched";
    }

    private static String place(Map<String, String> facts) {
        return facts.getOrDefault("address", "?") + "/" + facts.getOrDefault("database", "");
    }

    /** By its text: what a worker tells need not be a number. */
    private static boolean isZero(String count) {
        return count.matches("0+");
    }
}
