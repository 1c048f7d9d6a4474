package muster.targets.janusgraph.script;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One script with its parameters.
 *
 * @param writes whether it may change the graph: a lost answer then leaves open whether it did
 * @param answers one for each operation; empty where the answer says nothing of them
 */
public record Request(
        String script, Map<String, @Nullable Object> parameters, boolean writes, List<ActionResult> answers) {
    /** A script of the administration. */
    public static Request of(String script, Map<String, @Nullable Object> parameters) {
        return new Request(script, parameters, true, List.of());
    }
}
