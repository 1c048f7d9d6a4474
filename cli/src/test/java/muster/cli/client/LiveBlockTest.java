package muster.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.IntStream;
import muster.cli.terminal.RedrawnLines;
import muster.cli.terminal.Terminal;
import muster.coordinator.server.PeerText;
import muster.protocol.Envelope;
import muster.protocol.OutcomeCounts;
import muster.protocol.Progress;
import muster.protocol.RunStatus;
import muster.protocol.Status;
import muster.protocol.WorkerStatus;
import muster.text.Json;
import org.junit.jupiter.api.Test;

class LiveBlockTest {
    private static Progress progress(int workers) {
        Progress.Builder progress = Progress.newBuilder()
                .setRunId(3)
                .setRunName("night\u001b[31mly")
                .setStep(2)
                .setTrial(1)
                .setSteps(3)
                .setTrials(5)
                .setParametersJson("{\"workload.algorithm\": \"graphity\", \"measure.clients\": 16}")
                .setRunSecondsLeft(400)
                .putExamples("timeout", "no answer in time")
                .setPhase("measure")
                .setSecondsLeft(12.4)
                .setOperations(1_234_567)
                .setErrors(5)
                .setCounts(
                        OutcomeCounts.newBuilder().setOk(1_234_500).setErrors(5).setAbsent(62))
                .putFailed("timeout", 4)
                .putFailed("connect", 1)
                .setThroughputPerS(51_234)
                .setServiceP50Ns(1_200)
                .setServiceP99Ns(83_000)
                .setServiceMaxNs(4_000_000)
                .setP50Ns(1_300)
                .setP99Ns(-1)
                .setMaxNs(5_000_000)
                .setWorkers(workers);
        IntStream.rangeClosed(1, workers)
                .forEach(i -> progress.addMembers(WorkerStatus.newBuilder()
                        .setName("w" + i)
                        .setClients(4)
                        .setCpuCores(0.517)
                        .setScheduleLagMaxNs(250_000)
                        .setLastSeenMs(80)));
        return progress.build();
    }

    @Test
    void the_block_shows_phase_time_left_throughput_latencies_errors_and_workers() {
        assertThat(LiveBlock.lines(progress(2), 20))
                .containsExactly(
                        "run 3 night\\u001b[31mly: step 2 of 3 (algorithm graphity, clients 16), trial 1 of 5, measure, 12 s left; run: about 7 min",
                        "  51.2 k/s   1,234,567 operations (1,234,500 ok, 5 errors, 62 absent)",
                        "                   p50       p99       max",
                        "  service      1.20 us   83.0 us   4.00 ms",
                        "  response     1.30 us         -   5.00 ms",
                        "  errors     timeout 4, connect 1",
                        "  such as    no answer in time; a longer target.operationTimeout, or less load",
                        "  worker               clients cpu cores       lag      seen",
                        "  w1                         4      0.52    250 us     80 ms",
                        "  w2                         4      0.52    250 us     80 ms");
    }

    @Test
    void workers_that_do_not_fit_are_counted() {
        List<String> lines = LiveBlock.lines(progress(100), 15);
        assertThat(lines).hasSizeLessThanOrEqualTo(15).last().isEqualTo("  and 94 more");
    }

    @Test
    void a_plain_line_says_the_same_shortly() {
        assertThat(ProgressLines.line(progress(2), "2/1 measure"))
                .isEqualTo(
                        "2/1 measure: 2 workers, 1,234,567 operations (1,234,500 ok, 5 errors, 62 absent), 51.2 k/s, service p99 83.0 us,"
                                + " response p50 1.30 us p99 - max 5.00 ms, 12 s left; run: about 7 min");
    }

    @Test
    void a_load_counts_elements_and_what_is_planned_and_a_rest_that_was_not_seen_is_at_least() {
        Progress load = Progress.newBuilder()
                .setPhase("load-edges")
                .setOperations(1_200)
                .setCounts(OutcomeCounts.newBuilder().setOk(1_200))
                .setPlanned(5_000)
                .setElements(340_000)
                .setSecondsLeft(-1)
                .setRunSecondsLeft(65)
                .setRunAtLeast(true)
                .setSteps(1)
                .setTrials(1)
                .build();
        assertThat(ProgressText.where(load)).isEqualTo("load-edges");
        assertThat(ProgressText.done(load))
                .isEqualTo("1,200 of 5,000 operations (1,200 ok, 0 errors), 340,000 elements");
        assertThat(ProgressText.left(load)).isEqualTo("; run: at least 65 s");
    }

    @Test
    void a_step_that_is_a_target_is_named_by_its_kind() {
        Progress step = Progress.newBuilder()
                .setStep(1)
                .setSteps(2)
                .setPhase("measure")
                .setParametersJson("{\"target\": {\"kind\": \"neo4j\", \"uri\": \"bolt://h:1\"}}")
                .build();
        assertThat(ProgressText.where(step)).isEqualTo("step 1 of 2 (target neo4j), measure");
    }

    /** Long texts of a coordinator are cut before they are shown. */
    @Test
    void a_step_whose_parameters_were_cut_is_shown_as_far_as_it_goes() {
        Progress step = Progress.newBuilder()
                .setStep(1)
                .setSteps(2)
                .setPhase("measure")
                .setParametersJson("{\"workload.name\": \"" + "a".repeat(10_000) + "\"}")
                .build();
        Envelope cut =
                PeerText.ofCoordinator(Envelope.newBuilder().setProgress(step).build());
        assertThat(ProgressText.where(cut.getProgress()))
                .startsWith("step 1 of 2 ({\"workload.name\": \"aaaa")
                .endsWith("), measure")
                .hasSizeLessThan(300);
    }

    @Test
    void status_shows_the_same_block_and_json_the_same_figures() {
        Status status = Status.newBuilder()
                .setVersion("1")
                .setStore("s.db")
                .addAllWorkers(progress(2).getMembersList())
                .addRuns(RunStatus.newBuilder().setRunId(3).setProgress(progress(2)))
                .addRuns(RunStatus.newBuilder().setRunId(4).setName("next").setState("queued"))
                .build();
        assertThat(StatusCommand.lines(status, 40))
                .containsAll(LiveBlock.lines(progress(2), 20))
                .endsWith("  4 next: queued");
        assertThat(Json.write(StatusJson.of(status)))
                .contains(
                        "\"throughput_per_s\": 51234.0", "\"p99_ns\": null", "\"cpu_cores\": 0.517", "\"timeout\": 4");
    }

    @Test
    void a_block_replaces_the_one_before_also_where_the_terminal_has_wrapped_it() {
        StringWriter written = new StringWriter();
        RedrawnLines block = new RedrawnLines(new PrintWriter(written));
        block.show(List.of("a".repeat(70), "b"), new Terminal.Size(24, 80));
        block.show(List.of("c".repeat(70)), new Terminal.Size(24, 40));
        block.erase(new Terminal.Size(24, 40));
        // 70 characters are two rows of 40, and "b" is one; then one row is left, cut to 39.
        assertThat(written.toString())
                .isEqualTo("a".repeat(70) + "\nb\n\r\u001b[3A\u001b[J" + "c".repeat(39) + "\n\r\u001b[1A\u001b[J");
    }

    @Test
    void a_block_is_never_higher_than_the_terminal() {
        StringWriter written = new StringWriter();
        new RedrawnLines(new PrintWriter(written))
                .show(IntStream.range(0, 50).mapToObj(Integer::toString).toList(), new Terminal.Size(10, 80));
        assertThat(written.toString().lines()).hasSize(9);
    }
}
