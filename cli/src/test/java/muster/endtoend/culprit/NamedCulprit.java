package muster.endtoend.culprit;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import muster.endtoend.Stored;

/**
 * What a run named.
 *
 * @param culprit such as "server cpu"
 * @param sentence with its figures
 */
record NamedCulprit(String culprit, String sentence) {
    /** With -Dmuster.culprits=FILE each case adds a line to this file: {@code benchmarks/culprits}. */
    private static final String FILE = System.getProperty("muster.culprits", "");

    /** Of the measure phase of the last run in a store. */
    static NamedCulprit of(Path store) {
        List<Object> row = new Stored(store, 1)
                .rows("select observed, reason from check_summary where name = 'bottleneck'"
                        + " order by run_id desc limit 1")
                .getFirst();
        return new NamedCulprit(row.getFirst().toString(), row.getLast().toString());
    }

    void publish(String staged, String expected) throws IOException {
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        String line = String.format(
                Locale.ROOT,
                "%s,\"%s\",%s,%s,%.1f,\"%s\"%n",
                LocalDate.now(ZoneOffset.UTC),
                staged,
                expected,
                culprit,
                load,
                sentence.replace("\"", "\"\""));
        System.out.print(line);
        if (!FILE.isEmpty()) {
            Files.writeString(Path.of(FILE), line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
    }
}
