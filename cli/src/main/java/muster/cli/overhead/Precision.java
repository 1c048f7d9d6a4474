package muster.cli.overhead;

import muster.cli.terminal.Failure;

/** A share as it is typed: "1%". */
final class Precision {
    private Precision() {}

    static double parse(String text) {
        try {
            double percent = Double.parseDouble(text.strip().replaceFirst("%$", ""));
            if (percent > 0 && percent < 100) {
                return percent / 100;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw Failure.badInput("--precision " + text + ": a number of per cent above 0, such as 1%");
    }
}
