package muster.workloads.plan.section;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import muster.workloads.plan.language.PlanKey;
import muster.workloads.plan.language.Settings;
import muster.workloads.plan.language.Tree.Branch;
import muster.workloads.plan.language.Tree.Leaf;
import muster.workloads.plan.language.TreeSettings;

/**
 * Key "data" of a plan: what is in the database while the workload runs.
 *
 * @param settings of kinds TABLES (keys nodes and edges) and SOCIAL (keys of the network), else empty
 * @param statements that follow its load
 */
public record DataSection(Kind kind, Settings settings, DataStatements statements) {
    private static final String KEY = "data";
    private static final String SOCIAL = "social";
    private static final String RIGHT =
            "none, {nodes: {Person: people.csv}, edges: {KNOWS: knows.csv}}," + " or {social: {people: 10000}}";

    /** Where the data comes from. */
    public enum Kind {
        /** The key is missing: the workload loads what it needs. */
        WORKLOAD,
        /** It is there already, and stays as it is. */
        NONE,
        /** CSV files. */
        TABLES,
        /** A generated social network. */
        SOCIAL
    }

    /** Of a plan without the key. */
    public static final DataSection OF_WORKLOAD =
            new DataSection(Kind.WORKLOAD, TreeSettings.of(KEY, Branch.empty("plan")), DataStatements.NONE);

    public static DataSection read(TreeSettings root) {
        return switch (root.find(KEY).orElse(null)) {
            case null -> OF_WORKLOAD;
            case Leaf leaf
            when leaf.value().equals("none") -> new DataSection(Kind.NONE, OF_WORKLOAD.settings(), DataStatements.NONE);
            case Branch branch when branch.entries().get(SOCIAL) instanceof Branch -> social(settings(branch));
            case Branch branch when branch.entries().containsKey("nodes") -> tables(settings(branch));
            default -> throw root.wrong(KEY, RIGHT);
        };
    }

    private static TreeSettings settings(Branch branch) {
        return TreeSettings.of(KEY, PlanKey.plan().key(KEY), branch);
    }

    private static DataSection social(TreeSettings data) {
        data.allowOnly(List.of(SOCIAL, DataStatements.INDEXES, DataStatements.AFTER));
        return new DataSection(Kind.SOCIAL, data.section(SOCIAL), DataStatements.read(data));
    }

    private static DataSection tables(TreeSettings data) {
        return new DataSection(Kind.TABLES, data, DataStatements.read(data));
    }

    /** Whether the load of the plan brings in data that is not the workload's. */
    public boolean loads() {
        return kind == Kind.TABLES || kind == Kind.SOCIAL;
    }

    /** As it stands in the plan; nothing where the key is missing. */
    public Optional<Object> plain() {
        return switch (kind) {
            case WORKLOAD -> Optional.empty();
            case NONE -> Optional.of("none");
            case TABLES -> Optional.of(settings.raw());
            case SOCIAL -> Optional.of(social());
        };
    }

    private Map<String, Object> social() {
        Map<String, Object> plain = new LinkedHashMap<>(Map.of(SOCIAL, settings.raw()));
        plain.putAll(statements.texts());
        return plain;
    }

    /** The data files that it names. */
    public List<String> files() {
        return kind != Kind.TABLES
                ? List.of()
                : Stream.of("nodes", "edges")
                        .flatMap(key -> settings.raw().get(key) instanceof Map<?, ?> tables
                                ? tables.values().stream()
                                : Stream.of())
                        .flatMap(files -> files instanceof List<?> list ? list.stream() : Stream.of(files))
                        .map(String::valueOf)
                        .distinct()
                        .toList();
    }
}
