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
    void everyKindOfServerIsListed() {
        Shell.Result result = Shell.muster("server", "list");
        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).contains("neo4j  ");
    }

    @Test
    void anUnknownServerIsABadArgumentThatNamesTheKnownOnes() {
        Shell.Result result = Shell.muster("server", "start", "oracle");
        assertThat(result.exitCode()).isEqualTo(104);
        assertThat(result.err()).contains("there is no server oracle; there are: ", "neo4j");
    }

    @Test
    @Tag("server")
    void aServerStartsInAFolderOfTheUsersAndGoesWithItsData() {
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
