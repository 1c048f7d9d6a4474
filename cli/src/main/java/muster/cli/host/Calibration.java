package muster.cli.host;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import muster.cli.terminal.Failure;

/**
 * What the harness itself costs on this machine, kept in the checkout (.muster/calibration.properties) so that every
 * later run on the same machine can state it.
 *
 * @param machine the facts that make it the same machine
 * @param measuredNs unix nanoseconds
 * @param figures by name, nanoseconds unless the name says otherwise; experiments/turns/README.md explains them
 */
public record Calibration(Map<String, String> machine, long measuredNs, Map<String, Double> figures) {
    private static final List<String> SAME = List.of("host", "cpu", "cores", "kernel", "java.version");
    private static final String MEASURED = "measured_ns";
    private static final String FIGURE = "figure.";
    private static final String FACT = "calibration.";

    public static Calibration now(Map<String, Double> figures) {
        return new Calibration(machine(Machine.facts()), System.currentTimeMillis() * 1_000_000, figures);
    }

    private static Map<String, String> machine(Map<String, String> facts) {
        Map<String, String> machine = new LinkedHashMap<>();
        SAME.forEach(key -> machine.put(key, facts.getOrDefault(key, "")));
        return machine;
    }

    /** Where later runs look. */
    public static Path file() {
        return Path.of(System.getProperty("muster.home", "."), ".muster", "calibration.properties");
    }

    /** Replaced as a whole: a run that begins meanwhile reads the one or the other. */
    public void save(Path file) {
        Properties properties = new Properties();
        properties.putAll(machine);
        properties.setProperty(MEASURED, Long.toString(measuredNs));
        figures.forEach((name, value) -> properties.setProperty(FIGURE + name, value.toString()));
        Path aside = file.resolveSibling(
                file.getFileName() + "." + ProcessHandle.current().pid());
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            try (Writer writer = Files.newBufferedWriter(aside)) {
                properties.store(writer, "./muster calibrate");
            }
            Files.move(aside, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw Failure.fault(file + ": cannot be written: " + e.getMessage());
        }
    }

    /** What a run on a machine with these facts says of its calibration; nothing if it was made elsewhere or never. */
    public static Map<String, String> facts(Path file, Map<String, String> facts) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        } catch (IOException | IllegalArgumentException e) {
            return Map.of();
        }
        boolean same = machine(facts).entrySet().stream()
                .allMatch(fact -> fact.getValue().equals(properties.getProperty(fact.getKey())));
        return same ? facts(properties) : Map.of();
    }

    private static Map<String, String> facts(Properties properties) {
        Map<String, String> facts = new TreeMap<>();
        facts.put(FACT + MEASURED, properties.getProperty(MEASURED, ""));
        properties.stringPropertyNames().stream()
                .filter(name -> name.startsWith(FIGURE))
                .forEach(name -> facts.put(FACT + name.substring(FIGURE.length()), properties.getProperty(name)));
        return facts;
    }
}
