package muster.workloads.query;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import muster.workloads.DataFiles;
import muster.workloads.Workload;
import muster.workloads.WorkloadProvider;
import muster.workloads.plan.language.Settings;

/** Workload "query"; docs/queries.md explains its settings. */
public final class QueryProvider implements WorkloadProvider {
    public static final String KIND = "query";

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Workload create(Settings settings, DataFiles files) {
        settings.choice("depth");
        int actions = (int) settings.integer("actionsPerTransaction");
        Map<String, Parameter> parameters = ParameterReader.read(settings, files);
        long horizon = settings.integer("horizon");
        List<NamedQuery> queries = OperationReader.read(settings, parameters);
        return new QueryWorkload(queries, OperationReader.expected(settings, queries, files), actions, horizon);
    }

    @Override
    public List<String> dataFiles(Settings settings) {
        return Stream.concat(ParameterReader.files(settings.raw()).stream(), expectedFiles(settings).stream())
                .distinct()
                .toList();
    }

    @Override
    public List<String> expectedFiles(Settings settings) {
        return ExpectReader.files(settings);
    }
}
