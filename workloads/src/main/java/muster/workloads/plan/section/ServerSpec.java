package muster.workloads.plan.section;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import muster.text.Json;
import muster.workloads.plan.language.PlanException;
import muster.workloads.plan.language.Tree;
import muster.workloads.plan.language.Tree.Branch;
import muster.workloads.plan.language.Tree.Leaf;
import muster.workloads.plan.language.TreeSettings;

/**
 * Section "server": the server that Muster starts at the target's address before a step, and stops after the run.
 *
 * @param name as {@code ./muster server list} has it
 * @param cpus how many processors it may use, by affinity; 0 for all
 * @param heap of its Java heap, such as "1g"
 * @param set settings in the server's own configuration format
 * @param options choices of the server, such as storage: cassandra
 * @param data its folder; "" for one that is deleted after the run
 */
public record ServerSpec(
        String name, int cpus, String heap, Map<String, String> set, Map<String, String> options, String data) {

    public ServerSpec {
        // In one order, so that the same plan is always the same text.
        set = Collections.unmodifiableMap(new TreeMap<>(set));
        options = Collections.unmodifiableMap(new TreeMap<>(options));
    }

    /**
     * The section of a plan; empty if it has none.
     *
     * @throws PlanException for keys and values that make no sense
     */
    public static Optional<ServerSpec> read(TreeSettings plan) {
        if (!plan.has("server")) {
            return Optional.empty();
        }
        TreeSettings server = plan.section("server");
        server.allowOnlyDeclared();
        server.declared().names().forEach(key -> refuseList(server, key));
        return Optional.of(new ServerSpec(
                server.text("name"),
                (int) server.integer("cpus", 0),
                server.text("heap"),
                texts(server, "set"),
                texts(server, "options"),
                server.text("data", "")));
    }

    private static void refuseList(TreeSettings server, String key) {
        if (server.find(key).filter(Tree.Items.class::isInstance).isPresent()) {
            throw server.refused(key, "a list; sweep it: \"sweep: {server." + key + ": [...]}\"");
        }
    }

    /** A server's own settings may be numbers or flags in YAML; they are texts in its configuration. */
    private static Map<String, String> texts(TreeSettings server, String key) {
        Map<String, String> texts = new LinkedHashMap<>();
        switch (server.find(key).orElse(null)) {
            case null -> {}
            case Branch branch ->
                branch.entries().forEach((name, value) -> {
                    if (!(value instanceof Leaf leaf)) {
                        throw server.wrong(key, "a map of names to texts");
                    }
                    texts.put(name, String.valueOf(leaf.value()));
                });
            default -> throw server.wrong(key, "a map of names to texts");
        }
        return texts;
    }

    /** The same as a map, as plans are written. */
    public Map<String, Object> plain() {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("name", name);
        if (cpus > 0) {
            plain.put("cpus", cpus);
        }
        plain.put("heap", heap);
        plain.put("set", set);
        plain.put("options", options);
        if (!data.isEmpty()) {
            plain.put("data", data);
        }
        return plain;
    }

    /** What of it decides which data a load leaves behind; the rest may change over a copy of these data. */
    public String storage() {
        return Json.write(Map.of("name", name, "options", options, "data", data));
    }

    @Override
    public String toString() {
        return name + (cpus > 0 ? ", cpus " + cpus : "") + ", heap " + heap + (set.isEmpty() ? "" : ", " + set);
    }
}
