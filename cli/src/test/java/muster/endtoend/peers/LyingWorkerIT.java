package muster.endtoend.peers;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import muster.endtoend.Background;
import muster.endtoend.Cli;
import muster.endtoend.Farm;
import muster.endtoend.Shell;
import muster.endtoend.cluster.Impostor;
import muster.protocol.Credit;
import muster.protocol.Drained;
import muster.protocol.Envelope.BodyCase;
import muster.protocol.Hello;
import muster.protocol.Lease;
import muster.protocol.Ready;
import muster.protocol.Resources;
import muster.protocol.Snapshot;
import muster.protocol.WrongAnswer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A worker that keeps the protocol and lies: no figure is changed without a word, and the coordinator lives. */
@Tag("slow")
@Tag("thorough")
class LyingWorkerIT {
    private static final byte LIST = 16;
    private static final byte INSTANT = 10;
    private static final long HOUR_NS = TimeUnit.HOURS.toNanos(1);

    @TempDir
    private Path folder;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private Farm farm;
    private Background.One coordinator;
    private int liars;

    @BeforeEach
    void serve() {
        farm = new Farm(folder);
        coordinator = farm.coordinator();
    }

    @AfterEach
    void end() {
        threads.shutdownNow();
        farm.close();
    }

    @Test
    void operations_that_ended_before_the_phase_began_make_it_invalid() throws IOException {
        Shell.Result run = measured(snapshot -> {
            long beforeNs = snapshot.getStartNs() - HOUR_NS / 2;
            snapshot.setStartNs(beforeNs).setEndNs(beforeNs).setLastCompletionNs(beforeNs);
        });
        assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(111);
        assertThat(run.out()).contains("INVALID  snapshot times", "cannot have measured");
    }

    @Test
    void so_do_operations_that_end_later_than_now() throws IOException {
        Shell.Result run = measured(snapshot -> snapshot.setLastCompletionNs(snapshot.getEndNs() + HOUR_NS / 2));
        assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(111);
        assertThat(run.out()).contains("INVALID  snapshot times", "1,800 s outside");
    }

    /** Each would have ended the coordinator: by a stack that overflows, and by a sum that does. */
    @Test
    void answers_that_cannot_be_decoded_are_stored_as_unreadable() throws IOException {
        ByteBuffer nested = ByteBuffer.allocate(1 << 20);
        while (nested.remaining() > 5) {
            nested.put(LIST).putInt(1);
        }
        ByteBuffer instant =
                ByteBuffer.allocate(13).put(INSTANT).putLong(Long.MAX_VALUE).putInt(Integer.MAX_VALUE);
        measured(snapshot -> snapshot.addWrongAnswers(WrongAnswer.newBuilder()
                .setOperation("insertVertices")
                .setParameters(ByteString.copyFrom(nested.rewind()))
                .setExpected(ByteString.copyFrom(instant.rewind()))));
        assertThat(farm.stored(1)
                        .rows("select parameters, difference from wrong_answer")
                        .getFirst())
                .containsExactly("unreadable", "unreadable rows");
        lives();
    }

    @Test
    void a_count_that_is_no_number_is_no_empty_database() throws IOException {
        try (Impostor worker = worker()) {
            worker.lie(result -> result.toBuilder().putFacts("vertices", "none").build());
            Shell.Result run = worker.await(run());
            assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(104);
            assertThat(run.err()).contains("holds none vertices and 0 edges that Muster did not write");
        }
        lives();
    }

    /** What a worker was never given, or cannot have measured: one line names the field, and the run is not held up. */
    @Test
    void each_worker_that_contradicts_what_it_was_given_is_fenced_and_a_cancel_ends_the_run() throws IOException {
        CompletableFuture<Shell.Result> run = run("duration: 600s");
        contradicts(
                "Credit.total",
                (worker, lease) -> worker.send(message -> message.setCredit(
                        Credit.newBuilder().setAssignment(worker.assignment()).setTotal(-1))));
        contradicts(
                "Credit.total",
                (worker, lease) -> worker.send(message -> message.setCredit(
                        Credit.newBuilder().setAssignment(worker.assignment()).setTotal(Long.MAX_VALUE))));
        contradicts(
                "which it was never given",
                (worker, lease) -> worker.send(
                        message -> message.setReady(Ready.newBuilder().setAssignment(worker.assignment() + 1))));
        contradicts(
                "Drained.last_seq",
                (worker, lease) -> worker.send(message -> message.setDrained(
                        Drained.newBuilder().setAssignment(worker.assignment()).setLastSeq(Long.MAX_VALUE))));
        contradicts("Snapshot.start_ns", forged(snapshot -> snapshot.setStartNs(1)));
        contradicts(
                "Snapshot.last_completion_ns",
                forged(snapshot -> snapshot.setLastCompletionNs(7_258_118_400_000_000_000L)));
        contradicts(
                "Series.operation",
                forged(snapshot -> snapshot.getSeriesBuilder(0).setOperation("sweep")));
        contradicts(
                "Series.elements",
                forged(snapshot -> snapshot.getSeriesBuilder(0).setElements(9_000_000_000_000_000_000L)));
        contradicts(
                "Resources.cpu_ns",
                forged(snapshot -> snapshot.setResources(Resources.newBuilder().setCpuNs(-1))));
        try (Impostor holds = worker("holds")) {
            holds.takePart();
            endsWithACancel(holds, run);
        }
        assertThat(farm.stored(1).rows("select sum(elements) < 1e15, sum(accepted) from snapshot"))
                .containsExactly(List.of(1L, 0L));
        assertThat(farm.stored(1).number("select count(*) from worker where left_reason like '%contradicts%'"))
                .isEqualTo(9);
        lives();
    }

