package muster.experiments.turns;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import muster.cli.run.DatabasePermissions;
import muster.cli.terminal.Percent;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How arms take turns, and what the plans of a comparison may do. */
@SuppressWarnings("NullAway.Init") // picocli sets them.
public final class TurnArguments {
    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Change the plan of all arms, such as measure.duration=10s; may be repeated.")
    private List<String> sets = List.of();

    @Option(
            names = "--precision",
            paramLabel = "1%",
            defaultValue = "1%",
            description = "Stop when half of the 95 %% interval is this narrow; default ${DEFAULT-VALUE}.")
    private String precision;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Random seed of the order of turns; default random, printed.")
    private @Nullable Long seed;

    @Option(names = "--html", paramLabel = "FILE", description = "Also write one HTML page about the comparison.")
    private @Nullable Path page;

    @Mixin
    private DatabasePermissions permissions = new DatabasePermissions();

    @Option(
            names = "--allow-files",
            description = "Allow plans to read files outside their folders, as data or as $${file:PATH}.")
    private boolean allowFiles;

    public List<String> sets() {
        return List.copyOf(sets);
    }

    /** A share, 0.01 for 1 %. Throws {@link muster.cli.terminal.Failure} for what is none. */
    public double precision() {
        return Percent.parse("--precision", precision);
    }

    /** The one that was given, or one that is drawn once. */
    public long seed() {
        if (seed == null) {
            seed = ThreadLocalRandom.current().nextLong(1, Integer.MAX_VALUE);
        }
        return seed;
    }

    /** Where the page goes; null for none. */
    public @Nullable Path page() {
        return page;
    }

    public DatabasePermissions permissions() {
        return permissions;
    }

    public boolean allowFiles() {
        return allowFiles;
    }
}
