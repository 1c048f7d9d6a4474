package muster.coordinator.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import muster.host.ProcFiles;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server with number 1 and a child with number 2, as files such as those of /proc. */
class ProcessWatchTest {
    @TempDir
    private Path proc;

    private ProcessWatch watch;

    @BeforeEach
    void start() throws IOException {
        process("1", 5_000, 10);
        children("2");
        watch = new ProcessWatch(new ProcFiles(proc), 1);
    }

    private void process(String number, long ranNs, long waitedNs) throws IOException {
        Path thread =
                Files.createDirectories(proc.resolve(number).resolve("task").resolve(number));
        String stat = number + " (server) S 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n";
        Files.writeString(proc.resolve(number).resolve("stat"), stat);
        Files.writeString(thread.resolve("stat"), stat);
        Files.writeString(thread.resolve("schedstat"), ranNs + " " + waitedNs + " 1\n");
    }

    private void children(String numbers) throws IOException {
        Files.writeString(proc.resolve("1/task/1/children"), numbers + "\n");
    }

    private Long waitedNs() {
        return watch.read().values().get("run_queue_wait_ns");
    }

    @Test
    void what_a_child_waited_stays_when_it_ended() throws IOException {
        process("2", 7_000, 300);
        assertThat(waitedNs()).isEqualTo(310);
        children("");
        assertThat(waitedNs()).isEqualTo(310);
        assertThat(watch.read().threads()).containsOnlyKeys("1", "2");
    }

    @Test
    void what_a_child_waited_counts_once_when_a_list_left_it_out_for_a_moment() throws IOException {
        process("2", 7_000, 300);
        assertThat(waitedNs()).isEqualTo(310);
        children("");
        assertThat(waitedNs()).isEqualTo(310);
        children("2");
        process("2", 8_000, 400);
        assertThat(waitedNs()).isEqualTo(410);
        children("");
        assertThat(waitedNs()).isEqualTo(410);
    }

    @Test
    void a_child_with_the_number_of_one_that_ended_is_counted_beside_it() throws IOException {
        process("2", 7_000, 300);
        assertThat(waitedNs()).isEqualTo(310);
        process("2", 100, 40);
        assertThat(waitedNs()).isEqualTo(350);
        process("2", 200, 50);
        assertThat(waitedNs()).isEqualTo(360);
    }

    @Test
    void of_a_thread_that_has_not_run_only_that_is_read() throws IOException {
        thread("7", 'S', "100 5 1");
        assertThat(watch.read().values()).containsEntry("threads", 2L).containsEntry("threads_sleeping", 2L);
        thread("7", 'R', "100 5 1");
        assertThat(watch.read().values()).containsEntry("threads_sleeping", 2L).containsEntry("threads_running", 0L);
        thread("7", 'R', "200 5 2");
        assertThat(watch.read().values()).containsEntry("threads_sleeping", 1L).containsEntry("threads_running", 1L);
        thread("7", 'S', "200 5 2");
        assertThat(watch.read().values())
                .as("it ran when it was last looked at")
                .containsEntry("threads_sleeping", 2L)
                .containsEntry("run_queue_wait_ns", 15L)
                .containsEntry("scheduled", 3L);
    }

    @Test
    void children_are_found_of_a_thread_that_ran_and_of_the_first_in_any_case() throws IOException {
        children("");
        thread("7", 'S', "100 5 1");
        assertThat(watch.read().values()).containsEntry("processes", 1L);
        process("2", 7_000, 300);
        process("3", 7_000, 300);
        children("2");
        thread("7", 'S', "200 5 2");
        Files.writeString(proc.resolve("1/task/7/children"), "3\n");
        assertThat(watch.read().values()).containsEntry("processes", 3L);
        assertThat(watch.read().values()).as("of one that has not run since").containsEntry("processes", 3L);
    }

    private void thread(String number, char state, String ran) throws IOException {
        Path thread = Files.createDirectories(proc.resolve("1/task").resolve(number));
        Files.writeString(thread.resolve("stat"), number + " (pool) " + state + " 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n");
        Files.writeString(thread.resolve("schedstat"), ran + "\n");
    }

    @Test
    void waits_never_fall() throws IOException {
        process("2", 7_000, 300);
        assertThat(waitedNs()).isEqualTo(310);
        process("2", 7_000, 0);
        assertThat(waitedNs()).isEqualTo(310);
    }
}
