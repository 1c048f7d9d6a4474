package muster.protocol.keys;

/**
 * Somebody whose key a coordinator has listed.
 *
 * @param name that of the key file; a worker can take no other
 */
public record Admitted(Role role, String name) {
    /** What a key may be used for: a worker's does not submit runs, a client's does not execute them. */
    public enum Role {
        WORKER,
        CLIENT
    }

    @Override
    public String toString() {
        return (role == Role.WORKER ? "worker " : "client ") + name;
    }
}
