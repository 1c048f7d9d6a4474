package muster.endtoend.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import muster.endtoend.Background;
import muster.endtoend.Cli;
import muster.endtoend.Farm;
import muster.endtoend.Shell;
import muster.protocol.Drained;
import muster.protocol.Envelope.BodyCase;
import muster.protocol.Failed;
import muster.protocol.Hello;
import muster.protocol.Lease;
import muster.protocol.Series;
import muster.protocol.SlowOperation;
import muster.protocol.Snapshot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A peer sends what a terminal, a browser, a spreadsheet or monitoring would obey, in every field and to every output. */
@Tag("slow")
class PeerTextIT {
    /** A formula, an escape sequence, markup, text turned around, an end of a label, and too much of all. */
    private static final String EVIL = "=HYPERLINK(\"http://x\") \u001b[2J\u009b1m\u0007<script>alert(1)</script>"
            + "\u202e\u2028\"} 1\nmuster_evil{x=\"\\\r\n";

    private static final String MUCH = "y".repeat(30_000);
    /** Worker names are ASCII without controls. */
    private static final String WORKER = "=1+1<script>alert(2)</script>\"}\\";

    private static final String CONTROLS = "[\\p{Cc}&&[^\\n\\r\\t]]|\\p{Cf}|\\u2028";

    @TempDir
    private Path folder;

    private Farm farm;
    private Background.One coordinator;

    @BeforeEach
    void prepare() {
        farm = new Farm(folder);
        coordinator = farm.background.start(
                "coordinator", "--bind", farm.address(), "--store", farm.file.toString(), "--http", "0");
        coordinator.awaitLine("for monitoring");
    }

    @AfterEach
    void end() {
        farm.close();
    }

    @Test
    void no_output_obeys_what_a_peer_sends() throws IOException {
        Map<String, String> outputs = new LinkedHashMap<>();
        try (Impostor impostor = new Impostor(farm.address(), hello())) {
            Background.One run = submit("1");
            Lease lease = impostor.takePart();
            impostor.await(BodyCase.START);
            impostor.stayUntil(CompletableFuture.runAsync(() -> watch("at work", outputs)));
            impostor.send(message -> message.setSnapshot(evil(impostor.claim(lease.getLease(), HostileIT.oneSample()))));
            impostor.await(BodyCase.DRAIN);
            impostor.send(message -> message.setDrained(
                    Drained.newBuilder().setAssignment(impostor.assignment).setLastSeq(1)));
            impostor.stayUntil(CompletableFuture.runAsync(() -> outputs.put("run", said(run))));
            impostor.stayUntil(CompletableFuture.runAsync(() -> watch("with results", outputs)));
            Background.One failed = submit("2");
            impostor.await(BodyCase.PREPARE);
            impostor.send(message -> message.setFailed(Failed.newBuilder()
                    .setAssignment(impostor.assignment)
                    .setKind("fault")
                    .setMessage(EVIL + MUCH)));
            impostor.stayUntil(CompletableFuture.runAsync(() -> outputs.put("failed run", said(failed))));
        }
        outputs.put("log", coordinator.said());
        stored(outputs);
        outputs.forEach(PeerTextIT::isHarmless);
        assertThat(outputs.get("run") + outputs.get("log")).contains("\\u001b[2J");
        assertThat(farm.stored(1)
                        .number("select max(length(operation)) from operation_summary where operation like '=HYP%'"))
                .isBetween(100L, 200L);
        assertThat(farm.stored(1).number("select max(length(value)) from environment"))
                .isBetween(1_000L, 4_000L);
    }

    private static String said(Background.One run) {
        Shell.Result result = run.result();
        return result.out() + result.err();
    }

    private static Hello hello() {
        return Hello.newBuilder()
                .setName(WORKER)
                .setNonce(1)
                .setCores(1)
                .addTargets("noop")
                .addTargets(EVIL)
                .setLanguage(EVIL)
                .setSoftwareVersion(EVIL)
                .setHost(EVIL + MUCH)
                .putEnvironment(EVIL, EVIL + MUCH)
                .build();
    }

    private Background.One submit(String number) {
        return farm.background.start(
                "run",
                farm.plan("operations: 1, clients: 1").toString(),
                "--coordinator",
                farm.address(),
                "--expect-workers",
                "1",
                "--name",
                "=1+1<script>alert(3)</script>" + number);
    }

    private static Snapshot.Builder evil(Snapshot.Builder snapshot) {
        snapshot.getSeriesBuilderList()
                .forEach(series -> series.setOperation(EVIL).setOutcome(EVIL).setFirstMessage(EVIL + MUCH));
        Series stage = snapshot.getSeries(0).toBuilder().setTiming(EVIL).build();
        SlowOperation slow =
                SlowOperation.newBuilder().setOperation(EVIL).setOutcome(EVIL).build();
        return snapshot.addSeries(stage).addSlow(slow);
    }

    /** What is shown while a run goes on. */
    private void watch(String when, Map<String, String> outputs) {
        outputs.put("status " + when, cli("status", "--coordinator", farm.address()));
        outputs.put("status --json " + when, cli("status", "--json", "--coordinator", farm.address()));
        Matcher page = Pattern.compile("page at (http://\\S+/)").matcher(coordinator.said());
        assertThat(page.find()).isTrue();
        outputs.put("metrics " + when, get(page.group(1) + "metrics"));
        outputs.put("runs of the page " + when, get(page.group(1) + "runs"));
    }

    private static String get(String url) {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString())
                    .body();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** What is made of the file. */
    private void stored(Map<String, String> outputs) throws IOException {
        String file = farm.file.toString();
        outputs.put("runs", cli("runs", file));
        for (String table : new String[] {"operation_summary", "outcome_summary", "environment", "slow_operation", "run"}) {
            outputs.put("sql " + table, cli("sql", file, "select * from " + table));
            outputs.put("sql csv " + table, cli("sql", file, "select * from " + table, "--csv"));
            outputs.put("sql json " + table, cli("sql", file, "select * from " + table, "--json"));
        }
        for (String format : new String[] {"csv", "json", "openmetrics", "hlog", "jtl"}) {
            Path out = folder.resolve("export." + format);
            cli("export", file + ":1", "--format", format, "--out", out.toString());
            outputs.put("export " + format, Files.readString(out));
        }
        Path report = folder.resolve("report.html");
        cli("report", file + ":1", "--out", report.toString());
        outputs.put("report", Files.readString(report).replaceAll("(?s)<(style|script)>.*?</\\1>", ""));
    }

    private static String cli(String... arguments) {
        return Cli.run(arguments).out();
    }

    private static void isHarmless(String output, String text) {
        assertThat(text).as(output).isNotBlank();
        Matcher found = Pattern.compile(CONTROLS + obeyed(output)).matcher(text);
        if (found.find()) {
            int from = Math.max(0, found.start() - 40);
            throw new AssertionError(output + " would obey: " + text.substring(from, found.end()));
        }
        assertThat(text.lines().mapToInt(String::length).max().orElse(0)).as(output).isLessThan(60_000);
    }

    /** What a reader of this output would obey, besides controls. */
    private static String obeyed(String output) {
        if (output.contains("csv") || output.contains("jtl")) {
            return "|(?m)(^|,)\"?[=@]";
        }
        boolean metrics = output.contains("metrics");
        return output.equals("report") ? "|<script" : metrics ? "|(?m)^muster_evil" : "";
    }
}
