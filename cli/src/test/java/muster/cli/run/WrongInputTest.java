package muster.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import muster.endtoend.Cli;
import muster.endtoend.Shell;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What cannot be had is said in one line, in words that say what to do. */
class WrongInputTest {
    @TempDir
    private Path folder;

    private static void refused(int code, String words, String... command) {
        Shell.Result result = Cli.run(command);
        assertThat(result.err()).hasLineCount(1).contains(words);
        assertThat(result.exitCode()).isEqualTo(code);
    }

    @Test
    void a_port_that_is_taken() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String bind = "127.0.0.1:" + taken.getLocalPort();
            String file = folder.resolve("s.db").toString();
            refused(
                    104,
                    "cannot bind tcp://" + bind + ": the port is in use; stop",
                    "coordinator",
                    "--bind",
                    bind,
                    "--store",
                    file);
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void a_store_where_none_can_be() {
        refused(
                104,
                "/proc/x.db: cannot be opened: its folder does not exist or cannot be written to",
                "standalone",
                "noop",
                "--store",
                "/proc/x.db");
    }

    @Test
    void a_database_that_is_not_there_is_the_last_that_check_says() {
        refused(2, "Neo4j at 127.0.0.1:1", "check", "graphity-write", "--uri", "bolt://127.0.0.1:1");
    }
}
