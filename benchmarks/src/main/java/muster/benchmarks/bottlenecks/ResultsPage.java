package muster.benchmarks.bottlenecks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The table of benchmarks/results/README.md, made from the CSV file; the text around it is written by people. */
final class ResultsPage {
    static final String BEGIN =
            "<!-- from benchmarks/results/bottlenecks.csv: bash benchmarks/bottlenecks --publish -->";
    static final String END = "<!-- end -->";

    private ResultsPage() {}

    static void write(Path home, List<Map<String, String>> rows) throws IOException {
        Path page = home.resolve("benchmarks/results/README.md");
        Files.writeString(page, with(Files.readString(page), table(rows)));
    }

    /** The page with this table instead of the one that it has. */
    static String with(String page, String table) {
        int begin = page.indexOf(BEGIN) + BEGIN.length();
        int end = page.indexOf(END, begin);
        if (begin < BEGIN.length() || end < begin) {
            throw new IllegalStateException(
                    "benchmarks/results/README.md has no place for the table: " + BEGIN + " ... " + END);
        }
        return page.substring(0, begin) + "\n" + table + page.substring(end);
    }

    static String table(List<Map<String, String>> rows) {
        StringBuilder text = new StringBuilder();
        text.append(measured(rows)).append("\n\n| staged |");
        for (Load load : Load.values()) {
            text.append(' ').append(load.title).append(" |");
        }
        text.append("\n|---|").append("---|".repeat(Load.values().length)).append('\n');
        for (Bottleneck row : Bottleneck.values()) {
            text.append("| ").append(row.title).append(": ").append(row.staged).append(" |");
            for (Load load : Load.values()) {
                text.append(' ').append(cell(rows, row, load)).append(" |");
            }
            text.append('\n');
        }
        return text.toString();
    }

    private static String measured(List<Map<String, String>> rows) {
        long right = rows.stream().filter(row -> "yes".equals(row.get("right"))).count();
        return "%d of %d cells are right. Measured %s on %s."
                .formatted(right, rows.size(), all(rows, "date"), all(rows, "machine"));
    }

    private static String all(List<Map<String, String>> rows, String name) {
        return String.join(
                "; ",
                rows.stream().map(row -> row.getOrDefault(name, "")).collect(Collectors.toCollection(TreeSet::new)));
    }

    private static String cell(List<Map<String, String>> rows, Bottleneck bottleneck, Load load) {
        return rows.stream()
                .filter(row -> bottleneck.label().equals(row.get("row"))
                        && load.label().equals(row.get("column")))
                .findFirst()
                .map(ResultsPage::cell)
                .orElse("not measured");
    }

    private static String cell(Map<String, String> row) {
        String came = "%s, %s".formatted(row.get("validity"), row.get("culprit"));
        return "yes".equals(row.get("right"))
                ? came
                : "**%s** (expected %s, %s)".formatted(came, row.get("expected validity"), row.get("expected culprit"));
    }
}
