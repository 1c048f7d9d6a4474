package muster.endtoend.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import muster.cli.client.CoordinatorClient;
import muster.cli.run.CoordinatorCommand;
import muster.cli.run.PlanScriptReader;
import muster.coordinator.control.ServerControl;
import muster.coordinator.server.BindException;
import muster.coordinator.server.FileDepot;
import muster.coordinator.server.RouterService;
import muster.protocol.Envelope;
import muster.protocol.Frame;
import muster.protocol.StatusRequest;
import muster.store.file.Store;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

/** Connections and messages, many of them: every one is served. */
@Tag("slow")
@Tag("thorough")
class ConnectionsIT {
    private static final int CONNECTIONS = 500;
    private static final int FLOOD = 20_000;

    @TempDir
    private Path folder;

    /** jeromq 0.6.0 left one in twenty hanging: docs/decisions/0009. */
    @Test
    void none_of_many_new_connections_hangs() throws BindException {
        try (Store store = Store.open(folder.resolve("s.db"));
                RouterService service = serve(store)) {
            for (int i = 0; i < CONNECTIONS; i++) {
                try (CoordinatorClient client = new CoordinatorClient(service.address(), null)) {
                    assertThat(client.status().getWorkersCount()).isZero();
                }
            }
        }
    }

    @Test
    void every_message_of_a_flood_is_answered() throws BindException {
        byte[] question = Frame.encode(Envelope.newBuilder()
                .setStatusRequest(StatusRequest.getDefaultInstance())
                .build());
        try (Store store = Store.open(folder.resolve("s.db"));
                RouterService service = serve(store);
                ZContext context = new ZContext()) {
            ZMQ.Socket client = context.createSocket(SocketType.DEALER);
            client.setHWM(FLOOD);
            client.setReceiveTimeOut(100_000);
            client.connect(service.address());
            for (int i = 0; i < FLOOD; i++) {
                client.send(question);
            }
            for (int i = 0; i < FLOOD; i++) {
                assertThat(client.recv()).as("answer " + i).isNotNull();
            }
        }
    }

    private RouterService serve(Store store) throws BindException {
        return new RouterService(
                "tcp://127.0.0.1:0",
                null,
                CoordinatorCommand.settings(store),
                store,
                new PlanScriptReader(ServerControl.NONE),
                new FileDepot(folder.resolve("depot")),
                line -> {});
    }
}
