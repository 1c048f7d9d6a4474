package muster.targets.janusgraph.connection;

import java.util.List;

/** The server has answered, but with an error; the connection is as good as before. */
public final class Refusal extends Exception {
    private static final long serialVersionUID = 1L;

    private final String status;
    private final boolean timedOut;

    @SuppressWarnings("serial")
    private final List<String> hierarchy;

    /**
     * @param status how the protocol calls it
     * @param timedOut whether the server ended the script after its own time-out
     * @param classes names of the exceptions on the server, the outermost first; empty where it does not tell them
     */
    Refusal(String message, String status, boolean timedOut, List<String> classes) {
        super(message);
        this.status = status;
        this.timedOut = timedOut;
        this.hierarchy = classes.stream()
                .map(name -> name.substring(name.lastIndexOf('.') + 1).replaceFirst(".*\\$", ""))
                .toList();
    }

    String status() {
        return status;
    }

    boolean timedOut() {
        return timedOut;
    }

    /** The simple names of the exceptions on the server, the outermost first. */
    List<String> hierarchy() {
        return hierarchy;
    }
}
