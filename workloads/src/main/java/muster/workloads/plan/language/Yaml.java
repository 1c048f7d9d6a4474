package muster.workloads.plan.language;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import muster.workloads.plan.language.Tree.Branch;
import muster.workloads.plan.language.Tree.Items;
import muster.workloads.plan.language.Tree.Leaf;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** YAML text to {@link Tree} and back. A hostile text costs bounded time and memory, and never makes objects. */
public final class Yaml {
    public static final int MAX_CHARACTERS = 1 << 20;
    /** Counted after aliases are followed, so that a few lines of aliases to aliases are refused. */
    private static final int MAX_NODES = 100_000;

    private static final int MAX_DEPTH = 32;
    private static final LoadSettings LOAD =
            LoadSettings.builder().setCodePointLimit(MAX_CHARACTERS).build();
    private static final DumpSettings DUMP = DumpSettings.builder()
            .setDefaultFlowStyle(FlowStyle.BLOCK)
            .setWidth(120)
            .build();

    private final String source;
    private final boolean lines;
    private int nodes;

    private Yaml(String source, boolean lines) {
        this.source = source;
        this.lines = lines;
    }

    /** The document of a file; places are "source:line". */
    public static Branch document(String text, String source) {
        Yaml yaml = new Yaml(source, true);
        Node root = yaml.compose(text).orElseThrow(() -> new PlanException(source + ": the plan is empty"));
        Tree tree = yaml.tree(root, "", yaml.place(root), 0);
        if (tree instanceof Branch branch) {
            return branch;
        }
        throw new PlanException(tree.where() + ": expected a map with target, workload and phases");
    }

    /** A single value, as it stands in a --set; null if it is empty. */
    public static @Nullable Tree value(String text, String path, String where) {
        Yaml yaml = new Yaml(where, false);
        Optional<Node> root = yaml.compose(text).filter(node -> !node.getTag().equals(Tag.NULL));
        return root.isPresent() ? yaml.tree(root.get(), path, where, 0) : null;
    }

    public static String emit(Tree tree) {
        return new Dump(DUMP).dumpToString(tree.plain());
    }

    private Optional<Node> compose(String text) {
        if (text.length() > MAX_CHARACTERS) {
            throw new PlanException(source + ": longer than " + MAX_CHARACTERS + " characters");
        }
        return refusingBadText(() -> new Compose(LOAD).composeString(text));
    }

    private Optional<Node> refusingBadText(Supplier<Optional<Node>> text) {
        try {
            return text.get();
        } catch (MarkedYamlEngineException e) {
            String line = lines
                    ? e.getProblemMark().map(mark -> ":" + (mark.getLine() + 1)).orElse("")
                    : "";
            throw new PlanException(source + line + ": not valid YAML: " + e.getProblem());
        } catch (YamlEngineException e) {
            throw new PlanException(source + ": not valid YAML: " + e.getMessage());
        } catch (StackOverflowError e) {
            // The composer recurses once a level and has no bound of its own.
            throw new PlanException(source + ": nested too deep");
        }
    }

    private Tree tree(Node node, String path, String where, int depth) {
        if (depth > MAX_DEPTH || ++nodes > MAX_NODES) {
            throw new PlanException(where + ": " + path + ": too large or nested too deep");
        }
        return switch (node) {
            case MappingNode map -> branch(map, path, where, depth);
            case SequenceNode list -> items(list, path, where, depth);
            case ScalarNode scalar -> new Leaf(scalar(scalar, path, where), where);
            default -> throw new PlanException(where + ": " + path + ": an alias to itself");
        };
    }

    private Branch branch(MappingNode map, String path, String where, int depth) {
        Branch branch = Branch.empty(where);
        for (NodeTuple entry : map.getValue()) {
            String key = key(entry.getKeyNode());
            String keyPath = path.isEmpty() ? key : path + "." + key;
            String place = place(entry.getKeyNode());
            Tree old = branch.entries().put(key, tree(entry.getValueNode(), keyPath, place, depth + 1));
            if (old != null) {
                throw new PlanException(place + ": " + keyPath + ": given twice, first at " + old.where());
            }
        }
        return branch;
    }

    private Items items(SequenceNode list, String path, String where, int depth) {
        List<Tree> items = new ArrayList<>();
        for (Node item : list.getValue()) {
            items.add(tree(item, path + "[" + items.size() + "]", lines ? place(item) : where, depth + 1));
        }
        return new Items(items, where);
    }

    private String key(Node node) {
        if (node instanceof ScalarNode scalar) {
            return scalar.getValue();
        }
        throw new PlanException(place(node) + ": a key must be a text");
    }

    private static Object scalar(ScalarNode node, String path, String where) {
        Object value = Scalars.value(node.getTag(), node.getValue());
        if (value == null) {
            throw new PlanException(where + ": " + path + ": " + Scalars.reason(node.getTag(), node.getValue()));
        }
        return value;
    }

    private String place(Node node) {
        return lines
                ? source
                        + node.getStartMark()
                                .map(mark -> ":" + (mark.getLine() + 1))
                                .orElse("")
                : source;
    }
}
