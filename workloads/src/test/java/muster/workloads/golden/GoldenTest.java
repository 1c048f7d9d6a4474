package muster.workloads.golden;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The committed vectors are what this language gives. {@code -Dmuster.golden=write} writes them again. */
class GoldenTest {
    private static final Path FOLDER = Path.of("src/test/resources/golden");

    @BeforeAll
    static void write() throws IOException {
        if (System.getProperty("muster.golden", "").equals("write")) {
            Files.writeString(FOLDER.resolve("draws.json"), GoldenDraws.text());
            Files.writeString(FOLDER.resolve("operations.json"), GoldenOperations.text(FOLDER));
            Files.writeString(FOLDER.resolve("phases.json"), GoldenPhases.text());
            Files.writeString(FOLDER.resolve("answers.json"), GoldenAnswers.text(42, 300));
            Files.writeString(FOLDER.resolve("expected.json"), GoldenExpected.text(FOLDER));
        }
    }

    @Test
    void every_draw_is_the_golden_one() throws IOException {
        assertThat(GoldenDraws.text().lines())
                .containsExactlyElementsOf(Files.readAllLines(FOLDER.resolve("draws.json")));
    }

    @Test
    void every_operation_is_the_golden_one() throws IOException {
        assertThat(GoldenOperations.text(FOLDER).lines())
                .containsExactlyElementsOf(Files.readAllLines(FOLDER.resolve("operations.json")));
    }

    @Test
    void every_load_of_a_phase_is_the_golden_one() throws IOException {
        assertThat(GoldenPhases.text().lines())
                .containsExactlyElementsOf(Files.readAllLines(FOLDER.resolve("phases.json")));
    }

    @Test
    void every_expected_answer_is_the_golden_one() throws IOException {
        assertThat(GoldenExpected.text(FOLDER).lines())
                .containsExactlyElementsOf(Files.readAllLines(FOLDER.resolve("expected.json")));
    }

    @Test
    void every_answer_is_the_golden_one() throws IOException {
        assertThat(GoldenAnswers.text(42, 300).lines())
                .containsExactlyElementsOf(Files.readAllLines(FOLDER.resolve("answers.json")));
    }
}
