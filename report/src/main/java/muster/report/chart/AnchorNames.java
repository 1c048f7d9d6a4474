package muster.report.chart;

import java.util.Locale;

/** Names of anchors and files, made of names of anybody. */
final class AnchorNames {
    private static final int MAX = 40;

    private AnchorNames() {}

    /** Small letters, digits and hyphens; "x" if nothing is left. */
    static String of(String name) {
        String id = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
        return id.isEmpty() ? "x" : id.substring(0, Math.min(MAX, id.length()));
    }
}
