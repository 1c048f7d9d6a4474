package muster.workloads.noop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import muster.workloads.Workload;
import muster.workloads.operation.NoopOperation;
import muster.workloads.operation.PhaseKey;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.Providers;
import org.junit.jupiter.api.Test;

class NoopWorkloadTest {
    @Test
    void gives_the_same_endless_operations_with_its_delay() {
        Plan plan = PlanReader.find("noop", List.of("workload.delay=2ms", "workload.actionsPerTransaction=10"));
        Workload workload = Providers.workload("noop").create(plan.workload().settings(), file -> null);
        Workload.Operations operations = workload.operations(new PhaseKey(1, 0, "", 0, 1));
        assertThat(operations.count()).isEqualTo(Long.MAX_VALUE);
        assertThat(operations.at(5)).isEqualTo(new NoopOperation(5, 2_000_000));
        assertThat(workload.actionsPerTransaction()).isEqualTo(10);
        assertThat(workload.loadParts()).isEmpty();
    }
}
