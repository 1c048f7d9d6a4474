package muster.experiments.reproduce.claims;

import java.util.List;
import java.util.Locale;
import muster.workloads.plan.language.Tree;
import muster.workloads.plan.language.TreeSettings;

/**
 * What an experiment needs of the machine.
 *
 * @param memoryBytes free, at the source's size
 * @param diskBytes free, at the source's size
 * @param openFiles at the same time by one process, at the source's size; 0 for few
 * @param files that must be readable
 * @param programs on the path
 * @param variables of the environment
 */
public record Needs(
        int cores,
        long memoryBytes,
        long diskBytes,
        int openFiles,
        List<String> files,
        List<String> programs,
        List<String> variables) {
    static final List<String> KEYS = List.of("cores", "memory", "disk", "openFiles", "files", "programs", "variables");
    private static final String UNITS = "kmgt";

    static Needs read(TreeSettings needs) {
        needs.allowOnly(KEYS);
        return new Needs(
                (int) needs.integer("cores", 0, 1, 4_096),
                bytes(needs, "memory"),
                bytes(needs, "disk"),
                (int) needs.integer("openFiles", 0, 1, 10_000_000),
                texts(needs, "files"),
                texts(needs, "programs"),
                texts(needs, "variables"));
    }

    /** "512m", "8g". */
    private static long bytes(TreeSettings needs, String key) {
        String text = needs.text(key, "0m").toLowerCase(Locale.ROOT);
        if (!text.matches("[0-9]{1,6}[kmgt]")) {
            throw needs.wrong(key, "a size such as 512m or 8g");
        }
        long number = Long.parseLong(text.substring(0, text.length() - 1));
        return number << (10 * (1 + UNITS.indexOf(text.charAt(text.length() - 1))));
    }

    static List<String> texts(TreeSettings settings, String key) {
        return settings.items(key, "a list of texts").stream()
                .map(Tree::plain)
                .map(String::valueOf)
                .toList();
    }
}
