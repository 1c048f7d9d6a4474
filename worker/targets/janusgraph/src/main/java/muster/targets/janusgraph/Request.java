package muster.targets.janusgraph;

import java.util.List;
import java.util.Map;

/**
 * One script with its parameters.
 *
 * @param writes whether it may change the graph: a lost answer then leaves open whether it did
 * @param answers one for each operation; empty where the answer says nothing of them
 */
record Request(String script, Map<String, Object> parameters, boolean writes, List<Answer> answers) {
    /** A script of the administration. */
    static Request of(String script, Map<String, Object> parameters) {
        return new Request(script, parameters, true, List.of());
    }
}
