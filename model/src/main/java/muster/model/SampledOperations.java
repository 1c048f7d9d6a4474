package muster.model;

import java.util.List;

/**
 * Single operations of an interval, picked by their index.
 *
 * @param every of so many operations one was picked; 0 where none are
 */
public record SampledOperations(long every, List<Sample> operations) {
    public static final SampledOperations NONE = new SampledOperations(0, List.of());

    /** The first of them, with the first of their stages. */
    public SampledOperations limited(int most, int stages) {
        return new SampledOperations(
                every,
                operations.stream()
                        .limit(most)
                        .map(sample -> sample.limited(stages))
                        .toList());
    }

    SampledOperations inStream(String stream) {
        return new SampledOperations(
                every,
                operations.stream().map(sample -> sample.inStream(stream)).toList());
    }

    /**
     * One operation, or one transaction of several.
     *
     * @param startNs unix nanoseconds of the coordinator's clock
     */
    public record Sample(
            String operation,
            long index,
            String outcome,
            long startNs,
            long serviceNs,
            long responseNs,
            List<StageTime> stages) {
        private Sample inStream(String stream) {
            return new Sample(
                    OperationName.of(stream, operation),
                    StreamIndex.position(index),
                    outcome,
                    startNs,
                    serviceNs,
                    responseNs,
                    stages);
        }

        private Sample limited(int most) {
            return stages.size() <= most
                    ? this
                    : new Sample(operation, index, outcome, startNs, serviceNs, responseNs, stages.subList(0, most));
        }
    }

    /** What one of its stages took. */
    public record StageTime(String stage, long ns) {}
}
