package muster.worker.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import muster.protocol.PhaseKnown;
import muster.protocol.Task;
import muster.workloads.DataFiles;
import muster.workloads.oracle.Finding;
import muster.workloads.oracle.KnownOutcomes;
import muster.workloads.oracle.KnownOutcomes.FeedSample;
import muster.workloads.oracle.Oracle;
import muster.workloads.oracle.Oracles;
import muster.workloads.oracle.Oracles.OfNamespace;
import muster.workloads.oracle.Ranges;
import muster.workloads.plan.Namespace;
import muster.workloads.plan.Plan;
import muster.workloads.plan.Plan.Section;
import muster.workloads.plan.PlanCheck;
import muster.workloads.target.TargetException;

/** The task "verify": compares the database with what must exist by coverage. There are no writes meanwhile. */
final class Verification {
    private final TargetCache targets;
    private final Plan plan;
    private final PlanCheck check;

    /** @param targets of the plan and of its namespaces, whose algorithms may differ */
    Verification(TargetCache targets, Plan plan, DataFiles files) {
        this.targets = targets;
        this.plan = plan;
        this.check = PlanCheck.check(plan, files);
    }

    /** How many posts a feed has. */
    static int k(Section workload) {
        return (int) workload.settings().integer("k");
    }

    List<Finding> findings(Task task) throws TargetException {
        List<KnownOutcomes> known =
                task.getKnownList().stream().map(Verification::known).toList();
        Oracles oracles = Oracles.of(check.workload(), check.loads().subList(0, known.size()), known, task.getFeeds());
        List<Finding> findings =
                new ArrayList<>(oracles.graph(targets.open(plan).fingerprint()));
        for (OfNamespace each : oracles.all()) {
            feeds(each).ifPresent(finding -> findings.add(each.named(finding)));
            findings.addAll(each.oracle().feedsMeanwhile());
        }
        return findings;
    }

    private Optional<Finding> feeds(OfNamespace each) throws TargetException {
        Oracle oracle = each.oracle();
        if (oracle.readers().isEmpty()) {
            return Optional.empty();
        }
        Section workload = each.namespace().map(Namespace::workload).orElse(plan.workload());
        RepeatedExecution execution = new RepeatedExecution(targets.open(plan, workload), check.defaults());
        int k = k(workload);
        return Optional.of(oracle.feeds(k, execution.feeds(oracle.readers(), k)));
    }

    static KnownOutcomes known(PhaseKnown known) {
        return new KnownOutcomes(
                Ranges.ofRuns(known.getExecutedList()),
                Ranges.ofRuns(known.getAbsentList()),
                Ranges.ofRuns(known.getDuplicateList()),
                Ranges.ofRuns(known.getUncertainList()),
                Ranges.ofRuns(known.getAgainList()),
                known.getFeedsList().stream()
                        .map(feed -> new FeedSample(feed.getIndex(), feed.getPostsList()))
                        .toList());
    }
}
