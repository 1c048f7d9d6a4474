package muster.endtoend.peers;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import muster.endtoend.Background;
import muster.endtoend.Cli;
import muster.endtoend.Farm;
import muster.endtoend.Shell;
import muster.endtoend.cluster.Impostor;
import muster.endtoend.peers.OutputCheck.Format;
import muster.protocol.AnswerCounts;
import muster.protocol.Cancelled;
import muster.protocol.Coverage;
import muster.protocol.CrashFindings;
import muster.protocol.Drained;
import muster.protocol.Envelope;
import muster.protocol.Envelope.BodyCase;
import muster.protocol.Failed;
import muster.protocol.Finding;
import muster.protocol.Finished;
import muster.protocol.Hello;
import muster.protocol.Lease;
import muster.protocol.Leave;
import muster.protocol.LostWrites;
import muster.protocol.NonOkPositions;
import muster.protocol.OperationSample;
import muster.protocol.OperationsAborted;
import muster.protocol.OperationsInFlight;
import muster.protocol.Progress;
import muster.protocol.Ready;
import muster.protocol.Refused;
import muster.protocol.ResourceSample;
import muster.protocol.SeenAnswer;
import muster.protocol.Series;
import muster.protocol.SlowOperation;
import muster.protocol.Snapshot;
import muster.protocol.StageTime;
import muster.protocol.StatementNote;
import muster.protocol.Status;
import muster.protocol.Submitted;
import muster.protocol.TaskResult;
import muster.protocol.ThreadTime;
import muster.protocol.WrongAnswer;
import muster.store.file.sqlite.Query;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever text a peer sends, in each field that can hold some: every output shows it, and does nothing else with it. */
@Tag("slow")
@Tag("thorough")
class PeerTextIT {
    private static final String OPERATION = "insertVertices";
    private static final String PLAN = """
            name: hostile
            target: {kind: neo4j, uri: "bolt://127.0.0.1:1"}
            workload: {kind: batch-insert, vertices: 2, edges: 2, vertexBatch: 1, edgeBatch: 1, seed: 1}
            state: fresh
            phases:
              - {kind: measure, name: m, part: vertices, operations: 2, clients: 1}
              - {kind: verify}
            """;

    /** Sent by the worker and the client of these tests. */
    private static final Set<String> OF_WORKERS = Set.of(
            "AnswerCounts.operation",
            "Failed.kind",
            "Failed.message",
            "Finding.expected",
            "Finding.name",
            "Finding.observed",
            "Finding.reason",
            "Hello.environment.key",
            "Hello.environment.value",
            "Hello.host",
            "Hello.language",
            "Hello.name",
            "Hello.role",
            "Hello.software_version",
            "Hello.targets",
            "Leave.reason",
            "LostWrites.operation",
            "NonOkPositions.outcome",
            "OperationSample.operation",
            "OperationSample.outcome",
            "Ready.target.key",
            "Ready.target.value",
            "ResourceSample.host.key",
            "ResourceSample.metrics.key",
            "ResourceSample.process.key",
            "ResourceSample.server",
            "Series.first_message",
            "Series.operation",
            "Series.outcome",
            "Series.timing",
            "SlowOperation.operation",
            "SlowOperation.outcome",
            "StageTime.stage",
            "Submit.name",
            "TaskResult.facts.key",
            "TaskResult.facts.value",
            "TaskResult.failure",
            "TaskResult.message",
            "ThreadTime.name",
            "SeenAnswer.first_rows",
            "SeenAnswer.operation",
            "StatementNote.kind",
            "StatementNote.message",
            "StatementNote.operation",
            "WrongAnswer.expected",
            "WrongAnswer.observed",
            "WrongAnswer.operation",
            "WrongAnswer.parameters");
    /** Of these all but what is compared and never shown, such as the names of operations that no plan has. */
    private static final Set<String> SHOWN = OF_WORKERS.stream()
            .filter(field -> !Set.of(
                            "AnswerCounts.operation",
                            "Failed.kind",
                            "Hello.software_version",
                            "Hello.targets",
                            "LostWrites.operation",
                            "NonOkPositions.outcome",
                            "OperationSample.operation",
                            "SlowOperation.operation",
                            "TaskResult.facts.key",
                            "TaskResult.facts.value",
                            "TaskResult.failure",
                            "SeenAnswer.first_rows",
                            "SeenAnswer.operation",
                            "StatementNote.kind",
                            "StatementNote.message",
                            "StatementNote.operation",
                            "ThreadTime.name",
                            "WrongAnswer.operation")
                    .contains(field))
            .collect(Collectors.toSet());
    /** What a coordinator answers to commands, which print it in lines; nothing bounds how long those are. */
    private static final Set<String> OF_COORDINATORS = Stream.of(
                    Status.getDescriptor(),
                    Submitted.getDescriptor(),
                    Progress.getDescriptor(),
                    Finished.getDescriptor(),
                    Cancelled.getDescriptor(),
                    OperationsInFlight.getDescriptor(),
                    OperationsAborted.getDescriptor(),
                    Refused.getDescriptor())
            .flatMap(message -> HostileText.fields(message).stream())
            .collect(Collectors.toSet());
    /** Workers print by the same lines as commands do; plans are read by their parser, and its messages are lines of Failed. */
    private static final Set<String> TO_WORKERS = Set.of(
            "Abort.reason",
            "DataFile.name",
            "FileChunk.failure",
            "Prepare.plan",
            "Submit.allow_erase",
            "Submit.allow_write",
            "Submit.plan",
            "Task.allow_erase",
            "Task.kind",
            "Task.plan");
    /** Checksums, pieces of files, histograms. */
    private static final Set<String> NO_TEXT = Set.of(
            "DataFile.sha256", "FileChunk.content", "FileChunk.sha256", "FileRequest.sha256", "Series.histogram");

