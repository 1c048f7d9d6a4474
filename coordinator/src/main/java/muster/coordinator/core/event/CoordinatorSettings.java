package muster.coordinator.core.event;

/**
 * The settings of a coordinator, which never change.
 *
 * @param epoch this incarnation; never 0, never one used before with the same store
 * @param leaseTimeoutMs without a message for this long a session is fenced: under three heartbeats
 * @param prepareTimeoutMs how long a worker may take to connect its clients
 */
public record CoordinatorSettings(
        long epoch, String version, String store, int heartbeatMs, int leaseTimeoutMs, int prepareTimeoutMs) {
    /**
     * How long workers of an earlier incarnation may take to come back: their sockets try again every five seconds at
     * worst, and then they beat once a second.
     */
    public int returnTimeoutMs() {
        return 3 * heartbeatMs + 2 * leaseTimeoutMs;
    }

    public static CoordinatorSettings of(long epoch, String version, String store) {
        return new CoordinatorSettings(epoch, version, store, 1_000, 2_500, 60_000);
    }
}
