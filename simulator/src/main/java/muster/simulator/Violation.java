package muster.simulator;

/** A rule of docs/semantics.md does not hold; the message says which, where and when. */
public final class Violation extends RuntimeException {
    private static final long serialVersionUID = 1;

    Violation(String message) {
        super(message);
    }
}
