package muster.coordinator.server;

/**
 * Ends this JVM at a chosen write as kill -9 does: nothing is flushed and no hook runs. Tests of crashes set the system
 * property {@code muster.failpoint} to "before:N" or "after:N"; N counts the transactions of this process from 1.
 */
final class FailPoint {
    private static final int KILLED = 137;

    private final boolean before;
    private final long at;
    private long transactions;

    FailPoint() {
        String[] words = System.getProperty("muster.failpoint", "after:0").split(":", 2);
        before = words[0].equals("before");
        at = Long.parseLong(words[1]);
    }

    /** A transaction is about to be committed. */
    void before() {
        transactions++;
        end(before);
    }

    /** It is durable, and nobody knows that yet. */
    void after() {
        end(!before);
    }

    private void end(boolean mine) {
        if (mine && transactions == at) {
            Runtime.getRuntime().halt(KILLED);
        }
    }
}
