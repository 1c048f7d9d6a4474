package muster.workloads.target;

/** What a target tells of the client library that it uses. */
public final class ClientLibrary {
    private static final int MAX = 300;

    private ClientLibrary() {}

    /** The version that the jar of one of its classes names, or "unknown". */
    public static String version(Class<?> ofIt) {
        String version = ofIt.getPackage().getImplementationVersion();
        return version == null ? "unknown" : version;
    }

    /** Its message as one line of at most 300 characters. */
    public static String line(String message) {
        String line = message.strip().replaceAll("\\s+", " ");
        return line.length() <= MAX ? line : line.substring(0, MAX - 3) + "...";
    }
}
