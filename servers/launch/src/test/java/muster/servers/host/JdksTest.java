package muster.servers.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdksTest {
    private static final JdkSupport SUPPORT = new JdkSupport(17, 25, List.of(21, 17));

    private static List<Jdk> installed(int... features) {
        return IntStream.of(features)
                .mapToObj(feature -> new Jdk(Path.of("/jdk" + feature), feature, feature + ".0.1"))
                .toList();
    }

    @Test
    void preferred_versions_come_first_and_then_the_newest_that_works() {
        assertThat(SUPPORT.best(installed(11, 17, 25, 21)).orElseThrow().feature())
                .isEqualTo(21);
        assertThat(SUPPORT.best(installed(25, 17)).orElseThrow().feature()).isEqualTo(17);
        assertThat(SUPPORT.best(installed(22, 24, 26)).orElseThrow().feature()).isEqualTo(24);
        assertThat(SUPPORT.best(installed(11, 26))).isEmpty();
    }

    @Test
    void where_none_fits_the_error_names_the_range_what_was_found_and_what_to_install() {
        assertThatThrownBy(() -> Jdks.find("Neo4j 5", SUPPORT, installed(11)))
                .isInstanceOf(ServerException.class)
                .hasMessageContainingAll(
                        "Neo4j 5 runs on JDK 17 to 25", "JDK 11.0.1 in /jdk11", "apt-get install", "21-tem");
        assertThat(new JdkSupport(17, 17, List.of())).hasToString("JDK 17");
    }

    @Test
    void the_runtime_that_runs_this_test_is_found_with_its_version() {
        assertThat(Jdks.installed())
                .anyMatch(jdk -> jdk.feature() == Runtime.version().feature());
    }

    @Test
    void a_release_file_is_read_in_the_old_and_the_new_numbering(@TempDir Path home) throws Exception {
        Path java = home.resolve("bin/java");
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(java, "");
        assertThat(java.toFile().setExecutable(true)).isTrue();

        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"1.8.0_402\"\n");
        assertThat(Jdk.at(home).orElseThrow().feature()).isEqualTo(8);
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"21\"\n");
        assertThat(Jdk.at(home).orElseThrow().feature()).isEqualTo(21);
    }
}
