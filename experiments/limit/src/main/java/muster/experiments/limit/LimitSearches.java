package muster.experiments.limit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import muster.cli.client.ProgressLines;
import muster.store.file.Store;

/** The searches of one command, whose runs are in one store. */
final class LimitSearches implements AutoCloseable {
    private final List<Search> searches = new ArrayList<>();

    private record Search(
            LimitArms.Arm arm, LimitFinder.Request request, long startedNs, StepRuns runs, LimitFinder finder) {}

    /**
     * Searches that have not begun.
     *
     * @param requests of each arm
     * @param workers processes of each; 0 for this one alone
     * @param show is told the name of an arm, and its step when it is over
     */
    LimitSearches(
            Store store,
            List<LimitArms.Arm> arms,
            List<LimitFinder.Request> requests,
            int workers,
            ProgressLines progress,
            BiConsumer<String, StepResult> show) {
        long nowNs = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
        for (int number = 0; number < arms.size(); number++) {
            LimitArms.Arm arm = arms.get(number);
            LimitFinder.Request request = requests.get(number);
            StepRuns runs = new StepRuns(store, arm.arguments(), workers, progress);
            StepReader reader = new StepReader(store, request.plan().plan().thresholds());
            LimitFinder finder =
                    new LimitFinder(request, arm.name(), runs, reader, step -> show.accept(arm.name(), step));
            searches.add(new Search(arm, request, nowNs + number, runs, finder));
        }
    }

    /** Returns when all have ended. */
    void run() throws InterruptedException {
        new LimitRounds(searches.stream().map(Search::finder).toList()).run();
    }

    /** In the order of the arms. */
    List<ComparedLimit> results() {
        return searches.stream().map(LimitSearches::result).toList();
    }

    private static ComparedLimit result(Search search) {
        String kind = search.arm().plan().target().kind();
        return new ComparedLimit(
                search.arm().name().isEmpty() ? kind : search.arm().name(),
                kind,
                search.request().plan().maxInFlight(),
                search.startedNs(),
                search.finder().result(),
                search.finder().exitCode());
    }

    @Override
    public void close() {
        searches.forEach(search -> search.runs().close());
    }
}
