package muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import muster.coordinator.BindException;
import muster.coordinator.FileDepot;
import muster.coordinator.RouterService;
import muster.store.Store;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every new connection is served at once. jeromq 0.6.0 left one in twenty hanging: docs/decisions/0009. */
@Tag("slow")
class ConnectionsIT {
    private static final int CONNECTIONS = 500;

    @TempDir
    private Path folder;

    @Test
    void noneOfManyNewConnectionsHangs() throws BindException {
        try (Store store = Store.open(folder.resolve("s.db"));
                RouterService service = new RouterService(
                        "tcp://127.0.0.1:0",
                        CoordinatorCommand.settings(store),
                        store,
                        new Scripts(),
                        new FileDepot(folder.resolve("depot")),
                        line -> {})) {
            for (int i = 0; i < CONNECTIONS; i++) {
                try (CoordinatorClient client = new CoordinatorClient(service.address())) {
                    assertThat(client.status().getWorkersCount()).isZero();
                }
            }
        }
    }
}
