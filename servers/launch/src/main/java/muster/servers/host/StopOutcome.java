package muster.servers.host;

/** What a request to stop a server led to. */
public enum StopOutcome {
    STOPPED("stopped"),
    KILLED("did not end within 60 s and was killed"),
    WAS_NOT_RUNNING("was not running"),
    NOT_CREATED("is not there");

    private final String text;

    StopOutcome(String text) {
        this.text = text;
    }

    @Override
    public String toString() {
        return text;
    }
}
