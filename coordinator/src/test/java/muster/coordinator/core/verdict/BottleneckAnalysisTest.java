package muster.coordinator.core.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import muster.coordinator.core.event.PhaseBooks;
import muster.coordinator.core.event.PhaseFigures;
import muster.coordinator.core.event.PhaseFigures.OperationFigures;
import muster.coordinator.core.event.ServerUse;
import muster.coordinator.core.verdict.BottleneckAnalysis.Culprit;
import muster.coordinator.core.verdict.BottleneckAnalysis.Evidence;
import muster.coordinator.core.verdict.BottleneckAnalysis.Finding;
import muster.coordinator.core.verdict.BottleneckAnalysis.GeneratorCpu;
import muster.model.CheckRow;
import muster.model.PhaseAt;
import muster.workloads.plan.PhaseKind;
import muster.workloads.plan.PhaseSpec;
import muster.workloads.plan.rule.EarlyEnd;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Four seconds with 1,000 operations of 50 ms, but for what a test says; each limit from both of its sides. */
class BottleneckAnalysisTest {
    private static final double MS = 1e6;
    private static final int SAMPLES = 1_000;

    private final Map<String, Double> meanNs = new TreeMap<>(Map.of("service", 50 * MS, "response", 50 * MS));
    private final List<CheckRow> failed = new ArrayList<>();
    private List<GeneratorCpu> cpu = List.of(new GeneratorCpu("w1", 0.12, 2));
    private long clients = 64;
    private double ratePerS;
    private long arrivals;
    private double throughputPerS = 250;
    private int samples = SAMPLES;
    private boolean saturates;
    private double fastestNs;
    private @Nullable ServerUse server;

    private Finding finding() {
        Map<String, Double> sums = new TreeMap<>();
        meanNs.forEach((timing, mean) -> sums.put(timing, mean * samples));
        OperationFigures service =
                new OperationFigures("", "service", samples, 0, samples, 0, 0, 0, 0, percentile -> -1);
        long least = fastestNs > 0 ? Math.round(fastestNs) : Math.round(meanNs.get("service"));
        OperationFigures post =
                new OperationFigures("post", "service", samples, 0, samples, 0, 0, least, 0, percentile -> -1);
        PhaseFigures figures = new PhaseFigures(
                samples, throughputPerS, List.of(service, post), PhaseBooks.NONE, sums, List.of(), List.of(), server);
        return BottleneckAnalysis.of(new Evidence(4, clients, ratePerS, arrivals, figures, cpu, failed, saturates));
    }

    private void fails(String name, String observed, String reason) {
        failed.add(new CheckRow(1, 1, 1, "validity", name, "<= 0.05 of the time", observed, false, "w1", reason));
    }

    @Test
    void a_server_that_takes_all_of_the_service_time_is_named_with_what_the_generator_used() {
        Finding finding = finding();
        assertThat(finding.culprit()).isEqualTo(Culprit.SERVER);
        assertThat(finding.sentence())
                .isEqualTo(
                        "the server: operations spend 100 % of their service time (mean 50.0 ms) waiting for its answer;"
                                + " the generator used 0.12 of 2 cores that it may use");
    }

    @Test
    void arrivals_that_waited_for_leases_name_the_coordinator_however_small_their_part() {
        meanNs.put("response", 60 * MS);
        meanNs.put("lease", 10 * MS);
        fails(ValidityCheck.LEASE_WAIT, "0.2", "its arrivals waited for leases");
        assertThat(finding().culprit()).isEqualTo(Culprit.COORDINATOR);
        fails("run-queue wait", "0.6", "its threads waited for a core");
        assertThat(finding().culprit()).isEqualTo(Culprit.GENERATOR);
    }

    /** One that used this on a host of four cores, of which it may use two. */
    private static ServerUse use(double cores, double idle, double thread, double disk, double onDisk) {
        return new ServerUse(
                "pid 7 (java)", 4, cores, 2, 4, idle, 0, "bolt-1", thread, thread, disk, 240, onDisk, 0, 0, "");
    }

    @Test
    void an_observed_server_whose_processor_time_is_used_up_is_named_with_its_figures() {
        server = use(1.71, 2, 0.5, 0, 0);
        assertThat(finding().culprit()).isEqualTo(Culprit.SERVER_CPU);
        assertThat(finding().sentence())
                .isEqualTo("the server's processor time is the limit: pid 7 (java) used 1.71 of 2 cores;"
                        + " the generator used 0.12 of 2 cores that it may use");
        server = use(1.69, 2, 0.5, 0, 0);
        assertThat(finding().culprit()).isEqualTo(Culprit.SERVER);
    }

