package muster.workloads.golden;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The committed vectors are what this language gives. Run main with their folder to write them again. */
class GoldenTest {
    private static final Path FOLDER = Path.of("src/test/resources/golden");

    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        Files.writeString(folder.resolve("draws.json"), GoldenDraws.text());
        Files.writeString(folder.resolve("operations.json"), GoldenOperations.text(folder));
        Files.writeString(folder.resolve("answers.json"), GoldenAnswers.text(42, 300));
    }

    @Test
    void everyDrawIsTheGoldenOne() throws IOException {
        assertThat(GoldenDraws.text().lines())
                .containsExactlyElementsOf(Files.readAllLines(FOLDER.resolve("draws.json")));
    }

    @Test
    void everyOperationIsTheGoldenOne() throws IOException {
        assertThat(GoldenOperations.text(FOLDER).lines())
                .containsExactlyElementsOf(Files.readAllLines(FOLDER.resolve("operations.json")));
    }

    @Test
    void everyAnswerIsTheGoldenOne() throws IOException {
        assertThat(GoldenAnswers.text(42, 300).lines())
                .containsExactlyElementsOf(Files.readAllLines(FOLDER.resolve("answers.json")));
    }
}
