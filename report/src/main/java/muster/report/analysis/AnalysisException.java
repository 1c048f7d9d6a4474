package muster.report.analysis;

/** What was asked cannot be computed from these runs; the message is one line that says why and what to do. */
public final class AnalysisException extends RuntimeException {
    public AnalysisException(String message) {
        super(message);
    }
}
