package muster.experiments.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import muster.cli.terminal.Failure;
import muster.cli.terminal.Output;
import muster.coordinator.core.event.ExitCode;
import muster.workloads.dataset.csv.CsvWriter;
import muster.workloads.social.SocialNetwork;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Writes a generated social network. */
@Command(
        name = "social",
        description = "Generate a social network as CSV files.",
        footerHeading = "%n",
        footer = {
            "The same --people and --seed always give the same files. Of 100,000 people: 1.6 million nodes,",
            "7 million edges, about 500 MB. A plan can load the same network without files:",
            "data: {social: {people: N}}. Its contents: experiments/data/README.md.",
            "",
            "Example:",
            "  ./muster data social --people 10000 --out social"
        })
public final class DataSocialCommand implements Callable<Integer> {
    private static final double NS_PER_SECOND = 1e9;

    @Option(
            names = "--people",
            paramLabel = "N",
            defaultValue = "10000",
            description = "Number of people, 1000 to 16000000; default ${DEFAULT-VALUE}.")
    private long people;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Random seed; default ${DEFAULT-VALUE}.")
    private long seed;

    @Option(names = "--out", paramLabel = "DIR", required = true, description = "Folder of the files; made if missing.")
    @SuppressWarnings("NullAway.Init") // picocli sets it.
    private Path folder;

    @Mixin
    private Output output = new Output();

    @Override
    public Integer call() {
        if (people < SocialNetwork.MIN_PEOPLE || people > SocialNetwork.MAX_PEOPLE) {
            throw Failure.badInput("--people " + people + ": a number from " + SocialNetwork.MIN_PEOPLE + " to "
                    + SocialNetwork.MAX_PEOPLE);
        }
        long startNs = System.nanoTime();
        Map<String, Long> rows = write();
        double seconds = (System.nanoTime() - startNs) / NS_PER_SECOND;
        long nodes = sum(rows, false);
        long edges = sum(rows, true);
        if (output.json()) {
            output.printJson(result(rows, nodes, edges, seconds));
        } else {
            output.line(
                    String.format(Locale.ROOT, "%,d nodes and %,d edges in %.1f s: %s", nodes, edges, seconds, folder));
        }
        return ExitCode.OK.code();
    }

    private Map<String, Long> write() {
        try {
            Files.createDirectories(folder);
            return CsvWriter.write(
                    new SocialNetwork(people, seed).dataSet(),
                    folder,
                    (name, count) -> output.note(String.format(Locale.ROOT, "%s: %,d rows", name, count)));
        } catch (IOException e) {
            throw Failure.badInput("--out " + folder + ": cannot be written: " + e.getMessage());
        }
    }

    private static Map<String, Object> result(Map<String, Long> rows, long nodes, long edges, double seconds) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("nodes", nodes);
        result.put("edges", edges);
        result.put("seconds", seconds);
        result.put("files", rows);
        return result;
    }

    /** Files of edges have both ends in their names. */
    private static long sum(Map<String, Long> rows, boolean edges) {
        return rows.entrySet().stream()
                .filter(file -> file.getKey().contains("_") == edges)
                .mapToLong(Map.Entry::getValue)
                .sum();
    }
}
