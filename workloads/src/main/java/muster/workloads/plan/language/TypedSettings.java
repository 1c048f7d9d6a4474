package muster.workloads.plan.language;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import muster.workloads.plan.language.Tree.Leaf;

/** The types and ranges of settings. */
abstract class TypedSettings implements Settings {
    /** The value of the key, which counts as read from now on. */
    abstract Optional<Tree> find(String key);

    /** The map as the schema declares it. */
    abstract PlanKey declared();

    @Override
    public boolean has(String key) {
        return find(key).isPresent();
    }

    @Override
    public String text(String key) {
        return find(key)
                .map(tree -> text(key, tree))
                .or(() -> standardText(key))
                .orElseThrow(() -> wrong(key, "a text"));
    }

    private Optional<String> standardText(String key) {
        return declared().find(key).flatMap(PlanKey::optionalStandard).map(Object::toString);
    }

    @Override
    public String text(String key, String otherwise) {
        return find(key).map(tree -> text(key, tree)).orElse(otherwise);
    }

    @Override
    public String choice(String key) {
        return has(key)
                ? choice(key, "")
                : standardText(key)
                        .orElseThrow(() -> wrong(key, oneOf(declared().key(key).choices())));
    }

    @Override
    public String choice(String key, String otherwise) {
        return choice(key, otherwise, declared().key(key).choices());
    }

    @Override
    public String choice(String key, String otherwise, List<String> names) {
        String name = text(key, otherwise);
        if (!names.contains(name)) {
            String near = ClosestName.of(name, names)
                    .map(n -> "; did you mean " + n + "?")
                    .orElse("");
            throw wrong(key, oneOf(names) + near);
        }
        return name;
    }

    private static String oneOf(List<String> names) {
        return "one of " + String.join(", ", names);
    }

    @Override
    public long integer(String key) {
        return integer(key, (Long) declared().key(key).ofType("integer").standard());
    }

    @Override
    public long integer(String key, long otherwise) {
        PlanKey declared = declared().key(key).ofType("integer");
        return integer(key, otherwise, declared.least(), declared.most());
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
    public double number(String key) {
        PlanKey declared = declared().key(key).ofType("number");
        return number(key, ((Number) declared.standard()).doubleValue(), declared.leastNumber(), declared.mostNumber());
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
    public boolean flag(String key) {
        return flag(key, (Boolean) declared().key(key).ofType("boolean").standard());
    }

    @Override
    public boolean flag(String key, boolean otherwise) {
        return find(key)
                .map(tree -> Trees.leaf(tree, Boolean.class).orElseThrow(() -> wrong(key, "true or false")))
                .orElse(otherwise);
    }

    @Override
    public Duration duration(String key) {
        return duration(key, Durations.parse(declared().key(key).standard().toString()));
    }

    @Override
    public Duration duration(String key, Duration otherwise) {
        PlanKey declared = declared().key(key);
        return duration(key, otherwise, declared.shortest(), declared.longest());
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
