package muster.workloads.plan.language;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a YAML text says, each part with its place: "graphity.yaml:12", or the --set that gave it. Branches and items
 * can be changed, because --set and sweeps replace parts of a plan before it is read.
 */
public sealed interface Tree {
    String where();

    /** Maps, lists, texts, longs, doubles and booleans. */
    Object plain();

    Tree copy();

    /** A text, a Long, a Double or a Boolean; an empty value is refused before it gets here. */
    record Leaf(Object value, String where) implements Tree {
        @Override
        public Object plain() {
            return value;
        }

        @Override
        public Tree copy() {
            return this;
        }
    }

    /** A map, in the order of the text. */
    record Branch(Map<String, Tree> entries, String where) implements Tree {
        public static Branch empty(String where) {
            return new Branch(new LinkedHashMap<>(), where);
        }

        @Override
        public Map<String, Object> plain() {
            Map<String, Object> plain = new LinkedHashMap<>();
            entries.forEach((key, tree) -> plain.put(key, tree.plain()));
            return plain;
        }

        @Override
        public Branch copy() {
            Branch copy = empty(where);
            entries.forEach((key, tree) -> copy.entries.put(key, tree.copy()));
            return copy;
        }
    }

    record Items(List<Tree> items, String where) implements Tree {
        @Override
        public List<Object> plain() {
            return items.stream().map(Tree::plain).toList();
        }

        @Override
        public Items copy() {
            List<Tree> copy = new ArrayList<>();
            items.forEach(item -> copy.add(item.copy()));
            return new Items(copy, where);
        }
    }

    /** The reverse of {@link #plain}. */
    static Tree of(Object plain, String where) {
        return switch (plain) {
            case Map<?, ?> map -> ofMap(map, where);
            case List<?> list -> {
                List<Tree> items = new ArrayList<>();
                list.forEach(item -> items.add(of(item, where)));
                yield new Items(items, where);
            }
            case Integer number -> new Leaf(number.longValue(), where);
            default -> new Leaf(plain, where);
        };
    }

    static Branch ofMap(Map<?, ?> map, String where) {
        Branch branch = Branch.empty(where);
        map.forEach((key, value) -> branch.entries.put(key.toString(), of(value, where)));
        return branch;
    }
}
