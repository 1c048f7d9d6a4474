package muster.workloads.query;

import java.util.List;
import java.util.Map;
import muster.workloads.Workload;
import muster.workloads.operation.Journey;
import muster.workloads.operation.JourneyOperation;
import muster.workloads.operation.JourneyStep;
import muster.workloads.operation.OperationKind;
import muster.workloads.operation.PhaseKey;
import muster.workloads.operation.Query;
import muster.workloads.operation.QueryOperation;

/** Journeys that a plan names, without end: an index is the journey, with the values, that {@link QueryWorkload} draws for it. */
public final class JourneyWorkload implements Workload {
    private final List<NamedJourney> journeys;
    private final QueryWorkload draws;

    /**
     * The journeys of a plan.
     *
     * @param journeys in the order of the codes of their kinds
     * @param horizon how many indexes back something counts as done
     */
    JourneyWorkload(List<NamedJourney> journeys, long horizon) {
        this(
                journeys,
                new QueryWorkload(journeys.stream().map(NamedJourney::drawn).toList(), Map.of(), 1, horizon));
    }

    /** @param draws which journey an index is, and its parameters */
    private JourneyWorkload(List<NamedJourney> journeys, QueryWorkload draws) {
        this.journeys = List.copyOf(journeys);
        this.draws = draws;
    }

    /** The statements of all steps. */
    @Override
    public List<Query> queries() {
        return journeys.stream()
                .flatMap(named -> named.journey().steps().stream())
                .map(JourneyStep::query)
                .toList();
    }

    /** A journey that is not named keeps its place. */
    @Override
    public Workload of(Map<String, Double> weights) {
        return new JourneyWorkload(journeys, draws.of(weights));
    }

    /** None: the data of a plan is not the workload's. */
    @Override
    public List<LoadPart> loadParts() {
        return List.of();
    }

    @Override
    public int actionsPerTransaction() {
        return 1;
    }

    @Override
    public Operations operations(PhaseKey phase) {
        return new Drawn(
                draws.operations(phase),
                journeys.stream().map(NamedJourney::journey).toArray(Journey[]::new));
    }

    private record Drawn(Operations draws, Journey[] journeys) implements Operations {
        @Override
        public long count() {
            return draws.count();
        }

        @Override
        public JourneyOperation at(long index) {
            QueryOperation drawn = (QueryOperation) draws.at(index);
            return new JourneyOperation(journeys[drawn.kind().code() - OperationKind.FIRST_NAMED], drawn.values());
        }
    }
}