    private void endsWithACancel(Impostor holds, CompletableFuture<Shell.Result> run) {
        long cancelledNs = System.nanoTime();
        Cli.run("cancel", "1", "--coordinator", farm.address());
        Shell.Result ended = holds.await(run);
        assertThat(ended.exitCode()).as(ended.out() + ended.err()).isEqualTo(105);
        assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - cancelledNs))
                .isLessThan(30);
    }

    @Test
    void a_task_that_a_worker_takes_and_never_answers_ends_with_a_cancel() throws IOException {
        try (Impostor holds = worker("holds")) {
            holds.ignoreTasks();
            CompletableFuture<Shell.Result> run = run();
            holds.await(BodyCase.TASK);
            endsWithACancel(holds, run);
        }
        lives();
    }

    /** The other one is ready, and never starts. */
    @Test
    @Tag("nightly")
    void so_does_a_run_in_which_a_member_never_says_that_it_has_shrunk() {
        Background.One run = farm.submit(farm.plan("duration: 600s, clients: 4"), 1);
        try (Impostor holds = new Impostor(farm.address(), "holds")) {
            holds.takePart();
            holds.await(BodyCase.START);
            holds.await(CompletableFuture.supplyAsync(() -> farm.worker("late"), threads));
            holds.await(BodyCase.SET_CONCURRENCY);
            endsWithACancel(holds, CompletableFuture.supplyAsync(run::result, threads));
        }
        assertThat(farm.stored(1).number("select count(*) from snapshot_batch")).isZero();
        lives();
    }

    private static BiConsumer<Impostor, Lease> forged(Consumer<Snapshot.Builder> lie) {
        return (worker, lease) -> {
            Snapshot.Builder snapshot = worker.claim(lease.getLease(), Impostor.ONE_SAMPLE);
            lie.accept(snapshot);
            worker.send(message -> message.setSnapshot(snapshot));
        };
    }

    private void contradicts(String field, BiConsumer<Impostor, Lease> lie) {
        String name = "liar-" + ++liars;
        try (Impostor worker = worker(name)) {
            lie.accept(worker, worker.takePart());
            coordinator.awaitLine(name + " left: contradicts what it was given: ");
            assertThat(coordinator.said().lines().filter(line -> line.contains(name + " left: ")))
                    .singleElement()
                    .asString()
                    .contains(field);
        }
    }

    private void lives() {
        assertThat(Cli.run("status", "--coordinator", farm.address()).exitCode())
                .isZero();
    }

    private Impostor worker() {
        return worker("liar");
    }

    private Impostor worker(String name) {
        return new Impostor(
                farm.address(),
                Hello.newBuilder()
                        .setName(name)
                        .setNonce(1)
                        .setCores(1)
                        .addTargets("neo4j")
                        .build());
    }

    /** A run of one operation. */
    private CompletableFuture<Shell.Result> run() throws IOException {
        return run("operations: 1");
    }

    private CompletableFuture<Shell.Result> run(String bound) throws IOException {
        Path plan = Files.writeString(folder.resolve("lie.yaml"), """
                name: lie
                target: {kind: neo4j, uri: "bolt://127.0.0.1:1"}
                workload: {kind: batch-insert, vertices: 2, edges: 2, vertexBatch: 1, edgeBatch: 1, seed: 1}
                state: fresh
                phases: [{kind: measure, part: vertices, %s, clients: 1}]
                """.formatted(bound));
        return CompletableFuture.supplyAsync(
                () -> Cli.run("run", plan.toString(), "--coordinator", farm.address(), "--expect-workers", "1"),
                threads);
    }

    private Shell.Result measured(Consumer<Snapshot.Builder> lie) throws IOException {
        try (Impostor worker = worker()) {
            CompletableFuture<Shell.Result> run = run();
            Lease lease = worker.takePart();
            worker.await(BodyCase.START);
            Snapshot.Builder snapshot = worker.claim(lease.getLease(), Impostor.ONE_SAMPLE);
            lie.accept(snapshot);
            worker.send(message -> message.setSnapshot(snapshot));
            worker.await(BodyCase.DRAIN);
            worker.send(message -> message.setDrained(
                    Drained.newBuilder().setAssignment(worker.assignment()).setLastSeq(1)));
            return worker.await(run);
        }
    }
}
