package muster.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import muster.store.file.SampleRun;
import muster.store.file.Store;
import muster.store.file.sqlite.Query;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BigReportTest {
    private static final int HOUR = 3_600;
    private static final long MAX_BYTES = 2_000_000;
    private static final double MAX_SECONDS = 3;

    @TempDir
    private Path folder;

    /** An hour of 8 workers and 4 operations, 8,000 operations a second; the report in a JVM of its own. */
    @Test
    @Tag("nightly")
    void an_hour_is_reported_in_under_three_seconds_and_512_megabytes_and_2_megabytes() throws Exception {
        Path file = folder.resolve("hour.db");
        long before = System.nanoTime();
        try (Store store = Store.open(file)) {
            new SampleRun("hour", 8, HOUR, 4, 250, 42).write(store);
        }
        System.out.printf("written in %.0f s, %d MB%n", (System.nanoTime() - before) / 1e9, Files.size(file) >> 20);
        Path page = folder.resolve("hour.html");
        double best = Math.min(report(file, page), report(file, page));
        System.out.printf("report in %.2f s, %d KB%n", best, Files.size(page) >> 10);
        assertThat(Files.size(page)).isLessThan(MAX_BYTES);
        assertThat(best).isLessThan(MAX_SECONDS);
    }

    private static double report(Path file, Path page) throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = List.of(
                java,
                "-Xmx384m",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                BigReportTest.class.getName(),
                file.toString(),
                page.toString());
        long before = System.nanoTime();
        Process process = new ProcessBuilder(command).inheritIO().start();
        assertThat(process.waitFor()).isZero();
        return (System.nanoTime() - before) / 1e9;
    }

    /** Writes a report and the most memory that this process ever had, which Linux tells. */
    public static void main(String[] arguments) throws Exception {
        try (Query query = Query.open(Path.of(arguments[0]))) {
            Files.writeString(Path.of(arguments[1]), RunReport.read(query, 1).html());
        }
        if (new File("/proc/self/status").exists()) {
            List<String> status = Files.readAllLines(Path.of("/proc/self/status"), StandardCharsets.UTF_8);
            String peak = status.stream()
                    .filter(line -> line.startsWith("VmHWM"))
                    .findFirst()
                    .orElse("");
            System.out.println("most memory: " + peak);
            if (Long.parseLong(peak.replaceAll("\\D", "")) > 512 * 1024) {
                System.exit(1);
            }
        }
    }
}
