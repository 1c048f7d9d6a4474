package muster.targets.arrow;

import java.util.EnumSet;
import java.util.Set;
import muster.workloads.target.ClientLibrary;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.OperationFailure.Kind;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;

/** What a failure of Flight means. Nothing is written, so that another attempt never does harm. */
final class Failures {
    private static final Set<FlightStatusCode> PASSING =
            EnumSet.of(FlightStatusCode.UNAVAILABLE, FlightStatusCode.RESOURCE_EXHAUSTED);

    private Failures() {}

    /** The class is the status, such as "Flight.NOT_FOUND". */
    public static OperationFailure of(FlightRuntimeException failure) {
        FlightStatusCode code = failure.status().code();
        return new OperationFailure(
                PASSING.contains(code) ? Kind.TRANSIENT : Kind.PERMANENT, "Flight." + code, line(failure));
    }

    /** The message as one short line. */
    public static String line(Exception failure) {
        return ClientLibrary.line(String.valueOf(failure.getMessage()));
    }
}
