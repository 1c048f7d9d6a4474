package muster.servers.titan;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import muster.servers.JvmFlags;
import muster.servers.ServerContext;
import muster.servers.host.SettingLines;
import muster.servers.host.TextResources;

/** The files in conf: the graph's properties, the Gremlin Server's YAML, the script that names the traversal source, the log. */
record TitanConfiguration(ServerContext context) {
    /** Settings that belong to the Gremlin Server; all others but the flags go to the graph. */
    private static final Set<String> OF_GREMLIN_SERVER =
            Set.of("gremlinPool", "threadPoolWorker", "scriptEvaluationTimeout", "maxContentLength");

    private static final String PLUGINS = """
            graphs: {graph: conf/titan.properties}
            scriptEngines:
              gremlin-groovy: {scripts: [conf/init.groovy]}
            serializers:
              - className: org.apache.tinkerpop.gremlin.driver.ser.GraphSONMessageSerializerV1d0
                config: {useMapperFromGraph: graph}
            """;

    private static final String LOG = """
            log4j.rootLogger=ERROR, OUT
            log4j.appender.OUT=org.apache.log4j.ConsoleAppender
            log4j.appender.OUT.layout=org.apache.log4j.PatternLayout
            log4j.appender.OUT.layout.ConversionPattern=%d %-5p %c{1} %m%n
            # Why a graph could not be opened.
            log4j.logger.org.apache.tinkerpop.gremlin.server.GraphManager=WARN
            log4j.logger.org.apache.tinkerpop.gremlin.server.GremlinServer=WARN
            # It writes a stack trace for each commit that lost against another, which the client is told anyway.
            log4j.logger.com.thinkaurelius.titan.graphdb.database.StandardTitanGraph=OFF
            """;

    void write() throws IOException {
        context.write("conf/titan.properties", graph());
        context.write("conf/gremlin-server.yaml", server());
        context.write("conf/init.groovy", TextResources.text(TitanConfiguration.class, "init.groovy"));
        context.write("conf/log4j.properties", LOG);
    }

    private String graph() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("gremlin.graph", "com.thinkaurelius.titan.core.TitanFactory");
        settings.put("storage.backend", "berkeleyje");
        settings.put("storage.directory", "data");
        // A schema that queries make as they go fails as soon as two of them do.
        settings.put("schema.default", "none");
        settings.put("ids.block-size", "100000");
        // Each of the usual ten waits 0.7 s for its first block of ids, in the middle of somebody's commit.
        settings.put("ids.num-partitions", "1");
        settings.putAll(context.settings(name -> !OF_GREMLIN_SERVER.contains(name) && !name.equals(JvmFlags.SETTING)));
        return SettingLines.of(settings, "=");
    }

    private String server() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("host", "127.0.0.1");
        settings.put("port", Integer.toString(context.ports().of(TitanProvider.GREMLIN)));
        // Two hours: BerkeleyJE closes its environment when the thread of a late script is interrupted.
        settings.put("scriptEvaluationTimeout", "7200000");
        settings.put("serializedResponseTimeout", "7200000");
        settings.put("channelizer", "org.apache.tinkerpop.gremlin.server.channel.HttpChannelizer");
        // A request holds its thread while the storage works; with one a core most would wait for a free one.
        settings.put("gremlinPool", "32");
        settings.put("maxContentLength", Integer.toString(64 << 20));
        settings.put("maxAccumulationBufferComponents", "65536");
        settings.putAll(context.settings(OF_GREMLIN_SERVER::contains));
        return SettingLines.of(settings, ": ") + PLUGINS;
    }
}
