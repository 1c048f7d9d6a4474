package muster.neo4j.flight;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import org.apache.arrow.flight.CallStatus;

/**
 * What a stream is to bring, as JSON in a Flight ticket.
 *
 * @param database the name of the database that the graph was projected from
 * @param graph the name that it has in the catalog of graphs
 * @param property of its nodes
 * @param labels of the nodes that are wanted; "*" for all
 * @param partition nodes whose id, divided by {@code partitions}, leaves this
 */
record StreamTicket(
        @JsonProperty(required = true) String database,
        @JsonProperty(required = true) String graph,
        @JsonProperty(required = true) String property,
        @JsonProperty(required = true) List<String> labels,
        @JsonProperty(required = true) int partition,
        @JsonProperty(required = true) int partitions) {
    private static final ObjectMapper JSON = new ObjectMapper()
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES);

    StreamTicket {
        if (labels.isEmpty() || partitions < 1 || partition < 0 || partition >= partitions) {
            throw new IllegalArgumentException("labels must not be empty, and 0 <= partition < partitions");
        }
    }

    /** Throws FlightRuntimeException INVALID_ARGUMENT. */
    static StreamTicket read(byte[] content) {
        try {
            return JSON.readValue(content, StreamTicket.class);
        } catch (IOException e) {
            String why = e instanceof JsonProcessingException json ? json.getOriginalMessage() : e.getMessage();
            throw CallStatus.INVALID_ARGUMENT
                    .withDescription("not a ticket such as {\"database\":\"neo4j\",\"graph\":\"g\",\"property\":\"p\","
                            + "\"labels\":[\"*\"],\"partition\":0,\"partitions\":1}: " + why)
                    .toRuntimeException();
        }
    }

    byte[] write() throws JsonProcessingException {
        return JSON.writeValueAsBytes(this);
    }

    StreamTicket withPartition(int other) {
        return new StreamTicket(database, graph, property, labels, other, partitions);
    }
}
