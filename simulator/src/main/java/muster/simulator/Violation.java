package muster.simulator;

/** A promise of SEMANTICS was broken; the message says which, where and when. */
public final class Violation extends RuntimeException {
    private static final long serialVersionUID = 1;

    Violation(String message) {
        super(message);
    }
}
