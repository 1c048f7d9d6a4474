package muster.workloads.plan;

import java.util.ArrayList;
import java.util.List;
import muster.workloads.plan.language.PlanException;
import muster.workloads.plan.language.PlanKey;
import muster.workloads.plan.language.Tree;
import muster.workloads.plan.language.Tree.Branch;
import muster.workloads.plan.language.Tree.Leaf;
import muster.workloads.plan.language.TreeSettings;
import muster.workloads.plan.rule.SweepEnd;

/** Numbers of clients {auto: true, from, factor, to, until}: each the one before times factor, until a rule ends the sweep. */
final class AutomaticRange {
    private static final String CLIENTS = ".clients";
    private static final int MAX_CLIENTS = 1_000_000;

    private AutomaticRange() {}

    static boolean is(Branch range) {
        return range.entries().containsKey("auto") || range.entries().containsKey("until");
    }

    /** All values that it may come to. */
    static List<Tree> values(String key, Branch branch) {
        String path = "sweep." + key;
        TreeSettings range = TreeSettings.of(path, PlanKey.definition("automaticRange"), branch);
        if (!key.endsWith(CLIENTS)) {
            throw new PlanException(branch.where() + ": " + path + ": only clients can be swept automatically, such as"
                    + " measure.clients; give this one a list");
        }
        if (!range.flag("auto", false)) {
            throw range.refused("until", "belongs to an automatic range: add auto: true");
        }
        String until = range.text("until");
        var unused = SweepEnd.read(key, until, branch.where() + ": " + path + ".until: " + until);
        double factor = range.number("factor");
        long from = range.integer("from");
        long to = range.has("to") ? range.integer("to", 0, from, MAX_CLIENTS) : Math.max(from, range.integer("to"));
        range.refuseUnread();
        if (Math.log((double) to / from) > Sweep.MAX_STEPS * Math.log(factor)) {
            throw range.refused("factor", "more than " + Sweep.MAX_STEPS + " values");
        }
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
