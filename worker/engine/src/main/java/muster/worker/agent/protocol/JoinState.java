package muster.worker.agent.protocol;

/** Where a worker stands with its coordinator. */
sealed interface JoinState {
    /** There is no session; {@code refusal} is the coordinator's last reason, "" if it gave none. */
    record Joining(String refusal) implements JoinState {}

    /** The coordinator answers. */
    record Joined() implements JoinState {}

    /** There is a session, but the coordinator has not answered for two lease timeouts. */
    record Unreachable() implements JoinState {}

    /** The worker was asked to leave and waits for the coordinator's consent. */
    record Leaving() implements JoinState {}
}
