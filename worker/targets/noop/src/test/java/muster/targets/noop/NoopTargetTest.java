package muster.targets.noop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import muster.workloads.operation.GraphityOperation;
import muster.workloads.operation.InsertOperation;
import muster.workloads.operation.NoopOperation;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanCheck;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.Providers;
import muster.workloads.plan.ReadyPlans;
import muster.workloads.plan.Step;
import muster.workloads.plan.language.PlanException;
import muster.workloads.target.Depth;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.Probe;
import muster.workloads.target.Session;
import muster.workloads.target.Target;
import muster.workloads.target.Transaction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class NoopTargetTest {
    private final Target target = new NoopTarget();

    @AfterEach
    void clearInterrupt() {
        Thread.interrupted();
    }

    @Test
    void is_found_by_its_kind_and_checks_the_ready_noop_plans() {
        for (String name : List.of("noop", "noop-open")) {
            Plan plan = PlanReader.parse(ReadyPlans.text(name), name + ".yaml", List.of());
            PlanCheck check = PlanCheck.check(plan, file -> {
                throw new AssertionError(file);
            });
            assertThat(check.target()).isInstanceOf(NoopTargetProvider.class);
            assertThat(check.phases()).hasSize(2);
        }
        assertThat(Providers.targets()).containsExactly("noop");
    }

    @ParameterizedTest
    @MethodSource("plansOfWorkloadsThatAreThere")
    void can_take_the_place_of_the_target_in_every_ready_plan_whose_operations_need_no_rows(String name) {
        Plan plan = PlanReader.find(name, List.of("target={kind: noop}"));
        List<Step> steps = PlanCheck.steps(plan, file -> {
            throw new AssertionError(file);
        });
        assertThat(steps)
                .isNotEmpty()
                .allSatisfy(step -> assertThat(step.plan().phases()).isNotEmpty());
    }

    /** Steps of journeys need rows of earlier ones, which noop does not have. */
    @Test
    void a_journey_on_noop_is_refused() {
        assertThat(ReadyPlans.names())
                .filteredOn(name -> kind(name).equals("journey"))
                .containsExactly("social-journeys");
        Plan plan = PlanReader.find("social-journeys", List.of("target={kind: noop}"));
        assertThatThrownBy(() -> PlanCheck.steps(plan, file -> {
                    throw new AssertionError(file);
                }))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("expected a target that executes workload journey");
    }

    private static String kind(String name) {
        return PlanReader.find(name, List.of()).workload().kind();
    }

    static List<String> plansOfWorkloadsThatAreThere() {
        return ReadyPlans.names().stream()
                .filter(name -> Providers.workloads().contains(kind(name))
                        && !kind(name).equals("journey"))
                .toList();
    }

    @Test
    void refuses_a_key_that_it_does_not_have() {
        Plan plan = PlanReader.parse(ReadyPlans.text("noop"), "noop.yaml", List.of("target.retires=3"));
        assertThatThrownBy(() -> PlanCheck.check(plan, file -> null))
                .isInstanceOf(PlanException.class)
                .hasMessage("--set target.retires: target.retires: unknown key; did you mean retries?");
    }

    @Test
    void names_the_targets_that_there_are() {
        Plan plan = PlanReader.parse(ReadyPlans.text("noop"), "noop.yaml", List.of("target.kind=nop"));
        assertThatThrownBy(() -> PlanCheck.check(plan, file -> null))
                .hasMessage("--set target.kind: target.kind: \"nop\": expected one of noop; did you mean noop?");
    }

    @Test
    void does_nothing_for_every_kind_of_operation() throws Exception {
        Transaction transaction = Transaction.of(
                new NoopOperation(0, 0),
                new GraphityOperation.Feed(1, 15),
                new GraphityOperation.AddUser(2),
                new InsertOperation.InsertVertices(new long[] {1}, new String[] {"a"}));
        try (Session session = target.session(Depth.EXECUTE)) {
            session.execute(transaction, Probe.NONE);
        }
        assertThat(target.contents().empty()).isTrue();
        assertThat(target.contents().marked()).isFalse();
        assertThat(target.fingerprint()).isEmpty();
    }

    private static final long MAX_NS = 2_300_000;

    @Test
    void waits_as_long_as_asked_and_hardly_longer() throws Exception {
        Session session = target.session(Depth.EXECUTE);
        long best = Long.MAX_VALUE;
        for (int i = 0; i < 2_000 && best > MAX_NS; i++) {
            long startNs = System.nanoTime();
            session.execute(Transaction.of(new NoopOperation(i, 2_000_000)), Probe.NONE);
            best = Math.min(best, System.nanoTime() - startNs);
        }
        // The best of many, because other processes may hold the core in any single one.
        assertThat(best).isBetween(2_000_000L, MAX_NS);
    }

    @Test
    void ends_a_wait_when_its_thread_is_interrupted() throws Exception {
        Session session = target.session(Depth.EXECUTE);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> session.execute(Transaction.of(new NoopOperation(0, 60_000_000_000L)), Probe.NONE))
                .isInstanceOfSatisfying(
                        OperationFailure.class,
                        failure -> assertThat(failure.errorClass()).isEqualTo("Interrupted"));
    }

    @Test
    void allocates_nothing_without_a_delay() throws Exception {
        Session session = target.session(Depth.EXECUTE);
        Transaction transaction = Transaction.of(new NoopOperation(0, 0), new GraphityOperation.Feed(1, 15));
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        execute(session, transaction);
        long before = threads.getCurrentThreadAllocatedBytes();
        execute(session, transaction);
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(10_000);
    }

    private static void execute(Session session, Transaction transaction) throws OperationFailure {
        for (int i = 0; i < 10_000; i++) {
            session.execute(transaction, Probe.NONE);
        }
    }
}
