package muster.protocol.golden;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The committed frames are read as they were. Run main with the file to write them again. */
class GoldenFramesTest {
    private static final Path FILE = Path.of("src/test/resources/golden/frames.json");

    public static void main(String[] arguments) throws IOException {
        Files.writeString(Path.of(arguments[0]), GoldenFrames.text());
    }

    @Test
    void every_frame_is_read_or_refused_as_the_golden_one() throws IOException {
        assertThat(GoldenFrames.text().lines()).containsExactlyElementsOf(Files.readAllLines(FILE));
    }
}
