package muster.worker.agent;

import static org.assertj.core.api.Assertions.assertThat;

import muster.model.StreamIndex;
import muster.workloads.Workload.Operations;
import muster.workloads.operation.NoopOperation;
import muster.workloads.operation.Operation;
import org.junit.jupiter.api.Test;

class StreamOperationsTest {
    private static final Operations OWN = new Operations() {
        @Override
        public long count() {
            return 100;
        }

        @Override
        public Operation at(long index) {
            return new NoopOperation(index, 0);
        }
    };

    @Test
    void an_index_of_a_further_stream_is_its_place_within_the_stream() {
        Operations third = StreamOperations.of(OWN, 2);
        assertThat(third.at(StreamIndex.first(2) + 77)).isEqualTo(new NoopOperation(77, 0));
        assertThat(StreamOperations.of(OWN, 0))
                .as("the first one counts from 0 already")
                .isSameAs(OWN);
    }
}