    private final HostileText hostile = new HostileText();
    private final OutputCheck outputs = new OutputCheck(this::isJson);

    @TempDir
    private Path folder;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private Farm farm;
    private Background.One coordinator;
    private String page;

    @BeforeEach
    void serve() {
        farm = new Farm(folder);
        coordinator = farm.background
                .start("coordinator", "--bind", farm.address(), "--store", farm.file.toString(), "--http", "0")
                .awaitLine("for monitoring");
        String said = coordinator.said();
        page = said.substring(said.indexOf("http://"), said.indexOf(", for monitoring"));
    }

    @AfterEach
    void end() {
        threads.shutdownNow();
        farm.close();
    }

    @Test
    void text_of_a_worker_is_only_shown() throws IOException {
        try (Impostor worker = new Impostor(farm.address(), hello(1))) {
            worker.lie(this::result);
            Shell.Result run = measured(worker);
            outputs.check("run", Format.TERMINAL, run.out() + run.err());
            failed(worker);
        }
        coordinator.awaitLine("left: ");
        try (Impostor worker = new Impostor(farm.address(), hello(2))) {
            failedTask(worker);
            worker.send(message -> message.setLeave(Leave.newBuilder().setReason(hostile.of("Leave.reason"))));
            coordinator.awaitLine(HostileText.mark("Leave.reason"));
        }
        forgedNames();
        try (Impostor other = new Impostor(
                farm.address(),
                hello(3).toBuilder().setRole(hostile.of("Hello.role")).build())) {
            coordinator.awaitLine(HostileText.mark("Hello.role"));
            other.send(message -> message.setLeave(Leave.getDefaultInstance()));
        }
        status("after");
        stored();
        outputs.check("coordinator log", Format.TERMINAL, coordinator.said());
        assertThat(outputs.faults()).isEmpty();
        assertThat(hostile.used()).containsAll(OF_WORKERS);
        assertThat(outputs.shown().keySet()).as("fields that some output shows").containsAll(SHOWN);
    }

    /** A new field is a new way in: it is sent by the test above, or listed with the reason why it need not be. */
    @Test
    void every_field_of_text_is_known_here() {
        Set<String> known = new TreeSet<>(OF_WORKERS);
        known.addAll(OF_COORDINATORS);
        known.addAll(TO_WORKERS);
        known.addAll(NO_TEXT);
        assertThat(HostileText.fields(Envelope.getDescriptor())).isEqualTo(known);
    }

    private Hello hello(long nonce) {
        return Hello.newBuilder()
                .setName(hostile.of("Hello.name"))
                .setNonce(nonce)
                .setCores(1)
                .setLanguage(hostile.of("Hello.language"))
                .setSoftwareVersion(hostile.of("Hello.software_version"))
                .setHost(hostile.of("Hello.host"))
                .addTargets("neo4j")
                .addTargets(hostile.of("Hello.targets"))
                .putEnvironment(hostile.of("Hello.environment.key"), hostile.of("Hello.environment.value"))
                .build();
    }

