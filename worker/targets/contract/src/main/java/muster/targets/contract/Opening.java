package muster.targets.contract;

import java.net.InetSocketAddress;
import java.util.List;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanReader;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;

/** Opens a subject as a plan would. */
record Opening(Subject subject) {
    Target graphity(String algorithm, String... sets) throws TargetException {
        return open(subject.address(), workload(algorithm), sets);
    }

    /** Any algorithm will do. */
    Target graphity() throws TargetException {
        return graphity(subject.algorithms().getFirst());
    }

    Target batchInsert(String... sets) throws TargetException {
        return open(subject.address(), "{kind: batch-insert, seed: 1}", sets);
    }

    Target through(FaultProxy proxy, String... sets) throws TargetException {
        return open(proxy.address(), workload(subject.algorithms().getFirst()), sets);
    }

    Target at(InetSocketAddress address, String... sets) throws TargetException {
        return open(address, workload(subject.algorithms().getFirst()), sets);
    }

    private static String workload(String algorithm) {
        return "{kind: graphity, algorithm: " + algorithm + ", seed: 1}";
    }

    private Target open(InetSocketAddress address, String workload, String... sets) throws TargetException {
        String text = """
                name: contract
                target: %s
                workload: %s
                phases: [{kind: measure, operations: 1, clients: 1}]
                """.formatted(subject.section(address.getHostString() + ":" + address.getPort()), workload);
        Plan plan = PlanReader.parse(text, "contract.yaml", List.of(sets));
        return subject.provider()
                .open(plan.target().settings().resolved(), plan.workload().settings());
    }
}