    @Test
    void a_host_without_a_free_core_limits_a_server_that_uses_part_of_it() {
        server = use(1.2, 0.4, 0.5, 0, 0);
        assertThat(finding().culprit()).isEqualTo(Culprit.HOST_CPU);
        assertThat(finding().sentence())
                .contains(
                        "of 4 cores pid 7 (java) used 1.20 and waited for 0.00, others used 2.40, and 0.40 were idle");
        server = use(0.7, 0.4, 0.5, 0, 0);
        assertThat(finding().culprit()).isEqualTo(Culprit.SERVER);
        server = new ServerUse("pid 7 (java)", 4, 0.6, 2, 4, 1, 0.3, "bolt-1", 0.6, 0.9, 0, 0, 0, 0, 0, "");
        assertThat(finding().culprit())
                .as("its only thread waits for a core, and few are left")
                .isEqualTo(Culprit.HOST_CPU);
        server = new ServerUse("pid 7 (java)", 4, 0.7, 2, 4, 0, 2.5, "bolt-1", 0.1, 0.3, 0, 0, 0, 0, 0, "");
        assertThat(finding().culprit())
                .as("of 12.5 operations 3.2 run or wait for one")
                .isEqualTo(Culprit.HOST_CPU);
        server = new ServerUse("pid 7 (java)", 4, 0.15, 2, 2, 0, 0.87, "bolt-1", 0.1, 0.3, 0, 0, 0, 0, 0, "");
        assertThat(finding().culprit())
                .as("a lock: of 12.5 operations one is at work, which waits for cores that others have")
                .isEqualTo(Culprit.SERVER);
        server = new ServerUse("pid 7 (java)", 4, 0.14, 2, 4, 1, 0.13, "bolt-1", 0.1, 0.1, 0, 0, 0, 0, 0, "");
        assertThat(finding().culprit())
                .as("few are left, but of 12.5 operations 0.3 need one")
                .isEqualTo(Culprit.SERVER);
        server = new ServerUse("pid 7 (java)", 4, 0.5, 2, 4, 0.5, 0.4, "bolt-1", 0.2, 0.2, 0, 60, 0.9, 0.9, 0.9, "");
        assertThat(finding().culprit()).as("it waits longer for its disk").isEqualTo(Culprit.DISK);
    }

    @Test
    void one_thread_that_is_always_at_work_limits_a_server() {
        server = use(1, 2, 0.86, 0, 0);
        assertThat(finding().culprit()).isEqualTo(Culprit.SERVER_THREAD);
        assertThat(finding().sentence()).contains("bolt-1 used 0.86 of a core");
    }

    @Test
    void a_disk_that_is_busy_or_waited_for_limits_a_server() {
        server = use(0.3, 3, 0.2, 0.71, 0);
        assertThat(finding().culprit()).isEqualTo(Culprit.DISK);
        assertThat(finding().sentence())
                .startsWith("the server's disk is the limit: 0.00 threads of pid 7 (java) waited for it at any time")
                .contains("it was busy 71 %", "240 flushes/s");
        server = use(0.3, 3, 0.2, 0.1, 0.75);
        assertThat(finding().culprit()).isEqualTo(Culprit.DISK);
    }

    @Test
    void commits_wait_for_the_disk_where_threads_are_in_fsync() {
        server = new ServerUse("pid 7 (java)", 4, 0.3, 2, 4, 3, 0, "bolt-1", 0.2, 0.2, 0.1, 240, 0.95, 0.9, 0.71, "");
        assertThat(finding().culprit()).isEqualTo(Culprit.DISK);
        assertThat(finding().sentence())
                .startsWith(
                        "commits wait for the disk: 0.95 threads of pid 7 (java) waited for it at any time, 0.90 of them"
                                + " in fsync; some task did 71 % of the time, it was busy 10 %, 240 flushes/s");
        server = new ServerUse("pid 7 (java)", 4, 0.3, 2, 4, 3, 0, "bolt-1", 0.2, 0.2, 0.1, 240, 0.25, 0.2, 0.71, "");
        assertThat(finding().culprit()).as("part of the pressure is its own").isEqualTo(Culprit.DISK);
        server = new ServerUse("pid 7 (java)", 4, 0.3, 2, 4, 3, 0, "bolt-1", 0.2, 0.2, 0.1, 240, 0.1, 0.1, 0.9, "");
        assertThat(finding().culprit()).as("others press the disk").isEqualTo(Culprit.SERVER);
    }

