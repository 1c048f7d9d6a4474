package muster.workloads.plan.section;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import muster.workloads.plan.language.TreeSettings;

/**
 * Section "answers" of a plan.
 *
 * @param reference name of the file with the recorded answers, a data file; empty if answers are not compared
 * @param check the share of answers that are compared, above 0 and up to 1
 * @param expected names of the operations of which the plan says what they must answer
 */
public record AnswerSettings(String reference, double check, Set<String> expected) {
    public static final AnswerSettings NONE = new AnswerSettings("", 1, Set.of());

    public static AnswerSettings read(TreeSettings root) {
        TreeSettings answers = root.section("answers");
        AnswerSettings settings =
                new AnswerSettings(answers.text("reference", ""), answers.number("check"), expected(root.raw()));
        answers.refuseUnread();
        return settings;
    }

    private static Set<String> expected(Map<String, Object> plan) {
        return plan.get("workload") instanceof Map<?, ?> workload
                        && workload.get("operations") instanceof Map<?, ?> operations
                ? operations.entrySet().stream()
                        .filter(operation -> operation.getValue() instanceof Map<?, ?> map && map.containsKey("expect"))
                        .map(operation -> String.valueOf(operation.getKey()))
                        .collect(Collectors.toUnmodifiableSet())
                : Set.of();
    }

    /** Whether any answers are compared. */
    public boolean compares() {
        return hasReference() || !expected.isEmpty();
    }

    public boolean hasReference() {
        return !reference.isEmpty();
    }
}
