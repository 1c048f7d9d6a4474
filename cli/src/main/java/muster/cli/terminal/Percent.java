package muster.cli.terminal;

/** A share as it is typed: "1%". */
public final class Percent {
    private static final double HUNDRED = 100;

    private Percent() {}

    /**
     * Throws {@link Failure} for anything else.
     *
     * @param option that it was given for
     */
    public static double parse(String option, String text) {
        try {
            double percent = Double.parseDouble(text.strip().replaceFirst("%$", ""));
            if (percent > 0 && percent < HUNDRED) {
                return percent / HUNDRED;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw Failure.badInput(option + " " + text + ": a number of per cent above 0, such as 1%");
    }
}
