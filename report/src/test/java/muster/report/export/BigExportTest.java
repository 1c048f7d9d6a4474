package muster.report.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import muster.report.export.Export.Format;
import muster.store.file.SampleRun;
import muster.store.file.Store;
import muster.store.file.sqlite.Query;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BigExportTest {
    private static final int LONG_S = 1_200;
    private static final int SHORT_S = 300;

    @TempDir
    private Path folder;

    /** 8 workers, 4 operations, 8,000 operations a second; exported as a log of histograms by a JVM with 256 MB of heap. */
    @Test
    @Tag("nightly")
    void four_times_the_run_takes_no_more_memory_to_export() throws Exception {
        Path brief = written("short.db", SHORT_S);
        Path all = written("long.db", LONG_S);
        long before = peakKb(brief);
        long after = peakKb(all);
        System.out.printf("%d MB for %d s, %d MB for %d s%n", before >> 10, SHORT_S, after >> 10, LONG_S);
        assertThat(after).isLessThan(before + (64 << 10)).isLessThan(450 << 10);
    }

    private Path written(String name, int seconds) {
        Path file = folder.resolve(name);
        try (Store store = Store.open(file)) {
            new SampleRun("long", 8, seconds, 4, 250, 42).write(store);
        }
        return file;
    }

    private long peakKb(Path file) throws Exception {
        Path told = folder.resolve("peak.txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BigExportTest.class.getName(),
                        file.toString(),
                        file + ".hlog")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .redirectOutput(told.toFile())
                .start();
        assertThat(process.waitFor()).isZero();
        return Long.parseLong(Files.readString(told).replaceAll("\\D", ""));
    }

    /** Exports, and prints the most memory that this process ever had, which Linux tells. */
    public static void main(String[] arguments) throws Exception {
        try (Query query = Query.open(Path.of(arguments[0]));
                OutputStream out = new BufferedOutputStream(Files.newOutputStream(Path.of(arguments[1])))) {
            Export.write(query, 1, Format.HLOG, out);
        }
        System.out.println(Files.readAllLines(Path.of("/proc/self/status"), StandardCharsets.UTF_8).stream()
                .filter(line -> line.startsWith("VmHWM"))
                .findFirst()
                .orElseThrow());
    }
}
