package muster.targets.arrow;

import java.util.stream.Collectors;
import muster.workloads.operation.StreamOperation.ReadPartition;
import muster.workloads.stream.StreamSettings;

/** A ticket as the server reads it: JSON. The names in it were checked with the plan and hold nothing to escape. */
final class TicketText {
    private TicketText() {}

    static String of(String database, StreamSettings stream, ReadPartition read) {
        String labels = stream.labels().stream().map(label -> '"' + label + '"').collect(Collectors.joining(","));
        return "{\"database\":\"%s\",\"graph\":\"%s\",\"property\":\"%s\",\"labels\":[%s],\"partition\":%d,\"partitions\":%d}"
                .formatted(database, stream.graph(), stream.property(), labels, read.partition(), read.partitions());
    }
}
