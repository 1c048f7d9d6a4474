package muster.targets.janusgraph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.net.InetSocketAddress;
import muster.targets.contract.FaultProxy;
import muster.targets.janusgraph.connection.Server;
import muster.workloads.operation.GraphityOperation.Follow;
import muster.workloads.plan.Plan;
import muster.workloads.plan.language.PlanException;
import muster.workloads.target.Depth;
import muster.workloads.target.TargetException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("server")
class OpeningTest {
    private static final TestServer SERVER = TestServer.berkeleyJe();

    @Test
    void the_facts_name_versions_and_what_the_storage_is_set_to() throws Exception {
        try (JanusGraphTarget target = SERVER.open("graphity", "target.consistency=quorum")) {
            assertThat(target.facts())
                    .containsEntry("database", "graph")
                    .containsEntry("server.version", "1.1.0")
                    .containsEntry("driver.version", "3.7.3")
                    .containsEntry("storage.backend", "berkeleyje")
                    .containsEntry("consistency", "QUORUM")
                    .containsEntry("locking", "true");
        }
    }

    @Test
    void sample_statements_are_those_that_are_sent() {
        Plan plan = SERVER.plan("graphity", "target.consistency=one");
        assertThat(new JanusGraphProvider()
                        .statements(
                                plan.target().settings(), plan.workload().settings(), Depth.PARSE, new Follow(1, 2)))
                .singleElement()
                .asString()
                .startsWith("return []\ndef tx = graph.buildTransaction().customOption(")
                .contains("'storage.cql.read-consistency-level', 'ONE'", "on.follow = { id, followee ->");
    }

    @Test
    void a_wrong_password_and_an_unknown_graph_are_named() {
        // JAVA_HOME or PATH is set everywhere and is surely not the password.
        assertThat(refusal("target.password=${env:PATH}")).contains("Username and/or password are incorrect");
        assertThat(refusal("target={kind: janusgraph, uri: \"" + SERVER.uri() + "\", connectTimeout: 5s}"))
                .contains("target.user is not set")
                .doesNotContain("\n");
        assertThat(refusal("target.graph=nosuch")).contains("graph nosuch").contains("No such property: nosuch");
    }

    /** A real 0.6.4, started by hand, was refused with the same words; here its version is put into the answers of the other. */
    @Test
    void a_server_of_an_unsupported_version_is_refused_with_the_version_that_it_needs() throws Exception {
        try (FaultProxy proxy = new FaultProxy(InetSocketAddress.createUnresolved("127.0.0.1", SERVER.port()))) {
            proxy.rewriteAnswers("1.1.0", "0.6.4");
            assertThat(refusal("target.uri=ws://127.0.0.1:" + proxy.address().getPort()))
                    .endsWith(": version 0.6.4 is too old, Muster needs 1.0 or later")
                    .doesNotContain("\n");
        }
    }

    @ParameterizedTest
    @CsvSource({"0.6.4,false", "1.0.0,true", "1.1.0,true", "2.0.0-rc1,true", "unknown,false"})
    void versions_before_one_are_not_supported(String version, boolean supported) {
        assertThat(Server.SUPPORTED.isMetBy(version)).isEqualTo(supported);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "target.uri=http://127.0.0.1:8182 | target.uri",
                "target.uri=ws:// | target.uri",
                "target.graph=a; b | target.graph",
                "target.user= | target.user",
                "target.password= | target.password",
                "target.consistency=most | target.consistency",
                "target.locking=perhaps | target.locking",
                "target.connectTimeout=0s | target.connectTimeout",
            })
    void a_wrong_setting_is_refused_with_its_path(String set, String path) {
        Plan plan = SERVER.plan("stou", set);
        assertThatThrownBy(() -> new JanusGraphProvider()
                        .check(plan.target().settings(), plan.workload().settings()))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining(path);
    }

    @Test
    void every_documented_key_is_read() {
        Plan plan = SERVER.plan(
                "stou",
                "target.graph=graph",
                "target.consistency=quorum",
                "target.locking=true",
                "target.batchLoading=false",
                "target.compression=true",
                "target.retries=3",
                "target.backoff=5ms",
                "target.onError=stop",
                "target.connectTimeout=1s",
                "target.operationTimeout=2s");
        new JanusGraphProvider().check(plan.target().settings(), plan.workload().settings());
        assertThat(plan.target().settings().unread()).isEmpty();
    }

    private static String refusal(String... sets) {
        return catchThrowableOfType(
                        TargetException.class, () -> SERVER.open("stou", sets).close())
                .getMessage();
    }
}
