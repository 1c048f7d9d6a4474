package muster.experiments.limit;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import muster.cli.terminal.Ending;
import muster.coordinator.core.event.ExitCode;
import org.jspecify.annotations.Nullable;

/** What a command prints, stores and returns: of one search, or of several that are compared. */
sealed interface LimitAnswer {
    static LimitAnswer of(List<ComparedLimit> searched, String slo) {
        return searched.size() == 1
                ? new One(searched.getFirst(), slo)
                : new Several(LimitComparison.of(slo, searched));
    }

    /**
     * What is printed in the end.
     *
     * @param steps the table of all steps
     */
    Ending ending(List<String> steps);

    Map<String, @Nullable Object> map();

    ExitCode exitCode();

    /** The one that its page is of; 0 where nothing was measured. */
    long lastRun();

    void store(LimitRecords records);

    /** Of one target. */
    record One(ComparedLimit searched, String slo) implements LimitAnswer {
        @Override
        public Ending ending(List<String> steps) {
            return new Ending(
                    "",
                    List.of(LimitText.sentence(searched.name(), slo, searched.result())),
                    List.of(steps),
                    List.of());
        }

        @Override
        public Map<String, @Nullable Object> map() {
            return LimitText.map(searched, slo);
        }

        @Override
        public ExitCode exitCode() {
            return searched.exitCode();
        }

        @Override
        public long lastRun() {
            return searched.lastRun();
        }

        @Override
        public void store(LimitRecords records) {
            LimitText.row(searched, slo).ifPresent(records::add);
        }
    }

    /** Of targets that took turns. */
    record Several(LimitComparison comparison) implements LimitAnswer {
        @Override
        public Ending ending(List<String> steps) {
            return new Ending(
                    "",
                    List.of(LimitSentence.of(comparison)),
                    List.of(LimitComparisonText.table(comparison), steps),
                    List.of());
        }

        @Override
        public Map<String, @Nullable Object> map() {
            return LimitComparisonText.map(comparison);
        }

        @Override
        public ExitCode exitCode() {
            return comparison.exitCode();
        }

        @Override
        public long lastRun() {
            return comparison.targets().stream()
                    .mapToLong(ComparedLimit::lastRun)
                    .filter(run -> run > 0)
                    .findFirst()
                    .orElse(0);
        }

        @Override
        public void store(LimitRecords records) {
            List<LimitRow> rows = comparison.targets().stream()
                    .map(target -> LimitText.row(target, comparison.slo()))
                    .flatMap(Optional::stream)
                    .toList();
            if (!rows.isEmpty()) {
                records.add(rows, LimitComparisonText.rows(comparison), LimitSentence.of(comparison));
            }
        }
    }
}
