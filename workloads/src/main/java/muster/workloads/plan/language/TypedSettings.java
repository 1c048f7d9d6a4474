package muster.workloads.plan.language;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import muster.workloads.plan.language.Tree.Leaf;

/** The types and ranges of settings. */
abstract class TypedSettings implements Settings {
    /** The value of the key, which counts as read from now on. */
    abstract Optional<Tree> find(String key);

    @Override
    public boolean has(String key) {
        return find(key).isPresent();
    }

    @Override
    public String text(String key) {
        return find(key).map(tree -> text(key, tree)).orElseThrow(() -> wrong(key, "a text"));
    }

    @Override
    public String text(String key, String otherwise) {
        return find(key).map(tree -> text(key, tree)).orElse(otherwise);
    }

    @Override
    public String choice(String key, String otherwise, List<String> names) {
        String name = text(key, otherwise);
        if (!names.contains(name)) {
            String near = ClosestName.of(name, names)
                    .map(n -> "; did you mean " + n + "?")
                    .orElse("");
            throw wrong(key, "one of " + String.join(", ", names) + near);
        }
        return name;
    }

    @Override
    public long integer(String key, long otherwise, long least, long most) {
        return find(key)
                .map(tree -> Numbers.whole(tree)
                        .filter(value -> value >= least && value <= most)
                        .orElseThrow(() -> wrong(key, "a whole number" + Numbers.range(least, most))))
                .orElse(otherwise);
    }

    @Override
    public double number(String key, double otherwise, double least, double most) {
        return find(key)
                .map(tree -> Numbers.number(tree)
                        .filter(value -> value >= least && value <= most)
                        .orElseThrow(() -> wrong(key, "a number" + Numbers.range(least, most))))
                .orElse(otherwise);
    }

    @Override
    public boolean flag(String key, boolean otherwise) {
        return find(key)
                .map(tree -> Trees.leaf(tree, Boolean.class).orElseThrow(() -> wrong(key, "true or false")))
                .orElse(otherwise);
    }

    @Override
    public Duration duration(String key, Duration otherwise, Duration least, Duration most) {
        String range = " from " + Durations.format(least) + " to " + Durations.format(most) + ", such as 20s or 250ms";
        return find(key)
                .map(tree -> Numbers.duration(tree)
                        .filter(value -> value.compareTo(least) >= 0 && value.compareTo(most) <= 0)
                        .orElseThrow(() -> wrong(key, "a duration" + range)))
                .orElse(otherwise);
    }

    private String text(String key, Tree tree) {
        return Trees.leaf(tree, String.class)
                .orElseThrow(() -> wrong(key, tree instanceof Leaf ? "a text (in quotes)" : "a text"));
    }
}
