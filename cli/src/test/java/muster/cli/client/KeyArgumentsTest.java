package muster.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import muster.endtoend.Cli;
import muster.endtoend.Shell;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is refused before anything listens or connects. */
class KeyArgumentsTest {
    @TempDir
    private Path folder;

    @Test
    void addresses_of_this_machine_alone_are_loopback() {
        for (String address :
                List.of("tcp://127.0.0.1:5557", "tcp://localhost:1", "tcp://[::1]:1", "tcp://127.8.8.8:*")) {
            assertThat(KeyArguments.isLoopback(address)).as(address).isTrue();
        }
        for (String address :
                List.of("tcp://0.0.0.0:5557", "tcp://*:5557", "tcp://192.0.2.7:1", "tcp://[::]:1", "tcp://:1")) {
            assertThat(KeyArguments.isLoopback(address)).as(address).isFalse();
        }
    }

    @Test
    void other_addresses_need_keys_or_a_word_that_says_otherwise() {
        String store = folder.resolve("s.db").toString();
        for (String[] command : List.of(
                new String[] {"coordinator", "--bind", "tcp://0.0.0.0:0", "--store", store},
                new String[] {"worker", "--coordinator", "tcp://192.0.2.7:5557"},
                new String[] {"status", "--coordinator", "tcp://192.0.2.7:5557"},
                new String[] {"cancel", "1", "--coordinator", "tcp://192.0.2.7:5557"},
                new String[] {"abort", "1", "--coordinator", "tcp://192.0.2.7:5557"},
                new String[] {"run", "noop", "--coordinator", "tcp://192.0.2.7:5557"})) {
            Shell.Result result = Cli.run(command);
            assertThat(result.exitCode()).as(command[0] + ": " + result.err()).isEqualTo(104);
            assertThat(result.err())
                    .contains("not loopback", "./muster keys new", "--keys", "MUSTER_KEYS", "--insecure")
                    .hasLineCount(1);
        }
    }

    @Test
    void a_folder_without_keys_is_named() {
        Shell.Result result = Cli.run("status", "--keys", folder.toString());
        assertThat(result.exitCode()).isEqualTo(104);
        assertThat(result.err())
                .contains(folder.toString(), "./muster keys new")
                .hasLineCount(1);
    }

    @Test
    void keys_are_added_but_never_made_twice() {
        String keys = folder.resolve("keys").toString();
        assertThat(Cli.run("keys", "new", "--dir", keys, "--worker", "a").exitCode())
                .isZero();
        assertThat(Cli.run("keys", "new", "--dir", keys).err()).contains("--worker NAME");
        assertThat(Cli.run("keys", "new", "--dir", keys, "--worker", "a").exitCode())
                .isEqualTo(104);
        assertThat(Cli.run("keys", "new", "--dir", keys, "--worker", "../b").exitCode())
                .isEqualTo(104);
        assertThat(Cli.run("keys", "new", "--dir", keys, "--worker", "b").out()).contains("workers/b.key");
    }
}
