package muster.workloads.plan.language;

import java.util.Optional;
import muster.workloads.plan.language.Tree.Branch;
import muster.workloads.plan.language.Tree.Leaf;

/** Looking into trees. */
public final class Trees {
    private static final int SHOWN = 60;

    private Trees() {}

    /** What stands at the key, which may be a path: "mix.follow". */
    static Optional<Tree> find(Branch branch, String key) {
        Tree tree = branch.entries().get(key);
        int point = key.indexOf('.');
        if (tree != null || point < 0) {
            return Optional.ofNullable(tree);
        }
        Tree next = branch.entries().get(key.substring(0, point));
        return next instanceof Branch below ? find(below, key.substring(point + 1)) : Optional.empty();
    }

    /** The value of a leaf, if it is one of this type. */
    public static <T> Optional<T> leaf(Tree tree, Class<T> type) {
        return tree instanceof Leaf leaf && type.isInstance(leaf.value())
                ? Optional.of(type.cast(leaf.value()))
                : Optional.empty();
    }

    public static String shorten(String text) {
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
    }
}
