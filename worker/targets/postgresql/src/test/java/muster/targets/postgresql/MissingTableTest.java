package muster.targets.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import muster.workloads.plan.ExplainedQuery;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanCheck;
import muster.workloads.plan.PlanReader;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** A table that is not there may come with a load; of data that are there already it is missing. */
@Tag("server")
@EnabledIf(
        value = "muster.servers.postgresql.PostgresqlServer#installed",
        disabledReason = "PostgreSQL 15 is not installed: apt-get install postgresql-15")
class MissingTableTest {
    private static final String LOADS = "{social: {people: 1000}}";

    private static ExplainedQuery explained(String data, String phases, String sql) throws TargetException {
        String text = """
                name: test
                target: %s
                data: %s
                workload: {kind: query, operations: {read: {sql: "%s"}}}
                phases: [%s{kind: measure, operations: 1, clients: 1}]
                """.formatted(
                TestServer.section("postgresql://127.0.0.1:" + TestServer.port() + "/postgres"), data, sql, phases);
        Plan plan = PlanReader.parse(text, "test.yaml", List.of());
        PlanCheck check = PlanCheck.check(plan, Path::of);
        try (Target target = check.target()
                .open(plan.target().settings().resolved(), plan.workload().settings())) {
            return ExplainedQuery.now(plan, check, target).getFirst();
        }
    }

    private static Optional<String> problem(String data, String phases, String sql) throws TargetException {
        TestServer.query("DROP SCHEMA IF EXISTS muster_data CASCADE; DROP SCHEMA IF EXISTS muster CASCADE");
        return explained(data, phases, sql).problem();
    }

    @Test
    void it_is_refused_where_nothing_is_loaded() throws Exception {
        ExplainedQuery missing = explained("none", "", "SELECT 1 FROM persn");
        assertThat(missing.problem()).hasValueSatisfying(why -> assertThat(why).contains("\"persn\" does not exist"));
        assertThat(missing.explanation().bySchema()).isTrue();
    }

    @Test
    void it_is_allowed_before_a_load_and_an_error_of_syntax_is_not() throws Exception {
        assertThat(problem(LOADS, "{kind: load}, ", "SELECT 1 FROM person")).isEmpty();
        assertThat(problem(LOADS, "{kind: load}, ", "SELEC 1 FROM person"))
                .hasValueSatisfying(why -> assertThat(why).contains("syntax error"));
    }
}