    /** 1,000 operations of 50 ms in four seconds: 12.5 are under way. */
    @Test
    void operations_that_wait_for_one_another_wait_for_a_lock() {
        server = use(0.3, 3, 0.2, 0.1, 0);
        fastestNs = 4 * MS;
        assertThat(finding().culprit()).isEqualTo(Culprit.SERVER_WAIT);
        assertThat(finding().sentence())
                .isEqualTo(
                        "a lock or wait inside the server: 12.5 operations are under way, and they are completed as if"
                                + " 1.0 were worked on at a time (mean 50.0 ms, fastest 4.00 ms); pid 7 (java) used 0.30 of 2 cores"
                                + " and waited for 0.00, no thread used more than 0.20 of a core, disk busy 10 %; the generator"
                                + " used 0.12 of 2 cores that it may use");
        fastestNs = 13 * MS;
        assertThat(finding().culprit()).as("3.25 at a time").isEqualTo(Culprit.SERVER);
        fastestNs = 4 * MS;
        meanNs.put("service", 10 * MS);
        assertThat(finding().culprit()).as("2.5 under way are no queue").isEqualTo(Culprit.SERVER);
    }

    @Test
    void what_a_server_reports_as_its_own_time_tells_it_from_the_network() {
        server = use(0.3, 3, 0.2, 0.1, 0);
        meanNs.put("server.work", 25 * MS);
        assertThat(finding().culprit()).isEqualTo(Culprit.SERVER_WAIT);
        assertThat(finding().sentence()).contains("it reports 25.0 ms of the 50.0 ms of an operation as its own");
        meanNs.put("server.work", 2 * MS);
        meanNs.put("server.queue", 3 * MS);
        assertThat(finding().culprit()).isEqualTo(Culprit.NETWORK);
        assertThat(finding().sentence())
                .startsWith(
                        "nothing is full: latency is the network's: the server reports 5.00 ms of the 50.0 ms of an");
        meanNs.put("server.queue", 20 * MS);
        assertThat(finding().culprit()).as("between the two").isEqualTo(Culprit.SERVER);
    }

    @Test
    void the_beginning_of_a_transaction_is_a_round_trip_without_work() {
        server = use(0.3, 3, 0.2, 0.1, 0);
        meanNs.put("begin", 12 * MS);
        assertThat(finding().culprit()).isEqualTo(Culprit.NETWORK);
        meanNs.put("begin", 9 * MS);
        assertThat(finding().culprit()).isEqualTo(Culprit.SERVER);
        meanNs.putAll(Map.of("service", 2 * MS, "response", 2 * MS, "begin", 0.9 * MS));
        assertThat(finding().culprit()).as("less than a network takes").isEqualTo(Culprit.SERVER);
    }

    @Test
    void a_server_with_nothing_full_waits_for_something_that_cannot_be_seen() {
        server = use(0.3, 3, 0.2, 0.1, 0);
        assertThat(finding().culprit()).isEqualTo(Culprit.SERVER);
        assertThat(finding().sentence())
                .contains("nothing observed is full (pid 7 (java) used 0.30 of 2 cores and waited for 0.00, no thread"
                        + " used more than 0.20 of a core, disk busy 10 %), so it waits for a lock, its own pool");
        server = use(0.3, 3, 0.5, 0.4, 0);
        assertThat(finding().sentence())
                .contains("no thread used more than 0.50 of a core, disk busy 40 %); the generator");
    }

    @Test
    void a_pool_is_named_from_half_of_the_service_time_on() {
        meanNs.put("acquire", 24.9 * MS);
        assertThat(finding().culprit()).isEqualTo(Culprit.SERVER);
        assertThat(finding().sentence()).contains("spend 50.2 % of their service time");
        meanNs.put("acquire", 38 * MS);
        assertThat(finding().culprit()).isEqualTo(Culprit.CONNECTION_POOL);
        assertThat(finding().sentence())
                .isEqualTo("the connection pool: 38.0 ms of the 50.0 ms of an operation are stage acquire");
    }