    private TaskResult result(TaskResult result) {
        return result.toBuilder()
                .putFacts(hostile.of("TaskResult.facts.key"), hostile.of("TaskResult.facts.value"))
                .addFindings(Finding.newBuilder()
                        .setName(hostile.of("Finding.name"))
                        .setExpected(hostile.of("Finding.expected"))
                        .setObserved(hostile.of("Finding.observed"))
                        .setReason(hostile.of("Finding.reason")))
                .addStatements(StatementNote.newBuilder()
                        .setKind(hostile.of("StatementNote.kind"))
                        .setMessage(hostile.of("StatementNote.message"))
                        .setOperation(hostile.of("StatementNote.operation")))
                .setCrash(CrashFindings.newBuilder()
                        .addLost(LostWrites.newBuilder().setOperation(hostile.of("LostWrites.operation"))))
                .build();
    }

    // ---- an observer ----

    private ResourceSample sample() {
        return ResourceSample.newBuilder()
                .setServer(hostile.of("ResourceSample.server"))
                .setAllowedCores(1)
                .putProcess(hostile.of("ResourceSample.process.key"), 1)
                .putHost(hostile.of("ResourceSample.host.key"), 1)
                .putMetrics(hostile.of("ResourceSample.metrics.key"), 1)
                .addThreads(ThreadTime.newBuilder()
                        .setThread(1)
                        .setName(hostile.of("ThreadTime.name"))
                        .setRanNs(1))
                .build();
    }

    /** Sends the sample until the run has ended, as if it were of now. */
    private void observe(ResourceSample sample, CompletableFuture<?> run) {
        Hello hello = Hello.newBuilder()
                .setName("observer")
                .setRole("observer")
                .setNonce(4)
                .build();
        try (Impostor observer = new Impostor(farm.address(), hello)) {
            while (!run.isDone()) {
                long nowNs = System.currentTimeMillis() * 1_000_000;
                observer.send(
                        message -> message.setResourceSample(sample.toBuilder().setReadAtNs(nowNs)));
                observer.await(CompletableFuture.runAsync(() -> {}, threads));
            }
        }
    }

    // ---- a run that is measured ----

    private Shell.Result measured(Impostor worker) throws IOException {
        CompletableFuture<Shell.Result> run = run(hostile.of("Submit.name"));
        ResourceSample sample = sample();
        CompletableFuture<Void> observed = CompletableFuture.runAsync(() -> observe(sample, run), threads);
        worker.await(BodyCase.PREPARE);
        worker.send(message -> message.setCredit(muster.protocol.Credit.newBuilder()
                .setAssignment(worker.assignment())
                .setTotal(1)));
        Lease lease = worker.await(BodyCase.LEASE).getLease();
        worker.send(message -> message.setReady(Ready.newBuilder()
                .setAssignment(worker.assignment())
                .putTarget(hostile.of("Ready.target.key"), hostile.of("Ready.target.value"))));
        worker.await(BodyCase.START);
        worker.send(message -> message.setSnapshot(first(worker, lease)));
        worker.await(BodyCase.ACKNOWLEDGE);
        worker.await(CompletableFuture.runAsync(this::live, threads));
        operations(worker);
        worker.send(message -> message.setSnapshot(second(worker, lease)));
        worker.await(BodyCase.DRAIN);
        worker.send(message -> message.setDrained(
                Drained.newBuilder().setAssignment(worker.assignment()).setLastSeq(2)));
        worker.await(observed);
        return worker.await(run);
    }

    /** What it says of operations in flight. */
    private void operations(Impostor worker) {
        for (boolean json : List.of(false, true)) {
            CompletableFuture<String> listed = operations(json, "status", "--operations");
            long request =
                    worker.await(BodyCase.LIST_OPERATIONS).getListOperations().getRequest();
            worker.send(message ->
                    message.setOperationsInFlight(hostile.fill(OperationsInFlight.getDefaultInstance()).toBuilder()
                            .setRequest(request)));
            outputs.check("status --operations", json ? Format.JSON : Format.TERMINAL, worker.await(listed));
            CompletableFuture<String> aborted = operations(json, "abort", "--older-than", "1s");
            long wish =
                    worker.await(BodyCase.ABORT_OPERATIONS).getAbortOperations().getRequest();
            worker.send(message ->
                    message.setOperationsAborted(hostile.fill(OperationsAborted.getDefaultInstance()).toBuilder()
                            .setRequest(wish)));
            outputs.check("abort --older-than", json ? Format.JSON : Format.TERMINAL, worker.await(aborted));
        }
    }

    private CompletableFuture<String> operations(boolean json, String... command) {
        List<String> words = new ArrayList<>(List.of(command));
        words.addAll(List.of("--coordinator", farm.address()));
        if (json) {
            words.add("--json");
        }
        return CompletableFuture.supplyAsync(() -> muster(words.toArray(String[]::new)), threads);
    }

