package muster.workloads.plan;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import muster.text.Json;
import muster.workloads.plan.language.Numbers;
import muster.workloads.plan.language.PlanException;
import muster.workloads.plan.language.PlanKey;
import muster.workloads.plan.language.Secrets;
import muster.workloads.plan.language.Tree;
import muster.workloads.plan.language.Tree.Branch;
import muster.workloads.plan.language.Tree.Items;
import muster.workloads.plan.language.Tree.Leaf;
import muster.workloads.plan.language.TreeSettings;
import muster.workloads.plan.language.Trees;

/** The values of one swept key: a list, or numbers {from, to, factor} or {from, to, step}, both ends included. */
final class SweepValues {
    private final TreeSettings range;
    private final String where;

    private SweepValues(TreeSettings range, String where) {
        this.range = range;
        this.where = where;
    }

    static List<Tree> of(String key, Tree tree) {
        String path = "sweep." + key;
        List<Tree> literal = tree instanceof Items list ? list.items() : List.of(tree);
        literal.forEach(value -> Secrets.refuseMisplaced(key.substring(key.lastIndexOf('.') + 1), value, path));
        return switch (tree) {
            case Items list when !list.items().isEmpty() && list.items().size() <= Sweep.MAX_STEPS -> list.items();
            case Branch branch when AutomaticRange.is(branch) -> AutomaticRange.values(key, branch);
            case Branch branch ->
                new SweepValues(TreeSettings.of(path, PlanKey.definition("range"), branch), tree.where()).values();
            case Leaf leaf
            when leaf.value().equals("auto") ->
                throw new PlanException(
                        tree.where() + ": " + path + ": auto: expected {auto: true, from: 1, until: throughput falls}");
            default -> throw wrong(tree, path, Trees.shorten(Json.write(tree.plain())));
        };
    }

    private static PlanException wrong(Tree tree, String path, String reason) {
        return new PlanException(tree.where() + ": " + path + ": " + reason
                + ": expected a list, {from, to, factor} or {from, to, step}");
    }

    private List<Tree> values() {
        BigDecimal from = decimal("from");
        BigDecimal to = decimal("to");
        UnaryOperator<BigDecimal> next = next(from);
        range.refuseUnread();
        if (from.compareTo(to) > 0) {
            throw range.wrong("to", "at least from, which is " + from);
        }
        return values(from, to, next);
    }

    private List<Tree> values(BigDecimal from, BigDecimal to, UnaryOperator<BigDecimal> next) {
        List<Tree> values = new ArrayList<>();
        for (BigDecimal value = from; value.compareTo(to) <= 0; value = next.apply(value)) {
            if (values.size() == Sweep.MAX_STEPS) {
                throw range.refused("to", "more than " + Sweep.MAX_STEPS + " values");
            }
            values.add(new Leaf(number(value), where));
        }
        return values;
    }

    private UnaryOperator<BigDecimal> next(BigDecimal from) {
        if (range.has("step") && range.has("factor")) {
            throw range.refused("factor", "excludes step; give one of the two");
        }
        if (range.has("step")) {
            BigDecimal step = positive("step", BigDecimal.ZERO);
            return value -> value.add(step);
        }
        BigDecimal factor = positive("factor", BigDecimal.ONE);
        if (from.signum() <= 0) {
            throw range.wrong("from", "a number above 0, because it is multiplied");
        }
        return value -> value.multiply(factor, MathContext.DECIMAL64);
    }

    private BigDecimal positive(String key, BigDecimal above) {
        BigDecimal value = decimal(key);
        if (value.compareTo(above) <= 0) {
            throw range.wrong(key, "a number above " + above);
        }
        return value;
    }

    private BigDecimal decimal(String key) {
        return range.find(key).flatMap(Numbers::decimal).orElseThrow(() -> range.wrong(key, "a number"));
    }

    private static Object number(BigDecimal value) {
        return value.stripTrailingZeros().scale() <= 0 ? (Object) value.longValueExact() : (Object) value.doubleValue();
    }
}
