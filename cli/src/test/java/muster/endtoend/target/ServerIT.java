package muster.endtoend.target;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import muster.endtoend.Shell;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server commands; how servers are started and stopped is tested where that is done. */
class ServerIT {
    @TempDir
    private Path folder;

    @Test
    void every_kind_of_server_is_listed() {
        Shell.Result result = Shell.muster("server", "list");
        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).contains("neo4j  ");
    }

    @Test
    void an_unknown_server_is_a_bad_argument_that_names_the_known_ones() {
        Shell.Result result = Shell.muster("server", "start", "oracle");
        assertThat(result.exitCode()).isEqualTo(104);
        assertThat(result.err()).contains("there is no server oracle; there are: ", "neo4j");
    }

    @Test
    @Tag("server")
    void a_server_starts_in_a_folder_of_the_users_and_goes_with_its_data() {
        String data = folder.resolve("db").toString();
        Shell.Result start = Shell.in(Shell.CHECKOUT)
                .with("MUSTER_NO_BUILD", "1")
                .patient()
                .run("./muster", "server", "start", "neo4j", "--data", data, "--free-ports", "--heap", "512m");
        assertThat(start.exitCode()).as(start.err()).isZero();
        assertThat(start.out()).contains("answers at bolt://127.0.0.1:");
        assertThat(Shell.muster("server", "status", "neo4j", "--data", data).out())
                .contains("running");
        Shell.Result stop = Shell.muster("server", "stop", "neo4j", "--data", data, "--delete");
        assertThat(stop.out()).contains("neo4j stopped; deleted " + data);
        assertThat(folder.resolve("db")).doesNotExist();
    }
}
