package muster.report.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import muster.report.plot.Chart;
import muster.report.plot.ZoomLevel;
import muster.report.run.MeasuredPhase;
import muster.report.run.RunReader;
import muster.store.table.Row;

/**
 * The plots of one measured phase.
 *
 * @param load of a trial whose load changes with time: its plots over all phases
 * @param timeline throughput and latency; empty if the phase has no plots
 * @param time throughput, errors and latency by operation over one time axis
 * @param distribution percentiles and stages
 * @param jitter single operations over time, at several scales; empty where none were recorded singly
 * @param stages single operations over time, stage by stage
 * @param host what the workers used of their machines
 */
public record PhaseSection(
        MeasuredPhase phase,
        Optional<LoadSection> load,
        Optional<Chart> timeline,
        List<Chart> time,
        List<Chart> distribution,
        List<ZoomLevel> jitter,
        List<Chart> stages,
        List<Chart> host) {
    private static final int MAX_BINS = 400;
    private static final int MIN_BINS = 60;
    private static final int BINS_OF_A_PAGE = 4_000;
    private static final int MAX_POINTS = 6_000;
    private static final int MIN_POINTS = 600;
    private static final int POINTS_OF_A_PAGE = 24_000;

    /**
     * Reads and draws it.
     *
     * @param sections how many have plots: the more, the fewer points each, so that the page stays small
     */
    public static PhaseSection read(RunReader reader, MeasuredPhase phase, List<Row> operations, int sections) {
        int bins = Math.clamp(BINS_OF_A_PAGE / Math.max(1, sections), MIN_BINS, MAX_BINS);
        String prefix = sections == 1 ? "" : id(phase) + "-";
        Seconds seconds = Seconds.read(reader, phase, bins);
        WorkerArrivals arrivals = WorkerArrivals.read(reader, seconds);
        OutageBands outages = OutageBands.read(reader, seconds);
        LatencyBins latency = LatencyBins.ofEach(reader, seconds);
        TimeCharts over = new TimeCharts(seconds, arrivals, outages, prefix);
        List<Chart> time = new ArrayList<>(List.of(over.throughput()));
        if (over.hasErrors()) {
            time.add(over.errors());
        }
        time.addAll(new LatencyCharts(latency, prefix).charts());
        List<Chart> distribution = new ArrayList<>(new PercentileCharts(reader, seconds, prefix).charts());
        StageChart.of(operations, prefix).ifPresent(distribution::add);
        int points = Math.clamp(POINTS_OF_A_PAGE / Math.max(1, sections), MIN_POINTS, MAX_POINTS);
        JitterCharts jitter = new JitterCharts(reader, seconds, prefix, points);
        return new PhaseSection(
                phase,
                LoadSection.read(reader, phase, bins, prefix),
                Optional.of(Timeline.of(LatencyBins.ofAll(reader, seconds), latency, arrivals, outages, prefix)
                        .chart(over.all())),
                time,
                distribution,
                jitter.levels(),
                jitter.stages(),
                ResourceCharts.charts(reader, seconds, prefix));
    }

    /** Its verdicts and tables alone, for runs of very many phases. */
    public static PhaseSection withoutPlots(MeasuredPhase phase) {
        return new PhaseSection(
                phase, Optional.empty(), Optional.empty(), List.of(), List.of(), List.of(), List.of(), List.of());
    }

    /** All its plots, in the order of the page. */
    public Stream<Chart> charts() {
        List<Chart> levels = jitter.stream().map(ZoomLevel::chart).toList();
        List<Chart> loads = load.map(LoadSection::charts).orElse(List.of());
        return Stream.of(loads, timeline.stream().toList(), time, distribution, levels, stages, host)
                .flatMap(List::stream);
    }

    /** Its anchor in the page. */
    public static String id(MeasuredPhase phase) {
        return "step-%d-trial-%d-%s"
                .formatted(
                        phase.at().step(),
                        phase.at().trial(),
                        AnchorNames.of(phase.at().phase()));
    }

    /** Of a view's row, whether it is of this trial. */
    public boolean isOf(Row row) {
        return row.whole("step") == phase.at().step()
                && row.whole("trial") == phase.at().trial();
    }

    /** Of a view's row, whether it is of this phase. */
    public static boolean isOf(MeasuredPhase phase, Row row) {
        return row.whole("step") == phase.at().step()
                && row.whole("trial") == phase.at().trial()
                && row.text("phase").equals(phase.at().phase());
    }
}