    @Test
    void the_coordinator_is_named_where_half_of_a_response_waits_for_leases() {
        meanNs.put("lease", 24.9 * MS);
        assertThat(finding().culprit()).isEqualTo(Culprit.SERVER);
        meanNs.put("lease", 25 * MS);
        assertThat(finding().culprit()).isEqualTo(Culprit.COORDINATOR);
    }

    @Test
    void a_phase_that_was_too_short_for_its_operations_is_not_the_generators_fault() {
        for (String check : List.of("clients without a completion", "missed arrivals", "clamped samples")) {
            fails(check, "8", "too short");
        }
        assertThat(finding().culprit()).isEqualTo(Culprit.SERVER);
        fails("generator cpu", "0.97", "generator out of CPU");
        assertThat(finding().culprit()).isEqualTo(Culprit.GENERATOR);
        assertThat(finding().sentence()).startsWith("the generator: generator out of CPU");
    }

    @Test
    void a_failed_check_names_the_generator_and_the_cause_goes_before_its_effects() {
        fails("hiccups", "0.4", "it stood still");
        fails("gc pauses", "0.5", "garbage collection stopped the worker");
        meanNs.put("acquire", 50 * MS);
        assertThat(finding().culprit()).isEqualTo(Culprit.GENERATOR);
        assertThat(finding().worker()).isEqualTo("w1");
        assertThat(finding().sentence())
                .isEqualTo("the generator: garbage collection stopped the worker (gc pauses: 0.5, limit <= 0.05 of the"
                        + " time); it used 0.12 of 2 cores that it may use");
    }

    @Test
    void a_check_that_the_order_does_not_know_still_names_the_generator() {
        fails("something new", "1", "it is new");
        assertThat(finding().sentence()).startsWith("the generator: it is new (something new: 1");
    }

    @Test
    void a_rate_that_is_kept_without_a_queue_is_limited_by_nothing() {
        ratePerS = 250;
        assertThat(finding().culprit()).isEqualTo(Culprit.NONE);
        assertThat(finding().sentence())
                .isEqualTo(
                        "nothing was at its limit: 250 of 250 operations/s that arrived were completed; 100 % of a response"
                                + " (mean 50.0 ms) are service time; the generator used 0.12 of 2 cores that it may use");
    }

    @Test
    void a_rate_that_is_not_kept_or_a_queue_that_grows_has_a_culprit() {
        ratePerS = 290;
        assertThat(finding().culprit()).isEqualTo(Culprit.SERVER);
        ratePerS = 250;
        meanNs.put("response", 99 * MS);
        assertThat(finding().culprit()).isEqualTo(Culprit.NONE);
        meanNs.put("response", 101 * MS);
        assertThat(finding().culprit()).isEqualTo(Culprit.SERVER);
    }

    /** Of 4 s at 250/s with 400 ms an operation, 100 are in service at the end: 900 of 1,000 are completed. */
    @Test
    void what_was_in_service_at_the_end_was_not_left_undone() {
        ratePerS = 250;
        arrivals = 1_000;
        throughputPerS = 225;
        assertThat(finding().culprit()).isEqualTo(Culprit.SERVER);
        meanNs.put("service", 400 * MS);
        meanNs.put("response", 400 * MS);
        assertThat(finding().culprit()).isEqualTo(Culprit.NONE);
    }

    /** As seen: 224/s for a server that completes 189/s, 4 s; the last of 140 that wait in it would take 0.74 s. */
    @Test
    void a_queue_that_grows_in_the_server_is_not_what_is_in_service_at_the_end() {
        ratePerS = 224;
        arrivals = 4 * 224;
        throughputPerS = 189;
        meanNs.put("service", 370 * MS);
        meanNs.put("response", 370 * MS);
        assertThat(finding().culprit()).isEqualTo(Culprit.SERVER);
    }

    /** As seen: a worker in Python completes 4,254/s of 472 us with 64 clients, and the lock of its interpreter is what they wait for. */
    @Test
    void a_server_is_not_what_operations_wait_for_while_clients_are_idle() {
        ratePerS = 4_254;
        throughputPerS = 4_254;
        samples = 4 * 4_254;
        meanNs.put("service", 0.472 * MS);
        meanNs.put("response", 1.2 * MS);
        assertThat(finding().culprit()).isEqualTo(Culprit.NONE);
        assertThat(finding().sentence())
                .contains("service time, the rest passed in the generator while clients were idle;");
        clients = 8;
        assertThat(finding().culprit()).isEqualTo(Culprit.SERVER);
        clients = 64;
        meanNs.put("lease", 0.7 * MS);
        assertThat(finding().culprit()).isEqualTo(Culprit.COORDINATOR);
    }

