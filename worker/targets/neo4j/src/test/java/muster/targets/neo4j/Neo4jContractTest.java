package muster.targets.neo4j;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import muster.targets.contract.Ability;
import muster.targets.contract.TargetContract;

/** Neo4j can do everything that the contract asks. */
class Neo4jContractTest extends TargetContract {
    Neo4jContractTest() {
        super(subject());
    }

    static BoltSubject subject() {
        return new BoltSubject(
                new Neo4jProvider(),
                TestServer.database(),
                address -> TestServer.section("bolt://" + address),
                List.of("st", "stou", "graphity"),
                EnumSet.allOf(Ability.class),
                // PATH is set everywhere and is surely not the password.
                Map.of(
                        "a wrong password",
                        "target.password=${env:PATH}",
                        "an unknown database",
                        "target.database=nosuch"),
                List.of(System.getenv(TestServer.PASSWORD_VARIABLE), System.getenv("PATH")));
    }
}
