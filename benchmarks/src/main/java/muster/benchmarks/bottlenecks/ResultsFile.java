package muster.benchmarks.bottlenecks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** benchmarks/results/bottlenecks.csv: the newest result of each cell, with its date and machine; and the page made of it. */
record ResultsFile(Path home) {
    private static final String HEADER = "date,machine,row,column,expected validity,expected culprit,validity,culprit,"
            + "right,throughput/s,p50 ms,p99 ms,generator cores,load average,seed,failed checks,finding";

    private Path csv() {
        return home.resolve("benchmarks/results/bottlenecks.csv");
    }

    /** Replaces the rows of these cells, and keeps those of others; then writes the page again. */
    void publish(List<CellResult> results, String machine, long seed) throws IOException {
        Map<Cell, String> lines =
                new TreeMap<>(Comparator.comparing(Cell::bottleneck).thenComparing(Cell::load));
        if (Files.exists(csv())) {
            Files.readAllLines(csv()).stream().skip(1).forEach(line -> lines.put(Cell.of(line), line));
        }
        for (CellResult result : results) {
            lines.put(new Cell(result.bottleneck(), result.load()), line(result, machine, seed));
        }
        Files.createDirectories(csv().getParent());
        Files.writeString(csv(), HEADER + "\n" + String.join("\n", lines.values()) + "\n");
        ResultsPage.write(home, rows());
    }

    /** Each by the names of the header. */
    List<Map<String, String>> rows() throws IOException {
        List<String> lines = Files.readAllLines(csv());
        List<String> names = cells(lines.getFirst());
        List<Map<String, String>> rows = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            List<String> cells = cells(line);
            Map<String, String> row = new TreeMap<>();
            for (int i = 0; i < names.size(); i++) {
                row.put(names.get(i), cells.get(i));
            }
            rows.add(row);
        }
        return rows;
    }

    private record Cell(Bottleneck bottleneck, Load load) {
        static Cell of(String line) {
            List<String> cells = cells(line);
            return new Cell(Bottleneck.of(cells.get(2)), Load.of(cells.get(3)));
        }
    }

    private static String line(CellResult result, String machine, long seed) {
        List<Object> cells = List.of(
                LocalDate.now(ZoneOffset.UTC),
                machine,
                result.bottleneck().label(),
                result.load().label(),
                result.expected().validity(),
                result.expected().culprit(),
                result.validity(),
                result.culprit(),
                result.right() ? "yes" : "no",
                number(result.throughputPerS()),
                number(result.p50Ms()),
                number(result.p99Ms()),
                number(result.generatorCores()),
                result.load1(),
                seed,
                result.failed(),
                result.finding());
        return String.join(
                ",", cells.stream().map(cell -> quoted(cell.toString())).toList());
    }

    private static String number(double value) {
        return Double.isNaN(value) ? "" : String.format(Locale.ROOT, "%.2f", value);
    }

    private static String quoted(String cell) {
        return cell.contains(",") || cell.contains("\"") ? '"' + cell.replace("\"", "\"\"") + '"' : cell;
    }

    /** Of a line that {@link #line} wrote. */
    static List<String> cells(String line) {
        List<String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean within = false;
        for (int i = 0; i < line.length(); i++) {
            char letter = line.charAt(i);
            if (letter == '"' && within && i + 1 < line.length() && line.charAt(i + 1) == '"') {
                cell.append(letter);
                i++;
            } else if (letter == '"') {
                within = !within;
            } else if (letter == ',' && !within) {
                cells.add(cell.toString());
                cell.setLength(0);
            } else {
                cell.append(letter);
            }
        }
        cells.add(cell.toString());
        return cells;
    }
}
