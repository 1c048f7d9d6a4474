package muster.endtoend.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import muster.endtoend.Background;
import muster.endtoend.Cli;
import muster.endtoend.Farm;
import muster.endtoend.Shell;
import muster.endtoend.TestHttpServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Operations of real workers, listed and ended by commands while the run goes on. The server answers only when told. */
@Tag("slow")
class OperationsIT {
    private static final Pattern ID = Pattern.compile("op[0-9.]+");

    @TempDir
    private Path folder;

    private final Semaphore answers = new Semaphore(0);
    private final TestHttpServer server = new TestHttpServer(answers::acquire);
    private Farm farm;
    private Background.One run;

    @BeforeEach
    void begin() {
        farm = new Farm(folder);
    }

    @AfterEach
    void end() {
        farm.close();
        server.close();
    }

    private void run(int operations) throws IOException {
        Path plan = Files.writeString(
                folder.resolve("p.yaml"),
                "name: p\ntarget: {kind: http, uri: \"" + server.uri()
                        + "\", operationTimeout: 1h, onError: continue}\n"
                        + "workload: {kind: noop}\nphases:\n  - {kind: measure, operations: " + operations
                        + ", clients: 2}\n");
        run = farm.submit(plan, 1);
    }

    /** Waits until so many operations are in flight. */
    private List<String> awaitOperations(int wanted) {
        List<String> ids = new ArrayList<>();
        Background.until(() -> {
            ids.clear();
            ids.addAll(ID.matcher(muster("status", "--operations").out())
                    .results()
                    .map(MatchResult::group)
                    .toList());
            return ids.size() == wanted;
        });
        return ids;
    }

    private Shell.Result muster(String... command) {
        List<String> words = new ArrayList<>(List.of(command));
        words.addAll(List.of("--coordinator", farm.address()));
        return Cli.run(words.toArray(String[]::new));
    }

    private void aborted(String... what) {
        List<String> words = new ArrayList<>(List.of("abort"));
        words.addAll(List.of(what));
        Shell.Result result = muster(words.toArray(String[]::new));
        assertThat(result.exitCode()).as(result.out() + result.err()).isZero();
        assertThat(result.out()).contains("(noop) aborted: the connection was closed");
    }

    private void endsWith(long aborted, long ok) {
        answers.release(100);
        Shell.Result result = run.result();
        assertThat(result.exitCode()).as(result.out() + result.err()).isIn(1, 111);
        farm.isWhole(1, aborted + ok);
        assertThat(farm.stored(1).rows("select outcome, count, first_message from outcome_summary order by outcome"))
                .hasToString("[[aborted, " + aborted + ", ended by request]"
                        + (ok == 0 ? "]" : ", [ok, " + ok + ", null]]"));
    }

    @Test
    void operations_are_listed_and_ended_one_by_one_or_by_age() throws IOException {
        farm.coordinator();
        farm.worker("a");
        assertThat(muster("status", "--operations").out()).isEqualTo("no operation is in flight\n");
        run(6);
        List<String> first = awaitOperations(2);
        Shell.Result json = muster("status", "--operations", "--older-than", "1ms", "--json");
        assertThat(json.out()).contains("\"worker\": \"a\"", "\"statement\": \"GET / at 127.0.0.1:", first.getFirst());
        assertThat(muster("status", "--operations", "--older-than", "1h").out())
                .isEqualTo("no operation is in flight\n");
        aborted(first.getFirst());
        List<String> second = awaitOperations(2);
        assertThat(second).contains(first.get(1)).doesNotContain(first.get(0));
        assertThat(muster("abort", first.getFirst()).out()).contains("not in flight: it has ended, or never began");
        aborted("--older-than", "1ms");
        endsWith(3, 3);
    }

    @Test
    void an_id_survives_a_coordinator_that_is_killed_and_started_again() throws IOException {
        Background.One coordinator = farm.coordinator();
        Background.One worker = farm.worker("a");
        run(4);
        List<String> ids = awaitOperations(2);
        coordinator.signal("KILL").result();
        farm.coordinator();
        worker.awaitLine("coordinator restarted; resuming the session");
        assertThat(awaitOperations(2)).containsExactlyInAnyOrderElementsOf(ids);
        aborted(ids.toArray(String[]::new));
        endsWith(2, 2);
    }

    @Test
    void what_is_no_operation_is_refused_in_one_line() throws IOException {
        farm.coordinator();
        farm.worker("a");
        run(2);
        awaitOperations(2);
        Shell.Result unknown = muster("abort", "op1.99.5");
        assertThat(unknown.exitCode()).isEqualTo(104);
        assertThat(unknown.out()).isEqualTo("op1.99.5 unknown: no worker has it now\n");
        for (List<String> wrong : List.of(
                List.of("abort"),
                List.of("abort", "op1.2"),
                List.of("abort", "1", "2"),
                List.of("abort", "1", "--older-than", "1s"),
                List.of("abort", "--older-than", "0s"),
                List.of("abort", "--older-than", "5"))) {
            Shell.Result refused = muster(wrong.toArray(String[]::new));
            assertThat(refused.exitCode()).as(wrong.toString()).isEqualTo(104);
            assertThat(refused.err().strip()).as(wrong.toString()).doesNotContain("\n");
        }
        aborted("--older-than", "1ms");
        endsWith(2, 0);
    }
}
