package muster.experiments.reproduce.claims;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What is read off experiments that take turns within one process. */
public enum TurnFigure {
    /** They do not take turns. */
    NONE("false"),
    THROUGHPUT("true"),
    P50("p50"),
    P99("p99");

    private final String label;

    TurnFigure(String label) {
        this.label = label;
    }

    /** As it stands in a claims file. */
    public String label() {
        return label;
    }

    public boolean isLatency() {
        return this == P50 || this == P99;
    }

    static List<String> labels() {
        return Arrays.stream(values()).map(TurnFigure::label).toList();
    }

    static TurnFigure of(String label) {
        return switch (label) {
            case "false" -> NONE;
            case "true" -> THROUGHPUT;
            default -> valueOf(label.toUpperCase(Locale.ROOT));
        };
    }
}