    @Test
    void arrivals_are_known_of_a_phase_that_lasted_its_time() {
        assertThat(arrivals(4, false)).isEqualTo(900);
        assertThat(arrivals(3.9, false)).isZero();
        assertThat(arrivals(4, true)).isZero();
    }

    private static long arrivals(double seconds, boolean byCount) {
        PhaseSpec.Rate rate = new PhaseSpec.Rate(224, 1_000_000_000, true);
        PhaseSpec.Think none = PhaseSpec.Think.NONE;
        PhaseSpec spec = new PhaseSpec(
                "measure",
                PhaseKind.MEASURE,
                "",
                64,
                0,
                4_000_000_000L,
                rate,
                64,
                none,
                0,
                0,
                0,
                0,
                EarlyEnd.NONE,
                null);
        PhaseBooks books = new PhaseBooks(900, 900, 0, 900);
        PhaseFigures figures = new PhaseFigures(900, 0, List.of(), books, Map.of(), List.of(), List.of(), null);
        ValidityCheck.Load load = new ValidityCheck.Load("", spec, figures, 0, byCount, null);
        return new ValidityCheck.Facts(seconds, List.of(), List.of(load), false, 0)
                .evidence(load, List.of())
                .arrivals();
    }

    /** 40 arrivals a second in four seconds: where they are not known, one time in a thousand chance takes a quarter away. */
    @Test
    void few_arrivals_may_be_fewer_by_chance() {
        ratePerS = 40;
        throughputPerS = 30.5;
        assertThat(finding().culprit()).isEqualTo(Culprit.NONE);
        throughputPerS = 28;
        assertThat(finding().culprit()).isEqualTo(Culprit.SERVER);
    }

    /** 40 arrivals a second in four seconds are 160, more or less. */
    @Test
    void what_arrived_is_counted_and_not_expected() {
        ratePerS = 40;
        throughputPerS = 31;
        arrivals = 128;
        assertThat(finding().culprit()).isEqualTo(Culprit.NONE);
        assertThat(finding().sentence()).contains("31 of 32 operations/s that arrived were completed");
        arrivals = 140;
        assertThat(finding().culprit()).isEqualTo(Culprit.SERVER);
    }

    @Test
    void a_plan_that_means_to_use_all_cores_is_limited_by_its_generator() {
        saturates = true;
        cpu = List.of(new GeneratorCpu("w1", 0.2, 2), new GeneratorCpu("w2", 1.8, 2));
        assertThat(finding().culprit()).isEqualTo(Culprit.GENERATOR);
        assertThat(finding().worker()).isEqualTo("w2");
        assertThat(finding().sentence()).endsWith("used 1.80 of 2 cores that w2 may use");
        cpu = List.of(new GeneratorCpu("w1", 1.6, 2));
        assertThat(finding().culprit()).isEqualTo(Culprit.SERVER);
    }

    /** 0.12 of a core for four seconds are 0.48 ms for each of 1,000 operations. */
    @Test
    void what_the_client_itself_costs_is_reported_where_it_is_much_of_the_service_time() {
        assertThat(finding().sentence()).doesNotContain("processor time an operation");
        meanNs.put("service", 1 * MS);
        meanNs.put("response", 1 * MS);
        assertThat(finding().sentence()).endsWith("may use, 480 us of processor time an operation");
    }

    @Test
    void one_core_is_called_so() {
        cpu = List.of(new GeneratorCpu("w1", 0.98, 1));
        assertThat(finding().sentence()).contains("the generator used 0.98 of the 1 core that it may use");
    }

    @Test
    void nothing_is_named_where_nothing_was_completed() {
        samples = 0;
        assertThat(finding().culprit()).isEqualTo(Culprit.NONE);
        assertThat(finding().sentence()).isEqualTo("nothing was at its limit: nothing was completed");
    }

    @Test
    void the_row_decides_nothing() {
        CheckRow row = finding().row(new PhaseAt(7, 2, 3, "measure"));
        assertThat(row.kind() + " " + row.name() + " " + row.observed()).isEqualTo("finding bottleneck server");
        assertThat(row.passed()).isTrue();
        assertThat(row.runId() + "/" + row.step() + "/" + row.trial()).isEqualTo("7/2/3");
    }
}
