package muster.targets.neo4j;

import muster.workloads.operation.StreamOperation;
import muster.workloads.operation.StreamOperation.EmbedNodes;
import muster.workloads.operation.StreamOperation.ProjectGraph;
import muster.workloads.operation.StreamOperation.ReadPartition;
import muster.workloads.plan.language.Settings;
import muster.workloads.stream.StreamSettings;
import org.neo4j.driver.Query;
import org.neo4j.driver.Value;
import org.neo4j.driver.Values;

/** The statements of property-stream, which call procedures of the Graph Data Science library. */
record StreamCypher(StreamSettings settings) {
    /** Of what a load inserted, and not of the mark beside it. One statement: nothing is left half made. */
    static final String PROJECT = """
            CALL gds.graph.drop($graph, false) YIELD graphName
            WITH count(*) AS dropped
            CALL gds.graph.project($graph, 'Vertex', 'EDGE') YIELD nodeCount
            RETURN nodeCount""";

    /** Once: a property that is there already cannot be made again. */
    static final String EMBED = """
            CALL gds.graph.list($graph) YIELD schemaWithOrientation AS schema
            WITH any(label IN keys(schema.nodes) WHERE $property IN keys(schema.nodes[label])) AS there
            CALL (there) {
              WITH there WHERE NOT there
              CALL gds.fastRP.mutate($graph, {embeddingDimension: $dimension, mutateProperty: $property, randomSeed: $seed})
              YIELD nodePropertiesWritten
              RETURN count(*) AS made
            }
            RETURN there""";

    static final String READ = """
            CALL gds.graph.nodeProperty.stream($graph, $property, $labels) YIELD nodeId, propertyValue
            RETURN nodeId, propertyValue""";

    static final String READ_PARTITION = """
            CALL gds.graph.nodeProperty.stream($graph, $property, $labels) YIELD nodeId, propertyValue
            WHERE nodeId % $partitions = $partition
            RETURN nodeId, propertyValue""";

    static StreamCypher of(Settings workload) {
        return new StreamCypher(StreamSettings.of(workload));
    }

    Statement statement(StreamOperation operation, int first) {
        return switch (operation) {
            case ProjectGraph project ->
                new Statement(
                        new Query(PROJECT, Values.parameters("graph", project.graph())), first, 1, ActionResult.all(1));
            case EmbedNodes embed -> new Statement(new Query(EMBED, parameters(embed)), first, 1, ActionResult.all(1));
            case ReadPartition read ->
                new Statement(
                        new Query(read.partitions() == 1 ? READ : READ_PARTITION, parameters(read)),
                        first,
                        1,
                        new StreamResult(read.checked()));
        };
    }

    private static Value parameters(EmbedNodes embed) {
        return Values.parameters(
                "graph", embed.graph(),
                "property", embed.property(),
                "dimension", embed.dimension(),
                "seed", embed.seed());
    }

    private Value parameters(ReadPartition read) {
        return Values.parameters(
                "graph", settings.graph(),
                "property", settings.property(),
                "labels", settings.labels(),
                "partitions", read.partitions(),
                "partition", read.partition());
    }
}
