package muster.servers.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogTailTest {
    @TempDir
    private Path folder;

    private Path log;
    private LogTail tail;

    @BeforeEach
    void a_log_of_an_earlier_start() throws IOException {
        log = Files.writeString(folder.resolve("server.log"), "ERROR of an earlier start\n");
        tail = new LogTail(List.of(log));
    }

    private String reason(String written) throws IOException {
        Files.writeString(log, Files.readString(log) + written);
        return tail.reason();
    }

    @Test
    void the_reason_is_the_first_line_that_names_a_failure_and_not_the_last_of_all() throws IOException {
        assertThat(reason("""
                        INFO  Starting...
                        WARN  No native library: UnsatisfiedLinkError
                        ERROR Failed to read config: unrecognized setting 'server.memory.pagecash.size'
                        \tat org.neo4j.Config.read(Config.java:7)
                        ERROR Shutting down
                        INFO  Stopped.
                        """))
                .isEqualTo("ERROR Failed to read config: unrecognized setting 'server.memory.pagecash.size'");
    }

    @Test
    void an_exception_and_then_a_refusal_are_a_reason_where_no_line_is_an_error() throws IOException {
        assertThat(reason("bind: the address is already in use\njava.net.BindException: no\nINFO Stopped.\n"))
                .isEqualTo("java.net.BindException: no");
    }

    @Test
    void a_refusal_is_a_reason_where_there_is_no_exception() throws IOException {
        assertThat(reason("starting\nbind: the address is already in use\nbye\n"))
                .isEqualTo("bind: the address is already in use");
    }

    @Test
    void the_last_line_is_the_reason_where_none_names_a_failure() throws IOException {
        assertThat(tail.reason()).isEqualTo("it wrote no log");
        assertThat(reason("INFO Starting...\nINFO Stopped.\n")).isEqualTo("INFO Stopped.");
    }
}
