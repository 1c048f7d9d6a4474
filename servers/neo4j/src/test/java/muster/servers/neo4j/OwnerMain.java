package muster.servers.neo4j;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import muster.servers.MusterHome;
import muster.servers.RunningServer;
import muster.servers.Servers;

/** A program that starts a server for itself, prints its process and its folder, and then waits to be ended. */
final class OwnerMain {
    private OwnerMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        MusterHome home = new MusterHome(Path.of(arguments[0]), Path.of(arguments[1]), Optional.empty());
        RunningServer server = new Servers(home, System.err::println).start("neo4j", Neo4jServer.small());
        System.out.println(server.pid() + " " + server.dataFolder());
        new CountDownLatch(1).await();
    }
}
