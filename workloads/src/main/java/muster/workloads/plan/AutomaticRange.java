package muster.workloads.plan;

import java.util.ArrayList;
import java.util.List;
import muster.workloads.plan.language.PlanException;
import muster.workloads.plan.language.Tree;
import muster.workloads.plan.language.Tree.Branch;
import muster.workloads.plan.language.Tree.Leaf;
import muster.workloads.plan.language.TreeSettings;
import muster.workloads.plan.rule.SweepEnd;

/** Numbers of clients {auto: true, from, factor, to, until}: each the one before times factor, until a rule ends the sweep. */
final class AutomaticRange {
    private static final String CLIENTS = ".clients";
    private static final double FACTOR = 2;
    private static final double LARGEST_FACTOR = 100;
    private static final int MAX = 25_000;
    private static final int MAX_CLIENTS = 1_000_000;

    private AutomaticRange() {}

    static boolean is(Branch range) {
        return range.entries().containsKey("auto") || range.entries().containsKey("until");
    }

    /** All values that it may come to. */
    static List<Tree> values(String key, Branch branch) {
        String path = "sweep." + key;
        TreeSettings range = TreeSettings.of(path, branch);
        if (!key.endsWith(CLIENTS)) {
            throw new PlanException(branch.where() + ": " + path + ": only clients can be swept automatically, such as"
                    + " measure.clients; give this one a list");
        }
        if (!range.flag("auto", false)) {
            throw range.refused("until", "belongs to an automatic range: add auto: true");
        }
        String until = range.text("until");
        var unused = SweepEnd.read(key, until, branch.where() + ": " + path + ".until: " + until);
        double factor = range.number("factor", FACTOR, Math.nextUp(1.0), LARGEST_FACTOR);
        long from = range.integer("from", 1, 1, MAX_CLIENTS);
        long to = range.integer("to", MAX, from, MAX_CLIENTS);
        range.refuseUnread();
        return values(branch, from, to, factor);
    }

    private static List<Tree> values(Branch branch, long from, long to, double factor) {
        List<Tree> values = new ArrayList<>();
        for (double exact = from; Math.round(exact) <= to; exact *= factor) {
            Leaf value = new Leaf(Math.round(exact), branch.where());
            if (values.isEmpty() || !value.plain().equals(values.getLast().plain())) {
                values.add(value);
            }
        }
        return values;
    }
}
