package muster.coordinator.server;

/** The address cannot be bound; the message says which and why. */
public final class BindException extends Exception {
    BindException(String address, Throwable cause) {
        super(
                "cannot bind " + address + ": " + cause.getMessage()
                        + "; stop what uses the port, or choose another one with --bind",
                cause);
    }
}