    private CompletableFuture<Shell.Result> run(String name) throws IOException {
        Path plan = Files.writeString(folder.resolve("hostile.yaml"), PLAN);
        return CompletableFuture.supplyAsync(
                () -> Cli.run(
                        "run",
                        plan.toString(),
                        "--coordinator",
                        farm.address(),
                        "--expect-workers",
                        "1",
                        "--lease",
                        "2",
                        "--name",
                        name),
                threads);
    }

    /** An operation that failed, with all that may be told of it. */
    private Snapshot first(Impostor worker, Lease lease) {
        Snapshot.Builder snapshot = worker.claim(lease.getLease(), Impostor.ONE_SAMPLE);
        for (Series.Builder series : snapshot.getSeriesBuilderList()) {
            series.setOperation(OPERATION)
                    .setOutcome(hostile.of("Series.outcome"))
                    .setFirstMessage(hostile.of("Series.first_message"));
        }
        return snapshot.addSeries(snapshot.getSeries(0).toBuilder().setTiming("server." + hostile.of("Series.timing")))
                .addSlow(SlowOperation.newBuilder()
                        .setOperation(OPERATION)
                        .setEndNs(snapshot.getEndNs())
                        .setOutcome(hostile.of("SlowOperation.outcome")))
                .addNonOkPositions(NonOkPositions.newBuilder()
                        .setOutcome(hostile.of("NonOkPositions.outcome"))
                        .addPositions(Coverage.newBuilder()
                                .setLease(lease.getLease())
                                .addRuns(0)
                                .addRuns(1)))
                .build();
    }

    /** One that went well and whose figures are plain, but for its answer. */
    private Snapshot second(Impostor worker, Lease lease) {
        Snapshot.Builder snapshot =
                worker.claim(lease.getLease(), Impostor.ONE_SAMPLE).setSeq(2);
        snapshot.getCoverageBuilder(0).setRuns(0, 1);
        snapshot.getSeriesBuilderList().forEach(series -> series.setOperation(OPERATION));
        return snapshot.addAnswers(
                        AnswerCounts.newBuilder().setOperation(OPERATION).setCompared(1))
                .addWrongAnswers(WrongAnswer.newBuilder()
                        .setOperation(OPERATION)
                        .setIndex(1)
                        .setParameters(row("WrongAnswer.parameters"))
                        .setExpectedRows(1)
                        .setExpected(row("WrongAnswer.expected"))
                        .setObservedRows(1)
                        .setObserved(row("WrongAnswer.observed")))
                .addSeenAnswers(SeenAnswer.newBuilder()
                        .setOperation(OPERATION)
                        .setIndex(1)
                        .setRows(1)
                        .setFirstRows(row("SeenAnswer.first_rows")))
                .setSampledEvery(1)
                .addSamples(OperationSample.newBuilder()
                        .setOperation(OPERATION)
                        .setOutcome(hostile.of("OperationSample.outcome"))
                        .setIndex(1)
                        .setStartNs(snapshot.getStartNs())
                        .setServiceNs(1_000)
                        .setResponseNs(1_000)
                        .addStages(StageTime.newBuilder()
                                .setStage("server." + hostile.of("StageTime.stage"))
                                .setNs(500)))
                .build();
    }

    /** Operations that the plan has not: the worker is fenced, and one line says for which. */
    private void forgedNames() throws IOException {
        try (Impostor worker = new Impostor(farm.address(), hello(5))) {
            CompletableFuture<Shell.Result> run = run("forged");
            Lease lease = worker.takePart();
            Snapshot.Builder snapshot = worker.claim(lease.getLease(), Impostor.ONE_SAMPLE)
                    .addSlow(SlowOperation.newBuilder().setOperation(hostile.of("SlowOperation.operation")))
                    .addAnswers(AnswerCounts.newBuilder().setOperation(hostile.of("AnswerCounts.operation")))
                    .addWrongAnswers(WrongAnswer.newBuilder().setOperation(hostile.of("WrongAnswer.operation")))
                    .addSeenAnswers(SeenAnswer.newBuilder().setOperation(hostile.of("SeenAnswer.operation")))
                    .addSamples(OperationSample.newBuilder().setOperation(hostile.of("OperationSample.operation")));
            snapshot.getSeriesBuilderList().forEach(series -> series.setOperation(hostile.of("Series.operation")));
            worker.send(message -> message.setSnapshot(snapshot));
            coordinator.awaitLine("contradicts what it was given: Series.operation is");
            muster("cancel", "4", "--coordinator", farm.address());
            outputs.check(
                    "run with a fenced worker",
                    Format.TERMINAL,
                    worker.await(run).err());
        }
    }

