package muster.cli.terminal;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Which of the standard streams are a terminal; the launcher tells, as Java 21 cannot. */
public final class Terminal {
    private static final String STREAMS = System.getProperty("muster.terminal", "");
    private static final Size USUAL = new Size(24, 80);
    /** Of a pipe or file: lines are not wrapped, and a screen is one of the usual size. */
    static final Size NONE = new Size(24, 0);

    private static final Size MIN = new Size(8, 20);
    private static volatile Size size = USUAL;
    private static volatile boolean asked;

    private Terminal() {}

    /** Characters. */
    public record Size(int rows, int columns) {}

    /** Somebody can type. */
    public static boolean input() {
        return STREAMS.contains("0");
    }

    /** Results are looked at as they come. */
    public static boolean output() {
        return STREAMS.contains("1");
    }

    /** Progress may overwrite its own line on standard error. */
    public static boolean errors() {
        return STREAMS.contains("2");
    }

    /** As it is now: asked once, and again when it changes. */
    public static Size size() {
        if (!asked) {
            asked = true;
            Interrupts.on("WINCH", () -> asked = false);
            size = ask();
        }
        return size;
    }

    /** What COLUMNS and LINES say, as other programs do, and else the terminal itself. */
    private static Size ask() {
        Size told = stty();
        return new Size(
                known(System.getenv("LINES"), told.rows(), MIN.rows()),
                known(System.getenv("COLUMNS"), told.columns(), MIN.columns()));
    }

    private static Size stty() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String[] words = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
                    .strip()
                    .split(" ", -1);
            boolean known = stty.waitFor(1, TimeUnit.SECONDS) && words.length == 2;
            return known
                    ? new Size(
                            known(words[0], USUAL.rows(), MIN.rows()), known(words[1], USUAL.columns(), MIN.columns()))
                    : USUAL;
        } catch (IOException e) {
            return USUAL;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return USUAL;
        }
    }

    /** A terminal that does not know its size says 0. */
    static int known(@Nullable String number, int otherwise, int least) {
        try {
            int value = number == null ? 0 : Integer.parseInt(number.strip());
            return value <= 0 ? otherwise : Math.max(least, value);
        } catch (NumberFormatException e) {
            return otherwise;
        }
    }
}
