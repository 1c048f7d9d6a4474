package muster.experiments.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import muster.experiments.reproduce.claims.ClaimsFile;
import muster.experiments.reproduce.claims.ClaimsReader;
import muster.experiments.reproduce.claims.Mode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequirementsTest {
    private static final Requirements.Host HOST = new Requirements.Host(2, 4L << 30, 8L << 30, 20_000, List.of());

    @TempDir
    private Path folder;

    private String missing(String needs, double scale) throws IOException {
        Path file = Files.writeString(folder.resolve("c.yaml"), """
                name: paper
                source: {title: A paper, url: "http://x", date: "2014"}
                experiments:
                  one: {plan: noop, scaled: {measure.clients: 10}, %s}
                claims:
                  - {id: a, sentence: b, experiments: [one], shape: {atLeast: {of: one, value: 1}}}
                """.formatted(needs));
        ClaimsFile claims = ClaimsReader.find(file.toString());
        return new Requirements(HOST)
                .missing(claims.claims().getFirst(), claims, new Mode(false, scale, 1))
                .orElse("nothing");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    needs: {cores: 2, memory: 4g, disk: 8g} | nothing
                    needs: {cores: 24} | needs 24 cores; here are 2
                    needs: {memory: 16g} | needs 17.2 GB of memory; here are 4.3 GB free; --scale 0.25 fits
                    needs: {disk: 9g} | needs 9.7 GB of disk; here are 8.6 GB free; --scale 0.88 fits
                    needs: {openFiles: 20000} | nothing
                    needs: {openFiles: 51000} | needs 51,000 open files; here are 20,000 (ulimit -n 51000 as root raises it)
                    needs: {variables: [MUSTER_NOT_THERE]} | needs environment variable MUSTER_NOT_THERE
                    needs: {files: [/not/there]} | needs file /not/there
                    needs: {programs: [no-such-program]} | needs program no-such-program
                    'set: ["server={name: oracle}", "target={kind: http, uri: ''http://127.0.0.1:1''}"]' | needs server oracle, which this Muster cannot start
                    """)
    void what_is_missing_is_said_before_anything_is_started(String needs, String expected) throws IOException {
        assertThat(missing(needs, 1)).isEqualTo(expected);
    }

    @Test
    void a_smaller_scale_needs_less() throws IOException {
        assertThat(missing("needs: {memory: 16g}", 0.25)).isEqualTo("nothing");
    }
}
