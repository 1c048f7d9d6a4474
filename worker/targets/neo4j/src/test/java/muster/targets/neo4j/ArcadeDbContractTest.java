package muster.targets.neo4j;

import java.net.InetSocketAddress;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import muster.servers.RunningServer;
import muster.servers.Servers;
import muster.servers.arcadedb.ArcadeDbServer;
import muster.targets.contract.Ability;
import muster.targets.contract.TargetContract;
import org.neo4j.driver.AuthTokens;

/** On a real server with a password, which is stopped with this JVM. */
class ArcadeDbContractTest extends TargetContract {
    private static final RunningServer SERVER = Servers.local()
            .start("arcadedb", ArcadeDbServer.small().withPasswordVariable(TestServer.PASSWORD_VARIABLE));
    private static final String PASSWORD = System.getenv(TestServer.PASSWORD_VARIABLE);

    ArcadeDbContractTest() {
        super(new BoltSubject(
                new ArcadeDbProvider(),
                new Database(
                        InetSocketAddress.createUnresolved(
                                "127.0.0.1", SERVER.ports().byRole().get("bolt")),
                        ArcadeDbServer.DATABASE,
                        AuthTokens.basic(ArcadeDbServer.USER, PASSWORD)),
                address ->
                        "{kind: arcadedb, uri: \"bolt://%s\", connectTimeout: 100s, user: %s, password: \"${env:%s}\"}"
                                .formatted(address, ArcadeDbServer.USER, TestServer.PASSWORD_VARIABLE),
                List.of("st", "stou", "graphity"),
                // Its server does not know transactions that only read.
                EnumSet.complementOf(EnumSet.of(Ability.READ_ONLY)),
                Map.of(
                        "a wrong password",
                        "target.password=${env:PATH}",
                        "an unknown database",
                        "target.database=nosuch"),
                List.of(PASSWORD, System.getenv("PATH"))));
    }
}
