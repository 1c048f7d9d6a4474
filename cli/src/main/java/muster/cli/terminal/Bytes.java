package muster.cli.terminal;

/** Sizes for people. */
public final class Bytes {
    private static final String[] UNITS = {"B", "KB", "MB", "GB", "TB"};

    private Bytes() {}

    /** "812 B", "1.4 MB": powers of 1000, as disks are sold. */
    public static String text(long bytes) {
        double value = bytes;
        int unit = 0;
        while (value >= 999.95 && unit < UNITS.length - 1) {
            value /= 1000;
            unit++;
        }
        return unit == 0 ? bytes + " B" : "%.1f %s".formatted(value, UNITS[unit]);
    }
}
