package muster.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StandardOutputTest {
    @TempDir
    private Path folder;

    private final StringWriter err = new StringWriter();

    private static OutputStream failing(String why) {
        return new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                throw new IOException(why);
            }
        };
    }

    private int exitCode(String why, String to, int returned) throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("1"), Path.of(to));
        StandardOutput output = new StandardOutput(failing(why), link);
        PrintWriter out = output.writer();
        out.println("a result");
        out.println("another");
        return output.exitCode(returned, new PrintWriter(err));
    }

    @ParameterizedTest
    @CsvSource({"0, 2", "99, 2", "104, 104", "2, 2"})
    void a_result_that_is_not_written_is_a_fault_in_one_line(int returned, int expected) throws IOException {
        assertThat(exitCode("No space left on device", "/dev/full", returned)).isEqualTo(expected);
        assertThat(err)
                .hasToString(
                        "muster: cannot write to standard output: No space left on device" + System.lineSeparator());
    }

    @ParameterizedTest
    @CsvSource({"Broken pipe, /dev/null", "in another language, pipe:[1234]", "in another language, socket:[1]"})
    void a_reader_that_has_ended_is_no_fault(String why, String to) throws IOException {
        assertThat(exitCode(why, to, 99)).isEqualTo(99);
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void what_is_written_is_no_fault() {
        StandardOutput output = new StandardOutput(OutputStream.nullOutputStream(), folder.resolve("none"));
        output.writer().println("a result");
        assertThat(output.exitCode(1, new PrintWriter(err))).isEqualTo(1);
    }
}
