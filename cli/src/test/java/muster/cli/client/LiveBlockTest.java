package muster.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.IntStream;
import muster.cli.terminal.Json;
import muster.cli.terminal.Redrawn;
import muster.cli.terminal.Terminal;
import muster.protocol.Progress;
import muster.protocol.RunStatus;
import muster.protocol.Status;
import muster.protocol.WorkerStatus;
import org.junit.jupiter.api.Test;

class LiveBlockTest {
    private static Progress progress(int workers) {
        Progress.Builder progress = Progress.newBuilder()
                .setRunId(3)
                .setRunName("night\u001b[31mly")
                .setStep(2)
                .setTrial(1)
                .setPhase("measure")
                .setSecondsLeft(12.4)
                .setOperations(1_234_567)
                .setErrors(5)
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
    void theBlockShowsPhaseTimeLeftThroughputLatenciesErrorsAndWorkers() {
        assertThat(LiveBlock.lines(progress(2), 20))
                .containsExactly(
                        "run 3 night\\u001b[31mly, step 2, trial 1: measure, 12 s left",
                        "  51.2 k/s   1,234,567 operations, 5 errors",
                        "                   p50       p99       max",
                        "  service      1.20 us   83.0 us   4.00 ms",
                        "  response     1.30 us         -   5.00 ms",
                        "  errors     timeout 4, connect 1",
                        "  worker               clients cpu cores       lag      seen",
                        "  w1                         4      0.52    250 us     80 ms",
                        "  w2                         4      0.52    250 us     80 ms");
    }

    @Test
    void workersThatDoNotFitAreCounted() {
        List<String> lines = LiveBlock.lines(progress(100), 15);
        assertThat(lines).hasSizeLessThanOrEqualTo(15).last().isEqualTo("  and 93 more");
    }

    @Test
    void aPlainLineSaysTheSameShortly() {
        assertThat(ProgressLines.line(progress(2), "2/1 measure"))
                .isEqualTo(
                        "2/1 measure            2 workers, 1,234,567 operations, 51.2 k/s, 5 errors, service p99 83.0 us,"
                                + " response p50 1.30 us p99 - max 5.00 ms, 12 s left");
    }

    @Test
    void statusShowsTheSameBlockAndJsonTheSameFigures() {
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
        assertThat(Json.text(StatusJson.of(status)))
                .contains(
                        "\"throughput_per_s\": 51234.0", "\"p99_ns\": null", "\"cpu_cores\": 0.517", "\"timeout\": 4");
    }

    @Test
    void aBlockReplacesTheOneBeforeAlsoWhereTheTerminalHasWrappedIt() {
        StringWriter written = new StringWriter();
        Redrawn block = new Redrawn(new PrintWriter(written));
        block.show(List.of("a".repeat(70), "b"), new Terminal.Size(24, 80));
        block.show(List.of("c".repeat(70)), new Terminal.Size(24, 40));
        block.erase(new Terminal.Size(24, 40));
        // 70 characters are two rows of 40, and "b" is one; then one row is left, cut to 39.
        assertThat(written.toString())
                .isEqualTo("a".repeat(70) + "\nb\n\r\u001b[3A\u001b[J" + "c".repeat(39) + "\n\r\u001b[1A\u001b[J");
    }

    @Test
    void aBlockIsNeverHigherThanTheTerminal() {
        StringWriter written = new StringWriter();
        new Redrawn(new PrintWriter(written))
                .show(IntStream.range(0, 50).mapToObj(Integer::toString).toList(), new Terminal.Size(10, 80));
        assertThat(written.toString().lines()).hasSize(9);
    }
}