    /** A row of one text, as workloads/answers encodes it. */
    private ByteString row(String field) {
        byte[] text = hostile.of(field).getBytes(StandardCharsets.UTF_8);
        ByteBuffer row = ByteBuffer.allocate(10 + text.length);
        row.put((byte) 22).putInt(1).put((byte) 8).putInt(text.length).put(text);
        return ByteString.copyFrom(row.array());
    }

    // ---- runs that fail ----

    private void failed(Impostor worker) throws IOException {
        CompletableFuture<Shell.Result> run = run("failing");
        worker.await(BodyCase.PREPARE);
        worker.send(message -> message.setFailed(Failed.newBuilder()
                .setAssignment(worker.assignment())
                .setKind(hostile.of("Failed.kind"))
                .setMessage(hostile.of("Failed.message"))));
        outputs.check(
                "run with a failed worker", Format.TERMINAL, worker.await(run).err());
    }

    private void failedTask(Impostor worker) throws IOException {
        worker.lie(result -> result.toBuilder()
                .setFailure(hostile.of("TaskResult.failure"))
                .setMessage(hostile.of("TaskResult.message"))
                .build());
        outputs.check(
                "run with a failed task",
                Format.TERMINAL,
                worker.await(run("task")).err());
    }

    // ---- outputs ----

    private void live() {
        status("live");
        outputs.check("page", Format.HTML, get(""));
        outputs.check("page events", Format.EVENTS, get("live"));
        outputs.check("page runs", Format.JSON, get("runs"));
        outputs.check("metrics", Format.METRICS, get("metrics"));
    }

    private void status(String when) {
        outputs.check("status " + when, Format.TERMINAL, muster("status", "--coordinator", farm.address()));
        outputs.check(
                "status --json " + when, Format.JSON, muster("status", "--coordinator", farm.address(), "--json"));
    }

    /** Of the event stream what comes until the status was told. */
    private String get(String path) {
        try (InputStream in = URI.create(page + path).toURL().openStream()) {
            StringBuilder text = new StringBuilder();
            byte[] piece = new byte[1 << 14];
            boolean whole = false;
            for (int read = in.read(piece); read >= 0 && !whole; read = whole ? -1 : in.read(piece)) {
                text.append(new String(piece, 0, read, StandardCharsets.UTF_8));
                whole = path.equals("live") && text.indexOf("}\n\n") > 0;
            }
            return text.toString();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private boolean isJson(String text) {
        try (Query query = Query.open(farm.file)) {
            return query.table("select json_valid(?)", List.of(text))
                                    .rows()
                                    .getFirst()
                                    .getFirst()
                            instanceof Number valid
                    && valid.intValue() == 1;
        }
    }

    private void stored() throws IOException {
        String file = farm.file.toString();
        outputs.check("runs", Format.TERMINAL, muster("runs", file));
        outputs.check("runs --json", Format.JSON, muster("runs", file, "--json"));
        for (String table : List.of(
                "run_summary",
                "operation_summary",
                "outcome_summary",
                "check_summary",
                "slow_operation",
                "wrong_answer",
                "answer_summary",
                "worker",
                "environment",
                "resource",
                "server_summary",
                "snapshot",
                "run")) {
            String query = "select * from " + table;
            outputs.check("sql " + table, Format.TERMINAL, muster("sql", file, query));
            outputs.check("sql --json " + table, Format.JSON, muster("sql", file, query, "--json"));
            outputs.check("sql --csv " + table, Format.CSV, muster("sql", file, query, "--csv"));
            farm.stored(1).rows(query).stream()
                    .flatMap(List::stream)
                    .filter(value -> value instanceof String)
                    .forEach(value -> outputs.check("store " + table, Format.VALUES, value + ""));
        }
        export("hlog", Format.HLOG);
        export("csv", Format.CSV);
        export("json", Format.JSON);
        export("openmetrics", Format.METRICS);
        Path report = folder.resolve("report.html");
        muster("report", file + ":1", "--out", report.toString());
        outputs.check("report", Format.HTML, Files.readString(report));
    }

    private void export(String format, Format as) throws IOException {
        Path to = folder.resolve("run." + format);
        muster("export", farm.file + ":1", "--format", format, "--out", to.toString());
        outputs.check("export " + format, as, Files.readString(to));
    }

    private static String muster(String... arguments) {
        Shell.Result result = Cli.run(arguments);
        return result.out().isEmpty() ? result.err() : result.out();
    }
}
