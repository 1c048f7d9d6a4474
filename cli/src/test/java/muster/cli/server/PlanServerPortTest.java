package muster.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import muster.servers.Servers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanServerPortTest {
    @ParameterizedTest
    @CsvSource({
        "neo4j, bolt://127.0.0.1:9000, bolt",
        "neo4j, http://127.0.0.1:9000, http",
        "neo4j, neo4j://127.0.0.1:9000, bolt",
        "apache, http://127.0.0.1:9000/page.html, http",
        "apache, https://127.0.0.1:9000/page.html, https",
        "janusgraph, ws://127.0.0.1:9000/gremlin, gremlin",
        "hugegraph, http://127.0.0.1:9000, rest",
        "titan, http://127.0.0.1:9000, gremlin",
        "postgresql, postgresql://127.0.0.1:9000/postgres, sql",
        "falkordb, redis://127.0.0.1:9000, redis"
    })
    void the_port_of_a_plan_is_that_of_the_protocol_in_its_address(String server, String uri, String role) {
        assertThat(PlanServers.role(Servers.local(), server, Map.of(), uri)).isEqualTo(role);
    }

    @Test
    void a_port_that_only_a_choice_opens_is_found_too() {
        assertThat(PlanServers.role(Servers.local(), "neo4j", Map.of("with-flight", "yes"), "grpc://127.0.0.1:9000"))
                .isEqualTo("flight");
    }
}
