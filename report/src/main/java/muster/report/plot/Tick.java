package muster.report.plot;

/**
 * A labelled place of an axis.
 *
 * @param spare whether a narrow page may leave its label out
 */
public record Tick(double value, String label, boolean spare) {
    Tick(double value, String label) {
        this(value, label, false);
    }
}
