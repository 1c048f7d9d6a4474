package muster.workloads.plan.section;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import muster.workloads.plan.language.Tree;
import muster.workloads.plan.language.Tree.Items;
import muster.workloads.plan.language.TreeSettings;
import muster.workloads.plan.language.Trees;

/**
 * Statements that follow the load of key "data", each executed once and one after another: keys "indexes" and "after" by language. What indexes
 * creates is awaited before after begins.
 *
 * @param texts by key, then by language
 */
public record DataStatements(Map<String, Map<String, List<String>>> texts) {
    public static final String INDEXES = "indexes";
    public static final String AFTER = "after";
    /** In the order of their execution. */
    public static final List<String> KEYS = List.of(INDEXES, AFTER);

    public static final DataStatements NONE = new DataStatements(Map.of());

    static DataStatements read(TreeSettings data) {
        Map<String, Map<String, List<String>>> texts = new LinkedHashMap<>();
        for (String key : KEYS) {
            if (data.has(key)) {
                texts.put(key, byLanguage(data.section(key)));
            }
        }
        return new DataStatements(texts);
    }

    private static Map<String, List<String>> byLanguage(TreeSettings section) {
        section.allowOnlyDeclared();
        Map<String, List<String>> texts = new LinkedHashMap<>();
        for (String language : section.raw().keySet()) {
            texts.put(language, statements(section, language));
        }
        return texts;
    }

    private static List<String> statements(TreeSettings section, String language) {
        String right = "a statement, or a list of them, each in quotes or the name of a file";
        Tree value = section.find(language).orElseThrow();
        List<String> statements = new ArrayList<>();
        for (Tree each : value instanceof Items list ? list.items() : List.of(value)) {
            statements.add(Trees.leaf(each, String.class)
                    .filter(text -> !text.isBlank())
                    .orElseThrow(() -> section.wrong(language, right)));
        }
        return List.copyOf(statements);
    }

    public boolean any() {
        return !texts.isEmpty();
    }

    /** The statements of a key in the first of these languages that it has; empty where it has none, or is not there. */
    public List<String> of(String key, List<String> languages) {
        Map<String, List<String>> all = texts.getOrDefault(key, Map.of());
        return languages.stream()
                .filter(all::containsKey)
                .map(all::get)
                .findFirst()
                .orElse(List.of());
    }

    /** Whether a key is there that has nothing in these languages. */
    public boolean lacks(String key, List<String> languages) {
        return texts.containsKey(key) && languages.stream().noneMatch(texts.get(key)::containsKey);
    }
}
