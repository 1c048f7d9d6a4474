package muster.experiments.answers;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import muster.cli.terminal.Failure;
import muster.workloads.answers.AnswerDigest;
import muster.workloads.answers.AnswerRows;

/**
 * Judges what was recorded (docs/semantics.md rule 31): an operation of which all answers are empty, or a single zero, found nothing, and
 * a reference of such answers would call a wrong label right. It is recorded only if its name is allowed.
 */
final class EmptyAnswers {
    private static final Set<String> ZEROS = Set.of("[0]", "[0.0]");

    /** By operation: answers so far, empty ones, and ones that are a single zero. */
    private final Map<String, long[]> counts = new LinkedHashMap<>();

    private final Set<String> allowed;

    /** @param allowed names of operations */
    EmptyAnswers(Collection<String> allowed) {
        this.allowed = new TreeSet<>(allowed);
    }

    /** One answer that is recorded, with its first rows. */
    void add(String operation, AnswerDigest digest, byte[] firstRows) {
        long[] of = counts.computeIfAbsent(operation, name -> new long[3]);
        of[0]++;
        of[1] += digest.rows() == 0 ? 1 : 0;
        of[2] += digest.rows() == 1 && ZEROS.contains(String.join("", AnswerRows.texts(firstRows))) ? 1 : 0;
    }

    /** Throws {@link Failure} if an operation found nothing and is not allowed to, or an allowed one is unknown. */
    void refuse(List<String> operations) {
        allowed.stream().filter(name -> !operations.contains(name)).findFirst().ifPresent(name -> {
            throw Failure.badInput(
                    "--allow-empty " + name + ": no recorded operation; there are " + String.join(", ", operations));
        });
        List<Map.Entry<String, long[]>> refused = counts.entrySet().stream()
                .filter(each -> each.getValue()[0] == each.getValue()[1] + each.getValue()[2])
                .filter(each -> !allowed.contains(each.getKey()))
                .toList();
        if (!refused.isEmpty()) {
            throw Failure.badInput(refused.stream()
                            .map(each -> sentence(each.getKey(), each.getValue()))
                            .collect(Collectors.joining("; "))
                    + ": check labels, types and data, or add "
                    + refused.stream()
                            .map(each -> "--allow-empty " + each.getKey())
                            .collect(Collectors.joining(" ")));
        }
    }

    private static String sentence(String operation, long[] of) {
        String what = of[2] == 0 ? "is empty" : of[1] == 0 ? "is a single 0" : "is empty or a single 0";
        return "every answer of %s %s (%,d of %,d)".formatted(operation, what, of[0], of[0]);
    }
}
