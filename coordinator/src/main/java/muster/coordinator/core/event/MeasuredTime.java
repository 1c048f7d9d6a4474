package muster.coordinator.core.event;

import java.util.Map;
import muster.model.OperationName;

/**
 * What the throughput of a phase is divided by.
 *
 * @param seconds of all operations together: where loads take turns, those of all of their turns
 * @param ofStreams by name of the stream
 */
public record MeasuredTime(double seconds, Map<String, Double> ofStreams) {
    /** Of one operation, of the operations of a stream by its name, or of all if it is "". */
    public double seconds(String operation) {
        Double own = ofStreams.get(operation);
        return own != null ? own : ofStreams.getOrDefault(OperationName.stream(operation), seconds);
    }
}
