package muster.cli.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import muster.cli.run.LocalFiles;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanCheck;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.language.PlanException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A database that is there already: it is read, and nothing else. */
class DataNoneTest {
    private static final String READS = """
            name: there
            target: {kind: neo4j, uri: "bolt://127.0.0.1:7687"}
            data: none
            workload: {kind: query, operations: {count: {cypher: "MATCH (n) RETURN count(n)"}}}
            phases: [{kind: measure, duration: 1s}]
            """;

    private static Plan plan(String text, String... sets) {
        return PlanReader.parse(text, "there.yaml", List.of(sets));
    }

    private static void check(Plan plan) {
        var unused = PlanCheck.check(plan, LocalFiles.inWorkingDirectory());
    }

    @Test
    void reads_need_no_mark_in_the_database_and_other_plans_do() {
        Plan reads = plan(READS);
        check(reads);
        assertThat(reads.writes()).isFalse();
        assertThat(plan(READS.replace("data: none\n", "")).writes()).isTrue();
    }

    /** The run itself is refused where nobody allows it: EraseGuardTest. */
    @Test
    void operations_that_write_are_known_by_name() {
        Plan writes = plan(READS, "workload.operations.count.write=true");
        check(writes);
        assertThat(writes.changesOfExisting()).containsExactly("count");
        assertThat(plan(READS).changesOfExisting()).isEmpty();
        assertThat(plan(READS.replace("data: none\n", ""), "workload.operations.count.write=true")
                        .changesOfExisting())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "state=fresh | data: none keeps the database's contents, but state: fresh replaces them",
                "phases=[{kind: load}, {kind: measure, duration: 1s}] | data: none keeps the database's contents, but a load phase replaces them",
                "workload={kind: graphity, users: 100} | data: workload graphity writes, but data: none only reads"
            })
    void what_would_change_the_data_is_refused(String change, String reason) {
        assertThatThrownBy(() -> check(plan(READS, change.strip())))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining(reason);
    }
}
