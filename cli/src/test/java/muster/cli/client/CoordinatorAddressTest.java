package muster.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import muster.endtoend.Cli;
import muster.endtoend.Shell;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CoordinatorAddressTest {
    @ParameterizedTest
    @CsvSource({
        "tcp://192.0.2.7:5558, tcp://192.0.2.7:5558",
        "192.0.2.7:5558, tcp://192.0.2.7:5558",
        "localhost, tcp://localhost:5557",
        "tcp://bench-1, tcp://bench-1:5557",
        "[::1]:5558, tcp://[::1]:5558",
        "[::1], tcp://[::1]:5557",
        "::1, tcp://[::1]:5557",
        "*:5558, tcp://*:5558",
        "127.0.0.1:0, tcp://127.0.0.1:0",
        "127.0.0.1:*, tcp://127.0.0.1:*"
    })
    void what_people_type_is_an_address(String typed, String address) {
        assertThat(new CoordinatorAddress().convert(typed)).isEqualTo(address);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://192.0.2.7:5557",
                "",
                "tcp://",
                "192.0.2.7:65536",
                "192.0.2.7:none",
                "192.0.2.7:",
                "127.0.0.1:1:x"
            })
    void what_is_none_is_refused_in_one_line(String typed) {
        Shell.Result result = Cli.run("status", "--coordinator", typed);
        assertThat(result.exitCode()).isEqualTo(104);
        assertThat(result.err()).hasLineCount(1).contains(" " + typed + ": expected HOST:PORT or tcp://HOST:PORT; see");
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:0", "tcp://127.0.0.1:0", "*:0", "tcp://127.0.0.1:*"})
    void a_coordinator_listens_where_it_is_told(String bind, @TempDir Path folder) {
        Shell.Result result = Cli.run(
                "coordinator",
                "--bind",
                bind,
                "--insecure",
                "--store",
                folder.resolve("s.db").toString(),
                "--plan",
                "noop",
                "--worker-timeout",
                "1ms");
        assertThat(result.err()).as(result.out()).containsPattern("coordinator at tcp://[0-9.]+:[1-9][0-9]*,");
    }
}
