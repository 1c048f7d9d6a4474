package muster.servers.hugegraph;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import muster.servers.JvmFlags;
import muster.servers.ServerContext;
import muster.servers.host.SettingLines;

/**
 * The configuration files. Settings of the user whose names begin as those of the REST server do go to its file, others to
 * that of the graph.
 */
record HugeGraphConfiguration(ServerContext context) {
    static final String REST = "conf/rest-server.properties";
    static final String GREMLIN = "conf/gremlin-server.yaml";
    static final String GRAPH = "hugegraph";

    private static final List<String> OF_REST =
            List.of("restserver.", "batch.", "gremlinserver.", "auth.", "server.", "log.", "memory_monitor.");

    void write() throws IOException {
        context.write(REST, text(rest(), true));
        context.write("conf/graphs/" + GRAPH + ".properties", text(graph(), false));
        context.write(GREMLIN, gremlin());
        context.write("scripts/empty.groovy", "def globals = [:]\n");
    }

    /** 4 threads, of which 3 may write batches, are the defaults: at 8 clients up to half of the requests then fail. */
    private Map<String, String> rest() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("restserver.url", "http://" + context.ports().address("rest"));
        settings.put("gremlinserver.url", "http://" + context.ports().address("gremlin"));
        settings.put("gremlinserver.max_route", "128");
        settings.put("gremlinserver.timeout", "600");
        settings.put("graphs", "./conf/graphs");
        settings.put("server.id", "muster");
        settings.put("server.role", "master");
        settings.put("restserver.max_worker_threads", "128");
        settings.put("batch.max_write_threads", "128");
        // 1 switches it off: nothing but the load runs while it is measured.
        settings.put("memory_monitor.threshold", "1");
        settings.put("arthas.telnet_port", "-1");
        settings.put("arthas.http_port", "-1");
        return settings;
    }

    /**
     * A post moves its author in the chain of every follower in one commit, so the bound on its size is higher than the
     * 10,000 of the default. The analyser of texts is the one that starts at once: nothing here searches texts.
     */
    private Map<String, String> graph() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("gremlin.graph", "org.apache.hugegraph.HugeFactory");
        settings.put("backend", "rocksdb");
        settings.put("serializer", "binary");
        settings.put("store", GRAPH);
        settings.put("rocksdb.data_path", "data");
        settings.put("rocksdb.wal_path", "data");
        settings.put("task.scheduler_type", "local");
        settings.put("vertex.tx_capacity", "1000000");
        settings.put("edge.tx_capacity", "1000000");
        settings.put("search.text_analyzer", "smartcn");
        return settings;
    }

    private String text(Map<String, String> settings, boolean rest) {
        settings.putAll(context.settings(
                name -> OF_REST.stream().anyMatch(name::startsWith) == rest && !name.equals(JvmFlags.SETTING)));
        return SettingLines.of(settings, "=");
    }

    /**
     * A script of a load carries the posts of many users, so 64 MB are accepted where 64 KB are the default; counting a large
     * graph takes longer than the default of 30 s.
     */
    private String gremlin() {
        return """
                host: 127.0.0.1
                port: %d
                evaluationTimeout: 600000
                gremlinPool: 32
                threadPoolWorker: 4
                channelizer: org.apache.tinkerpop.gremlin.server.channel.WsAndHttpChannelizer
                graphs: {}
                scriptEngines: {
                  gremlin-groovy: {
                    plugins: {
                      org.apache.hugegraph.plugin.HugeGraphGremlinPlugin: {},
                      org.apache.tinkerpop.gremlin.server.jsr223.GremlinServerGremlinPlugin: {},
                      org.apache.tinkerpop.gremlin.jsr223.ImportGremlinPlugin: {classImports: [java.lang.Math]},
                      org.apache.tinkerpop.gremlin.jsr223.ScriptFileGremlinPlugin: {files: [scripts/empty.groovy]}}}}
                serializers:
                  - {className: org.apache.tinkerpop.gremlin.driver.ser.GraphSONMessageSerializerV1d0,
                     config: {ioRegistries: [org.apache.hugegraph.io.HugeGraphIoRegistry]}}
                  - {className: org.apache.tinkerpop.gremlin.driver.ser.GraphBinaryMessageSerializerV1,
                     config: {ioRegistries: [org.apache.hugegraph.io.HugeGraphIoRegistry]}}
                maxInitialLineLength: 4096
                maxHeaderSize: 8192
                maxChunkSize: 65536
                maxContentLength: 67108864
                ssl: {enabled: false}
                """.formatted(context.ports().of("gremlin"));
    }
}
