package muster.endtoend.torture;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalLong;
import muster.endtoend.Stored;

/** What store and database say of a run, compared. */
record TortureVerdict(Stored stored, TortureLedger ledger) {
    /** Of a run whose every operation must have been executed, and counted once. */
    List<String> violations(long operations) {
        List<String> violations = new ArrayList<>();
        Stored.Coverage coverage = stored.coverage();
        if (!coverage.isWhole(operations)) {
            violations.add("not whole: " + coverage);
        }
        if (stored.countedTwice() > 0) {
            violations.add(stored.countedTwice() + " operations are counted twice");
        }
        long others = samples("not in ('ok', 'duplicate')");
        if (others > 0) {
            violations.add(others + " operations are neither ok nor duplicate");
        }
        TortureLedger.Inserted inserted = ledger.inserted();
        if (!inserted.areExactly(operations)) {
            violations.add("the database has " + inserted + ", covered are " + operations + " operations");
        }
        violations.addAll(executedAgain(coverage.again()));
        return violations;
    }

    /** How far the bound of what was executed again lies above what the database saw. */
    String executedAgain() {
        OptionalLong seen = ledger.executedAgain();
        Object said = stored.rows("select sum(executed_again) from coverage_summary where run_id = " + stored.run())
                .getFirst()
                .getFirst();
        return "executed again: " + (said == null ? "not known" : "at most " + said) + " by coverage"
                + (seen.isPresent() ? ", " + seen.getAsLong() + " by the database" : "");
    }

    private List<String> executedAgain(long said) {
        List<String> violations = new ArrayList<>();
        // A duplicate found its vertex made by an execution before it.
        long duplicates = samples("= 'duplicate'");
        if (duplicates > said) {
            violations.add(duplicates + " operations were executed again; coverage says " + said);
        }
        OptionalLong executed = ledger.executedAgain();
        if (executed.orElse(0) > said) {
            violations.add("the database executed " + executed.getAsLong() + " again; coverage says " + said);
        }
        return violations;
    }

    /** Of a run all of whose workers were killed with its coordinator: what is counted is there, and counted once. */
    List<String> violationsOfInterrupted() {
        List<String> violations = new ArrayList<>();
        Stored.Coverage coverage = stored.coverage();
        if (coverage.covered() != coverage.counted() || stored.countedTwice() > 0) {
            violations.add("interrupted, and not sound: " + coverage + ", counted twice " + stored.countedTwice());
        }
        BitSet lacking = stored.covered();
        lacking.andNot(ledger.inserted().indexes());
        if (!lacking.isEmpty()) {
            violations.add("interrupted; covered, and not in the database: " + lacking);
        }
        return violations;
    }

    private long samples(String outcome) {
        return stored.number("select coalesce(sum(samples), 0) from snapshot where accepted = 1 and run_id = "
                + stored.run() + " and timing = 'service' and outcome " + outcome);
    }
}
