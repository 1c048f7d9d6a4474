package muster.endtoend.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import muster.endtoend.Background;
import muster.endtoend.Farm;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster with keys as people start it. */
@Tag("slow")
class KeysClusterIT {
    private static final int OPERATIONS = 2_000;

    @TempDir
    private Path folder;

    @Test
    void a_plan_runs_on_an_open_address_with_keys_that_the_command_made() throws IOException {
        Path store = folder.resolve("s.db");
        Path plan = Files.writeString(folder.resolve("p.yaml"), """
                name: p
                target: {kind: noop}
                workload: {kind: noop}
                phases: [{kind: measure, operations: %d, clients: 2}]
                """.formatted(OPERATIONS));
        try (Background background = new Background(folder)) {
            assertThat(background
                            .start("keys", "new", "--worker", "rack1")
                            .result()
                            .out())
                    .contains("keys/workers/rack1.key", "the host of worker rack1 only", "the coordinator's host only");
            ownersAlone();
            String[] open = {"coordinator", "--bind", "tcp://0.0.0.0:0", "--keys", "keys", "--store", store.toString()};
            String said = background.start(open).awaitLine("results go to").said();
            String address = "tcp://127.0.0.1:" + said.replaceAll("(?s).*tcp://0.0.0.0:(\\d+),.*", "$1");
            background
                    .start("worker", "--coordinator", address, "--keys", "keys")
                    .awaitLine("joined the coordinator");
            Shell.Result run = background
                    .start("run", plan.toString(), "--coordinator", address, "--keys", "keys")
                    .result();
            assertThat(run.exitCode()).as(run.out() + run.err()).isIn(0, 111);
        }
        assertThat(new Stored(store, 1).coverage().isWhole(OPERATIONS)).isTrue();
        assertThat(new Stored(store, 1)
                        .rows("select distinct worker from snapshot_batch")
                        .getFirst()
                        .getFirst())
                .isEqualTo("rack1");
    }

    @Test
    @Tag("nightly")
    void a_python_worker_that_is_killed_comes_back_under_its_key_and_nothing_is_lost() {
        try (Farm farm = new Farm(folder)) {
            farm.background
                    .start("keys", "new", "--worker", "rack1", "--worker", "rack2")
                    .result();
            String keys = folder.resolve("keys").toString();
            Background.One coordinator = coordinator(farm);
            worker(farm, "rack1", keys);
            Background.One python = worker(farm, "rack2", keys, "--python");
            Background.One run = farm.background.start(
                    "run",
                    farm.plan("5ms", "operations: 20000, clients: 12").toString(),
                    "--coordinator",
                    farm.address(),
                    "--keys",
                    keys,
                    "--expect-workers",
                    "2");
            Background.until(() -> reported(farm, "rack2") > 0);
            kill(python);
            coordinator.awaitLine("rack2 left: silent");
            long before = reported(farm, "rack2");
            worker(farm, "rack2", keys, "--python");
            Background.until(() -> reported(farm, "rack2") > before);
            coordinator.signal("KILL").result();
            coordinator(farm);
            Farm.ended(run.result());
            farm.isWhole(1, 20_000);
        }
    }

    /** Whom a socket has refused once it does not ask again by itself. */
    @Test
    @Tag("nightly")
    void workers_whose_key_the_coordinator_learns_later_join_it() {
        try (Farm farm = new Farm(folder)) {
            farm.background.start("keys", "new", "--worker", "rack1").result();
            Background.One ignorant = coordinator(farm);
            farm.background
                    .start("keys", "new", "--worker", "rack2", "--worker", "rack3")
                    .result();
            List<Background.One> workers =
                    List.of(start(farm, "rack2", "keys"), start(farm, "rack3", "keys", "--python"));
            workers.forEach(one -> one.awaitLine("does not accept this worker's key"));
            ignorant.signal("TERM").result();
            coordinator(farm);
            workers.forEach(one -> one.awaitLine("joined the coordinator"));
        }
    }

    private static Background.One coordinator(Farm farm) {
        return farm.background
                .start("coordinator", "--bind", farm.address(), "--keys", "keys", "--store", farm.file.toString())
                .awaitLine("results go to");
    }

    private static Background.One worker(Farm farm, String name, String keys, String... options) {
        return start(farm, name, keys, options).awaitLine("joined the coordinator");
    }

    private static Background.One start(Farm farm, String name, String keys, String... options) {
        List<String> command =
                new ArrayList<>(List.of("worker", "--coordinator", farm.address(), "--name", name, "--keys", keys));
        command.addAll(List.of(options));
        return farm.background.start(command.toArray(String[]::new));
    }

    /** The launcher of a Python worker may be a process of its own. */
    private static void kill(Background.One worker) {
        worker.process().descendants().forEach(ProcessHandle::destroyForcibly);
        worker.signal("KILL").result();
    }

    private static long reported(Farm farm, String worker) {
        return farm.stored(1).reported() == 0
                ? 0
                : farm.stored(1)
                        .number(
                                "select coalesce(sum(operations), 0) from snapshot_batch where accepted = 1 and worker = '"
                                        + worker + "'");
    }

    private void ownersAlone() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("keys"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                        .as(file.toString())
                        .isEqualTo("rw-------");
            }
        }
    }
}
