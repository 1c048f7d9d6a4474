package muster.worker.agent.meter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import muster.host.ProcFiles;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunQueueWaitTest {
    @TempDir
    private Path proc;

    private Path threads;

    @BeforeEach
    void noThreads() throws IOException {
        threads = Files.createDirectories(proc.resolve("self/task"));
    }

    @Test
    void carriers_of_clients_and_threads_of_drivers_hold_operations_up() {
        assertThat(List.of(
                        "ForkJoinPool-1-",
                        "Neo4jDriverIO-2",
                        "gremlin-driver-",
                        "vert.x-eventloo",
                        "OkHttp 127.0.0.",
                        "java-driver-1"))
                .allMatch(RunQueueWait::carriesOperations);
    }

    @Test
    void others_wait_for_a_core_beside_them() {
        assertThat(List.of("C2 CompilerThre", "G1 Conc#0", "java", "iothread-2", "reporter", "pacer", "muster-window"))
                .noneMatch(RunQueueWait::carriesOperations);
    }

    @Test
    void a_thread_that_has_ended_counts_as_it_was_read_last() throws IOException {
        thread("11", "client-0", 500);
        thread("12", "client-1", 40);
        thread("13", "java", 7_000);
        RunQueueWait waits = new RunQueueWait(new ProcFiles(proc));
        assertThat(waits.readNs()).isEqualTo(540);
        end("11");
        thread("12", "client-1", 60);
        assertThat(waits.readNs()).isEqualTo(560);
        thread("14", "client-2", 3);
        assertThat(waits.readNs()).isEqualTo(563);
        assertThat(waits.readNs()).isEqualTo(563);
    }

    @Test
    void one_that_the_list_left_out_and_that_comes_back_counts_once() throws IOException {
        thread("11", "client-0", 500);
        RunQueueWait waits = new RunQueueWait(new ProcFiles(proc));
        assertThat(waits.readNs()).isEqualTo(500);
        end("11");
        assertThat(waits.readNs()).isEqualTo(500);
        thread("11", "client-0", 520);
        assertThat(waits.readNs()).isEqualTo(520);
    }

    @Test
    void another_that_is_given_the_number_of_one_that_ended_adds_to_it() throws IOException {
        thread("11", "client-0", 500);
        RunQueueWait waits = new RunQueueWait(new ProcFiles(proc));
        waits.readNs();
        thread("11", "client-1", 7);
        assertThat(waits.readNs()).isEqualTo(507);
    }

    @Tag("thorough")
    @Test
    void thousands_that_ended_are_forgotten_but_not_their_waits() throws IOException {
        RunQueueWait waits = new RunQueueWait(new ProcFiles(proc));
        for (int i = 0; i < 101; i++) {
            for (int t = 100 * i; t < 100 * (i + 1); t++) {
                thread("" + t, "client-" + t, 2);
            }
            waits.readNs();
            for (int t = 100 * i; t < 100 * (i + 1); t++) {
                end("" + t);
            }
        }
        thread("11", "client-11", 3);
        assertThat(waits.readNs()).isEqualTo(2 * 101 * 100 + 3);
    }

    @Test
    void one_that_ends_while_it_is_read_takes_no_other_away() throws IOException {
        Files.createDirectory(threads.resolve("10"));
        thread("11", "client-0", 500);
        Files.createDirectory(threads.resolve("12"));
        assertThat(new RunQueueWait(new ProcFiles(proc)).readNs()).isEqualTo(500);
    }

    private void thread(String number, String name, long waitedNs) throws IOException {
        Path folder = Files.createDirectories(threads.resolve(number));
        Files.writeString(folder.resolve("comm"), name + "\n");
        Files.writeString(folder.resolve("schedstat"), "900 " + waitedNs + " 3\n");
    }

    private void end(String number) throws IOException {
        Path folder = threads.resolve(number);
        Files.delete(folder.resolve("comm"));
        Files.delete(folder.resolve("schedstat"));
        Files.delete(folder);
    }
}
