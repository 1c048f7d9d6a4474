package muster.workloads.graphity;

import java.util.List;
import muster.workloads.DataFiles;
import muster.workloads.Workload;
import muster.workloads.WorkloadProvider;
import muster.workloads.data.DataSets;
import muster.workloads.data.EdgeList;
import muster.workloads.data.EventLog;
import muster.workloads.data.EventLogReader;
import muster.workloads.plan.language.Settings;

/**
 * The workload "graphity". Data gives the users, so that users, profile and followeeExponent must not be set then; a log
 * also gives the operations, so that mix must not be set.
 */
public final class GraphityProvider implements WorkloadProvider {
    private static final List<String> SYNTHETIC = List.of("users", "profile", "followeeExponent");

    @Override
    public String kind() {
        return "graphity";
    }

    @Override
    public Workload create(Settings settings, DataFiles files) {
        GraphitySettings read = GraphitySettings.read(settings);
        IdRange ids = new IdRange((int) settings.integer("namespace"));
        String format = settings.choice("format");
        if (!settings.has("data")) {
            return synthetic(read, settings, ids);
        }
        String data = settings.text("data");
        SYNTHETIC.forEach(key -> refuse(settings, key));
        return format.equals("log") ? log(read, settings, data, files, ids) : given(read, data, format, files, ids);
    }

    private static Workload synthetic(GraphitySettings read, Settings settings, IdRange ids) {
        if (settings.has("format")) {
            throw settings.wrong("format", "no format without data: name a file, or leave it out");
        }
        return new GraphityWorkload(
                read,
                seed -> new SyntheticNetwork(seed, read.users(), read.degrees(), read.exponentMilli()),
                () -> Popularity.synthetic(read.users(), read.degrees(), read.exponentMilli() / 1000.0),
                null,
                ids);
    }

    private static Workload given(GraphitySettings read, String data, String format, DataFiles files, IdRange ids) {
        EdgeList graph = DataSets.graph(data, format, files);
        return new GraphityWorkload(
                read.withUsers(graph.vertices()),
                seed -> new DataNetwork(seed, graph),
                () -> Popularity.of(graph),
                null,
                ids);
    }

    private static Workload log(GraphitySettings read, Settings settings, String data, DataFiles files, IdRange ids) {
        refuse(settings, "mix");
        EventLog log = EventLogReader.read(files.path(data));
        if (log.names().length < 2) {
            throw settings.wrong("data", "a log with two users or more");
        }
        EdgeList users = new EdgeList(log.names(), new int[0], new int[0]);
        return new GraphityWorkload(
                read.withUsers(users.vertices()),
                seed -> new DataNetwork(seed, users),
                () -> Popularity.of(users),
                log,
                ids);
    }

    private static void refuse(Settings settings, String key) {
        if (settings.has(key)) {
            throw settings.wrong(key, "nothing here, since the data gives it: leave it out");
        }
    }
}
