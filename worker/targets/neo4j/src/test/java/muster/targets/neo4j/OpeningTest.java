package muster.targets.neo4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import muster.targets.contract.FaultProxy;
import muster.workloads.plan.Plan;
import muster.workloads.plan.language.PlanException;
import muster.workloads.target.TargetException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("server")
class OpeningTest {
    @Test
    void the_facts_name_edition_and_versions() throws Exception {
        try (Neo4jTarget target = TestServer.open("stou")) {
            assertThat(target.facts())
                    .containsEntry("database", "neo4j")
                    .containsEntry("server.edition", "community")
                    .hasEntrySatisfying(
                            "server.version", version -> assertThat(version).startsWith("5.26"))
                    .hasEntrySatisfying(
                            "driver.version", version -> assertThat(version).startsWith("6."))
                    .hasEntrySatisfying(
                            "bolt.version", version -> assertThat(version).startsWith("5."));
        }
    }

    @Test
    void a_wrong_password_and_an_unknown_database_are_named() {
        // PATH is set everywhere and is surely not the password.
        assertThat(refusal("target.password=${env:PATH}")).contains("authentication failure");
        assertThat(refusal("target.database=nosuch"))
                .contains("database nosuch")
                .containsIgnoringCase("not found");
    }

    @Test
    void a_server_of_an_unsupported_version_is_refused_with_the_version_that_it_needs() throws Exception {
        try (FaultProxy proxy = new FaultProxy(Neo4jContractTest.subject().address())) {
            proxy.rewriteAnswers("5.26.", "4.26.");
            assertThat(refusal("target.uri=bolt://127.0.0.1:" + proxy.address().getPort()))
                    .contains("4.26", "5.23")
                    .doesNotContain("\n");
        }
    }

    /** ArcadeDB answers all statements of target neo4j, but has none of the locks that they take. */
    @Test
    void a_server_that_only_says_it_is_compatible_is_refused_with_what_it_is() throws Exception {
        try (FaultProxy proxy = new FaultProxy(Neo4jContractTest.subject().address())) {
            proxy.rewriteAnswers("Neo4j/5.26.", "Neo4j/5 (A)");
            assertThat(refusal("target.uri=bolt://127.0.0.1:" + proxy.address().getPort()))
                    .contains("is not Neo4j but \"Neo4j/5 (A)30\"", "targets arcadedb and bolt")
                    .doesNotContain("\n");
        }
    }

    @Test
    void a_neo4j_is_refused_where_arcadedb_is_expected() {
        Plan plan = TestServer.plan("stou", "target.database=neo4j");
        assertThatThrownBy(() -> new ArcadeDbProvider()
                        .open(
                                plan.target().settings().resolved(),
                                plan.workload().settings())
                        .close())
                .isInstanceOf(TargetException.class)
                .hasMessageContaining("is not ArcadeDB but \"Neo4j/5.");
    }

    @ParameterizedTest
    @CsvSource({"4.4.30,false", "5.22.0,false", "5.23.0,true", "5.26.30,true", "2026.08.1,true", "unknown,false"})
    void versions_before_five_twenty_three_are_not_supported(String version, boolean supported) {
        assertThat(Server.SUPPORTED.isMetBy(version)).isEqualTo(supported);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "target.uri=http://127.0.0.1:7474 | target.uri",
                "target.uri=bolt://127.0.0.1:7687/db | target.uri",
                "target.uri=bolt:// | target.uri",
                "target.fetchSize=0 | target.fetchSize",
                "target.connections=-1 | target.connections",
                "target.user= | target.user",
                "target.password= | target.password",
                "target.tls.trust=all | target.tls.trust",
                "target.tls={encrypted: true, trust: /no/such/file} | target.tls.trust",
                "target.connectTimeout=0s | target.connectTimeout",
            })
    void a_wrong_setting_is_refused_with_its_path(String set, String path) {
        Plan plan = TestServer.plan("stou", set);
        assertThatThrownBy(() -> new Neo4jProvider()
                        .check(plan.target().settings(), plan.workload().settings()))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining(path);
    }

    @Test
    void every_documented_key_is_read() {
        Plan plan = TestServer.plan(
                "stou",
                "target.tls={encrypted: true, trust: all}",
                "target.fetchSize=-1",
                "target.connections=1",
                "target.retries=3",
                "target.backoff=5ms",
                "target.onError=stop",
                "target.connectTimeout=1s",
                "target.operationTimeout=2s");
        new Neo4jProvider().check(plan.target().settings(), plan.workload().settings());
        assertThat(plan.target().settings().unread()).isEmpty();
    }

    private static String refusal(String... sets) {
        return catchThrowableOfType(
                        TargetException.class,
                        () -> TestServer.open("stou", sets).close())
                .getMessage();
    }
}
