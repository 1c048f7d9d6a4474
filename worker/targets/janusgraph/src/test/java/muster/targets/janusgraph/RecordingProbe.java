package muster.targets.janusgraph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import muster.workloads.target.Outcome;
import muster.workloads.target.Probe;
import muster.workloads.target.Stage;

/** Keeps what a session reports. */
final class RecordingProbe implements Probe {
    final List<Stage> stages = new ArrayList<>();
    final Map<Integer, Outcome> outcomes = new HashMap<>();
    final Map<Integer, Long> elements = new HashMap<>();
    final Map<Integer, List<Long>> feeds = new HashMap<>();

    @Override
    public void stage(Stage stage) {
        stages.add(stage);
    }

    @Override
    public void outcome(int position, Outcome outcome) {
        outcomes.put(position, outcome);
    }

    @Override
    public void elements(int position, long count) {
        elements.put(position, count);
    }

    @Override
    public void bytes(long sent, long received) {}

    @Override
    public void feed(int position, long[] posts) {
        feeds.put(position, Arrays.stream(posts).boxed().toList());
    }

    Outcome outcome(int position) {
        return outcomes.getOrDefault(position, Outcome.OK);
    }
}
