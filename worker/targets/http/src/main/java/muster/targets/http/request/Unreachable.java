package muster.targets.http.request;

import java.io.IOException;
import muster.workloads.target.TargetException;

/** Why a server could not be reached, in one line with the cure where there is one. */
public final class Unreachable {
    private Unreachable() {}

    public static TargetException because(Route route, IOException e) {
        String cause = switch (ErrorKind.of(e, true)) {
            case UNKNOWN_HOST -> "unknown host " + route.host();
            case NO_CONNECTION_LEFT -> message(e) + OpenLimits.hint();
            case BAD_CERTIFICATE ->
                "the certificate is not trusted: " + message(e)
                        + "; name its issuer with tls: {ca: FILE}, or accept any with tls: {insecure: true}";
            default -> message(e);
        };
        return new TargetException(route.address() + ": not reached: " + cause, e);
    }

    /** What an exception says, or its name. */
    public static String message(Throwable e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}
