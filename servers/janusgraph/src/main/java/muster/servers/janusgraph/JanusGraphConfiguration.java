package muster.servers.janusgraph;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import muster.servers.JvmFlags;
import muster.servers.ServerContext;
import muster.servers.host.SettingLines;
import muster.servers.host.TextResources;

/** The files in conf: the graph's properties, the Gremlin Server's YAML, and the script that names the traversal source. */
record JanusGraphConfiguration(ServerContext context) {
    /** Settings that belong to the Gremlin Server; all others but the flags go to the graph. */
    private static final Set<String> OF_GREMLIN_SERVER =
            Set.of("gremlinPool", "threadPoolWorker", "evaluationTimeout", "maxContentLength");

    private static final String SERVER = "org.apache.tinkerpop.gremlin.server.";

    void write() throws IOException {
        context.write("conf/janusgraph.properties", graph());
        context.write("conf/gremlin-server.yaml", server());
        context.write("conf/init.groovy", TextResources.text(JanusGraphConfiguration.class, "init.groovy"));
        context.write(
                "conf/credentials.groovy", TextResources.text(JanusGraphConfiguration.class, "credentials.groovy"));
        context.write("conf/credentials.properties", """
                gremlin.graph=org.apache.tinkerpop.gremlin.tinkergraph.structure.TinkerGraph
                gremlin.tinkergraph.vertexIdManager=LONG
                gremlin.tinkergraph.graphLocation=conf/credentials.xml
                gremlin.tinkergraph.graphFormat=graphml
                """);
    }

    private String graph() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("gremlin.graph", "org.janusgraph.core.JanusGraphFactory");
        storage(settings);
        // A schema that queries make as they go fails as soon as two of them do.
        settings.put("schema.default", "none");
        settings.put("ids.block-size", "100000");
        // Else an instance that was killed stays registered, and changes of the schema wait for it.
        settings.put("graph.unique-instance-id", "muster");
        settings.put("graph.replace-instance-if-exists", "true");
        settings.putAll(context.settings(name -> !OF_GREMLIN_SERVER.contains(name) && !name.equals(JvmFlags.SETTING)));
        return SettingLines.of(settings, "=");
    }

    private void storage(Map<String, String> settings) {
        Storage storage = Storage.of(context.choices());
        if (storage.cassandra()) {
            settings.put("storage.backend", "cql");
            settings.put("storage.hostname", "127.0.0.1");
            settings.put("storage.port", Integer.toString(context.ports().of(CassandraNode.cql(1))));
            settings.put("storage.cql.local-datacenter", "datacenter1");
            settings.put("storage.cql.replication-factor", Integer.toString(storage.nodes()));
            settings.put("storage.cql.read-consistency-level", storage.consistency());
            settings.put("storage.cql.write-consistency-level", storage.consistency());
            if (storage.nodes() > 1) {
                // The driver may ask a node that has not heard of the new table whether all have it, and take its yes.
                settings.put("storage.cql.init-wait-time", "3000");
            }
        } else {
            settings.put("storage.backend", "berkeleyje");
            settings.put("storage.directory", "data");
        }
    }

    private String server() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("host", "127.0.0.1");
        settings.put("port", Integer.toString(context.ports().of(JanusGraphProvider.GREMLIN)));
        settings.put("evaluationTimeout", "120000");
        settings.put("channelizer", SERVER + "channel.WsAndHttpChannelizer");
        // A request holds its thread while the storage works; with one a core most would wait for a free one.
        settings.put("gremlinPool", "32");
        settings.put("maxContentLength", Integer.toString(64 << 20));
        settings.put("maxAccumulationBufferComponents", "65536");
        settings.putAll(context.settings(OF_GREMLIN_SERVER::contains));
        return SettingLines.of(settings, ": ") + (context.password().isPresent() ? AUTHENTICATION : "") + PLUGINS;
    }

    private static final String AUTHENTICATION = """
            authentication:
              authenticator: org.apache.tinkerpop.gremlin.server.auth.SimpleAuthenticator
              authenticationHandler: org.apache.tinkerpop.gremlin.server.handler.SaslAndHttpBasicAuthenticationHandler
              config: {credentialsDb: conf/credentials.properties}
            """;

    private static final String PLUGINS = """
            graphs: {graph: conf/janusgraph.properties}
            scriptEngines:
              gremlin-groovy:
                plugins:
                  org.janusgraph.graphdb.tinkerpop.plugin.JanusGraphGremlinPlugin: {}
                  org.apache.tinkerpop.gremlin.server.jsr223.GremlinServerGremlinPlugin: {}
                  org.apache.tinkerpop.gremlin.jsr223.ScriptFileGremlinPlugin: {files: [conf/init.groovy]}
            serializers:
              - className: org.apache.tinkerpop.gremlin.util.ser.GraphBinaryMessageSerializerV1
                config: {ioRegistries: [org.janusgraph.graphdb.tinkerpop.JanusGraphIoRegistry]}
              - className: org.apache.tinkerpop.gremlin.util.ser.GraphSONMessageSerializerV3
                config: {ioRegistries: [org.janusgraph.graphdb.tinkerpop.JanusGraphIoRegistry]}
            """;
}
