package muster.workloads.query;

import java.util.List;
import java.util.Map;
import muster.workloads.DataFiles;
import muster.workloads.Workload;
import muster.workloads.WorkloadProvider;
import muster.workloads.plan.language.Settings;

/** Workload "journey"; docs/journeys.md explains its settings. */
public final class JourneyProvider implements WorkloadProvider {
    public static final String KIND = "journey";

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Workload create(Settings settings, DataFiles files) {
        if (!settings.choice("depth").equals("execute")) {
            throw settings.wrong("depth", "execute: at another depth no step has rows that later steps could use");
        }
        long horizon = settings.integer("horizon");
        return new JourneyWorkload(JourneyReader.read(settings, files), horizon);
    }

    @Override
    public List<String> dataFiles(Settings settings) {
        return settings.raw().get(JourneyReader.SECTION) instanceof Map<?, ?> journeys
                ? journeys.values().stream()
                        .filter(Map.class::isInstance)
                        .flatMap(journey -> ParameterReader.files((Map<?, ?>) journey).stream())
                        .distinct()
                        .toList()
                : List.of();
    }
}
