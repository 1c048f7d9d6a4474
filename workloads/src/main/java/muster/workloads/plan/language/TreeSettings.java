package muster.workloads.plan.language;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import muster.text.Json;
import muster.workloads.plan.language.Tree.Branch;
import muster.workloads.plan.language.Tree.Items;

/** Settings of a {@link Tree}: what was read, what is unknown, and how errors name it. */
public final class TreeSettings extends TypedSettings {
    private final String path;
    private final PlanKey declared;
    /** As in the plan: what is stored, sent and shown. */
    private final Branch stored;
    /** The same, or with references replaced: what is read. */
    private final Branch values;
    /** Keys of the same map that somebody else reads. */
    private final List<String> others;

    private final Set<String> asked;
    private final Map<String, TreeSettings> sections;

    private TreeSettings(String path, PlanKey declared, Branch stored, Branch values, List<String> others) {
        this.path = path;
        this.declared = kind(values).map(declared::ofKind).orElse(declared);
        this.stored = stored;
        this.values = values;
        this.others = others;
        this.asked = new LinkedHashSet<>();
        this.sections = new LinkedHashMap<>();
    }

    /** The same map as if it were of another kind. */
    private TreeSettings(TreeSettings same, String kind) {
        path = same.path;
        declared = same.declared.ofKind(kind);
        stored = same.stored;
        values = same.values;
        others = same.others;
        asked = same.asked;
        sections = same.sections;
    }

    /** Of a plan. */
    public static TreeSettings of(String path, PlanKey declared, Branch branch, String... others) {
        return new TreeSettings(path, declared, branch, branch, List.of(others));
    }

    /** Of another document. */
    public static TreeSettings of(String path, Branch branch) {
        return of(path, PlanKey.UNDECLARED, branch);
    }

    private static Optional<String> kind(Branch values) {
        return Optional.ofNullable(values.entries().get("kind")).flatMap(kind -> Trees.leaf(kind, String.class));
    }

    @Override
    public String path() {
        return path;
    }

    @Override
    public TreeSettings ofKind(String kind) {
        return new TreeSettings(this, kind);
    }

    @Override
    public TreeSettings section(String key) {
        TreeSettings known = sections.get(key);
        if (known != null) {
            return known;
        }
        Branch branch = branch(key, find(key).orElse(Branch.empty(values.where())));
        Tree asStored = stored.entries().get(key);
        TreeSettings section = new TreeSettings(
                path(key),
                declared.find(key).orElse(PlanKey.UNDECLARED),
                asStored instanceof Branch s ? s : branch,
                branch,
                List.of());
        sections.put(key, section);
        return section;
    }

    @Override
    public Map<String, Double> numbers(String key) {
        TreeSettings section = section(key);
        Map<String, Double> numbers = new LinkedHashMap<>();
        section.values.entries().forEach((name, value) -> {
            section.asked.add(name);
            numbers.put(name, Numbers.number(value).orElseThrow(() -> section.wrong(name, "a number")));
        });
        return numbers;
    }

    @Override
    public Map<String, Object> raw() {
        Map<String, Object> raw = stored.plain();
        others.forEach(raw::remove);
        return raw;
    }

    @Override
    public Set<String> unread() {
        Set<String> unread = new LinkedHashSet<>(values.entries().keySet());
        unread.removeAll(asked);
        others.forEach(unread::remove);
        sections.forEach((key, section) -> section.unread().forEach(name -> unread.add(key + "." + name)));
        return unread;
    }

    @Override
    public void refuseUnread() {
        for (String key : values.entries().keySet()) {
            if (!asked.contains(key) && !others.contains(key)) {
                throw refused(key, "unknown key; " + ClosestName.hint(key, known(), "there are"));
            }
        }
        sections.values().forEach(TreeSettings::refuseUnread);
    }

    /** Refuses all keys but those of the schema. */
    public void allowOnlyDeclared() {
        allowOnly(declared.names());
    }

    /** Refuses all keys but these. */
    public void allowOnly(List<String> keys) {
        for (String key : values.entries().keySet()) {
            if (!keys.contains(key)) {
                throw refused(key, "unknown key; " + ClosestName.hint(key, keys, "there are"));
            }
        }
    }

    /** Every key that can stand here, as far as it was asked for. */
    private List<String> known() {
        List<String> known = new ArrayList<>(others);
        known.addAll(asked);
        return known;
    }

    @Override
    public PlanException wrong(String key, String right) {
        Object shown = Trees.find(stored, key).map(Tree::plain).orElse(null);
        String value = shown == null ? "missing" : Trees.shorten(Json.write(shown));
        return refused(key, value + ": expected " + right);
    }

    @Override
    public String where(String key) {
        return Trees.find(stored, key).map(Tree::where).orElse(stored.where());
    }

    /** An error of the key that is not about its value. */
    public PlanException refused(String key, String reason) {
        return new PlanException(where(key) + ": " + path(key) + ": " + reason);
    }

    @Override
    public Settings resolved() {
        return new TreeSettings(path, declared, stored, References.resolve(values, path), others);
    }

    /** What the schema says of this map. */
    @Override
    public PlanKey declared() {
        return declared;
    }

    @Override
    public Optional<Tree> find(String key) {
        Optional<PlanKey> unused = declared.find(key);
        asked.add(key);
        return Optional.ofNullable(values.entries().get(key));
    }

    /** The items of a list; none if the key is not there. */
    public List<Tree> items(String key, String right) {
        return switch (find(key).orElse(null)) {
            case null -> List.of();
            case Items list -> list.items();
            default -> throw wrong(key, right);
        };
    }

    private Branch branch(String key, Tree tree) {
        if (tree instanceof Branch branch) {
            return branch;
        }
        throw wrong(key, "a map");
    }

    private String path(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TreeSettings that && path.equals(that.path) && raw().equals(that.raw());
    }

    @Override
    public int hashCode() {
        return 31 * path.hashCode() + raw().hashCode();
    }

    @Override
    public String toString() {
        return path + " " + Json.write(raw());
    }
}
