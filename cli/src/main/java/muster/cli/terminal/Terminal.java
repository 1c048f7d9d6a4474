package muster.cli.terminal;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Which of the standard streams are a terminal; the launcher tells, as Java 21 cannot. */
public final class Terminal {
    private static final String STREAMS = System.getProperty("muster.terminal", "");
    private static final Size USUAL = new Size(24, 80);
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

    private static Size ask() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String[] words = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
                    .strip()
                    .split(" ", -1);
            boolean known = stty.waitFor(1, TimeUnit.SECONDS) && words.length == 2;
            return known ? new Size(atLeast(words[0], 8), atLeast(words[1], 20)) : USUAL;
        } catch (IOException | NumberFormatException e) {
            return USUAL;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return USUAL;
        }
    }

    private static int atLeast(String number, int least) {
        return Math.max(least, Integer.parseInt(number));
    }
}
