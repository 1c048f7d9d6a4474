package muster.workloads.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import muster.workloads.plan.language.PlanException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretRuleTest {
    private static final String DB1 = "uri: \"bolt://db1:7687\", password: \"${env:PASSWORD}\"";

    @Test
    void a_worker_allows_no_secret_unless_its_owner_says_so() {
        refused(DB1)
                .hasMessage("target.password: this worker does not allow the secret PASSWORD (environment); its owner"
                        + " allows it with ./muster worker --allow-secret PASSWORD@db1:7687, or by this line in"
                        + " allowed-secrets next to its keys: PASSWORD@db1:7687");
        refused(DB1, "PASSWORDS", "password", "file:PASSWORD");
        allowed(DB1, "PASSWORD");
        allowed(DB1, "env:PASSWORD");
    }

    @Test
    void a_bound_secret_goes_to_its_address_alone() {
        allowed(DB1, "PASSWORD@db1:7687");
        allowed(DB1.replace("bolt://db1:7687", "bolt+s://DB1:7687/"), "PASSWORD@db1:7687");
        for (String other : List.of(
                "bolt://db2:7687",
                "bolt://db1:7688",
                "bolt://db1",
                "neo4j://db1:7687",
                "bolt://evil@db1:7687",
                "bolt://evil#@db1:7687")) {
            refused(DB1.replace("bolt://db1:7687", other), "PASSWORD@db1:7687").hasMessageContaining("to be sent to");
        }
        refused(DB1.replace("uri", "unixSocket: /tmp/mine.sock, uri"), "PASSWORD@db1:7687");
        refused("password: \"${env:PASSWORD}\"", "PASSWORD@db1:7687");
        allowed(DB1.replace("bolt://db1:7687", "neo4j://db1:7687"), "PASSWORD@neo4j://db1:7687");
    }

    @Test
    void a_sweep_cannot_hide_another_address_or_name() {
        SecretRule rule = SecretRule.of(List.of("PASSWORD@db1:7687"), null);
        for (String sweep : List.of(
                "sweep: {target.uri: [\"bolt://db1:7687\", \"bolt://db2:7687\"]}",
                "sweep: {target.password: [\"${env:PASSWORD}\", \"${env:OTHER}\"]}")) {
            assertThatThrownBy(() -> rule.check(plan(DB1, sweep))).hasMessageContaining("does not allow");
        }
    }

    @Test
    void the_file_next_to_the_keys_allows_more(@TempDir Path keys) throws IOException {
        Path file = keys.resolve("allowed-secrets");
        Files.writeString(file, "# databases\n\nenv:PASSWORD db1:7687\nfile:/run/secrets/neo4j\n");
        SecretRule rule = SecretRule.of(List.of(), keys);
        assertThatCode(() -> rule.check(plan(DB1, ""))).doesNotThrowAnyException();
        assertThatCode(() -> rule.check(plan("password: \"${file:/run/secrets/../secrets/neo4j}\"", "")))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> rule.check(plan(DB1.replace("db1", "db2"), "")))
                .hasMessageContaining("to be sent to bolt://db2:7687");
        Files.writeString(file, "A B C\n");
        assertThatThrownBy(() -> SecretRule.of(List.of(), keys))
                .hasMessageContaining("allowed-secrets:1: A B C: expected");
    }

    @Test
    void the_owners_own_plan_may_name_what_it_names_at_its_address_alone() {
        SecretRule own = SecretRule.of(plan(DB1, ""));
        assertThat(own.allowed()).extracting(AllowedSecret::toString).containsExactly("env:PASSWORD@db1:7687");
        assertThatCode(() -> own.check(plan(DB1, ""))).doesNotThrowAnyException();
        assertThatThrownBy(() -> own.check(plan(DB1.replace("db1", "db2"), ""))).isInstanceOf(PlanException.class);
        SecretRule again = SecretRule.of(
                own.allowed().stream().map(AllowedSecret::toString).toList(), null);
        assertThat(again).isEqualTo(own);
    }

    @Test
    void a_check_shows_what_is_sent_where() {
        assertThat(SecretUse.of(plan(DB1, "")))
                .extracting(SecretUse::shown)
                .containsExactly("PASSWORD (environment) \u2192 bolt://db1:7687");
    }

    private static org.assertj.core.api.AbstractThrowableAssert<?, ? extends Throwable> refused(
            String target, String... options) {
        return assertThatThrownBy(() -> SecretRule.of(List.of(options), null).check(plan(target, "")))
                .as(target)
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("target.password: this worker does not allow the secret PASSWORD (environment)");
    }

    private static void allowed(String target, String... options) {
        assertThatCode(() -> SecretRule.of(List.of(options), null).check(plan(target, "")))
                .doesNotThrowAnyException();
    }

    private static Plan plan(String target, String more) {
        return PlanReader.parse("""
                target: {kind: neo4j, user: u, %s}
                workload: {kind: noop}
                phases: [{kind: measure, duration: 1s, clients: 1}]
                %s
                """.formatted(target, more), "p.yaml", List.of());
    }
}
