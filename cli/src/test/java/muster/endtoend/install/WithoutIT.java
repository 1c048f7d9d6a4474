package muster.endtoend.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import muster.endtoend.Shell;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Takes experiments out of a copy of the checkout. */
class WithoutIT {
    static List<String> experiments() throws IOException {
        try (Stream<Path> folders = Files.list(Shell.CHECKOUT.resolve("experiments"))) {
            return folders.filter(folder -> Files.exists(folder.resolve("pom.xml")))
                    .map(folder -> folder.getFileName().toString())
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("experiments")
    @Tag("nightly")
    void all_others_pass_their_tests_without(String experiment) {
        Shell shell = new Shell(Shell.CHECKOUT, java.util.Map.of(), 3_600);
        Shell.Result result = shell.run("bash", ".ci/without", experiment);
        assertThat(result.exitCode()).as(result.out() + result.err()).isZero();
    }

    @Test
    void a_name_that_there_is_not_is_refused_with_those_that_there_are() throws IOException {
        Shell.Result result = Shell.in(Shell.CHECKOUT).run("bash", ".ci/without", "nothing");
        assertThat(result.exitCode()).isEqualTo(104);
        assertThat(result.err())
                .isEqualTo("muster: without: name one experiment: " + String.join(" ", experiments()) + "\n");
    }
}
