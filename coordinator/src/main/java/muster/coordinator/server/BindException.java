package muster.coordinator.server;

import org.zeromq.ZMQException;
import zmq.ZError;

/** The address cannot be bound; the message says which and why. */
public final class BindException extends Exception {
    BindException(String address, Throwable cause) {
        super(
                "cannot bind " + address + ": " + reason(cause)
                        + "; stop what uses the port, or choose another one with --bind",
                cause);
    }

    /** jeromq says "Errno 48" of a port that is taken. */
    private static String reason(Throwable cause) {
        boolean taken = cause instanceof ZMQException said && said.getErrorCode() == ZError.EADDRINUSE;
        return taken ? "the port is in use" : String.valueOf(cause.getMessage());
    }
}
