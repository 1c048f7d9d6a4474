package muster.workloads.plan.language;

/** A wrong plan or argument; the message names file, key path, value, and what would be right. Exit code 104. */
public final class PlanException extends RuntimeException {
    public PlanException(String message) {
        super(message);
    }
}
