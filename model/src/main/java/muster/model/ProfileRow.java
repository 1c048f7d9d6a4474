package muster.model;

import java.util.List;

/**
 * How the rate or the clients of a load change with time. Times are nanoseconds after the start of its phase.
 *
 * @param kind rate or clients
 * @param description one line for people
 * @param points joined by straight lines; two of the same time are a jump, and the last height holds
 * @param spikeNs when a spike begins; 0 for none
 * @param boundNs what the plan asks of the p99 of all operations; 0 for nothing
 */
public record ProfileRow(
        PhaseAt at,
        int stream,
        String kind,
        String description,
        List<Point> points,
        long spikeNs,
        long spikeEndNs,
        long boundNs) {

    /** A height, in operations a second or clients. */
    public record Point(double second, double level) {}
}
