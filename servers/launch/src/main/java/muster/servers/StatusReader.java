package muster.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.OptionalLong;
import muster.servers.host.Folders;

/** Reads the status of a server from its data folder and its process. */
record StatusReader(ServerProvider provider) {
    ServerStatus read(DataFolder folder) throws IOException {
        Optional<ServerState> state = folder.isCreated() ? folder.state() : Optional.empty();
        long bytes = folder.isCreated() ? Folders.bytes(folder.root()) : 0;
        return state.map(known -> started(folder, known, bytes)).orElseGet(() -> neverStarted(folder, bytes));
    }

    private ServerStatus started(DataFolder folder, ServerState state, long bytes) {
        boolean alive = state.isAlive();
        return new ServerStatus(
                state.name(),
                state.version(),
                folder.root(),
                condition(state, alive),
                alive && !state.parts().isEmpty()
                        ? OptionalLong.of(state.process().pid())
                        : OptionalLong.empty(),
                Optional.of(state.ports()),
                alive ? provider.addresses(state.ports()) : new LinkedHashMap<>(),
                Optional.of(state.startedAt()),
                state.heap(),
                state.jdk(),
                state.choices(),
                bytes,
                note(folder, state, alive));
    }

    private static ServerStatus.Condition condition(ServerState state, boolean alive) {
        if (!alive) {
            return ServerStatus.Condition.STOPPED;
        }
        return state.phase() == ServerState.Phase.STARTING
                ? ServerStatus.Condition.STARTING
                : ServerStatus.Condition.RUNNING;
    }

    private static String note(DataFolder folder, ServerState state, boolean alive) {
        if (state.isLeftOver() && (alive || state.temporary())) {
            return "left over by process " + state.owner().orElseThrow().pid()
                    + ", which was killed; the next start clears it away";
        }
        if (!alive && state.mayBeAlive()) {
            return "started in another container or on another host; ask there";
        }
        boolean died = !alive && state.phase() != ServerState.Phase.STOPPED;
        if (alive && state.phase() == ServerState.Phase.READY && !state.dead().isEmpty()) {
            return String.join(" and ", state.dead()) + " died or was killed; stop it, then start it again; logs: "
                    + folder.log() + " and those in " + folder.home();
        }
        return died ? "it died or was killed; its log: " + folder.log() : "";
    }

    private ServerStatus neverStarted(DataFolder folder, long bytes) {
        return new ServerStatus(
                provider.name(),
                provider.version(),
                folder.root(),
                folder.isCreated() ? ServerStatus.Condition.STOPPED : ServerStatus.Condition.NOT_CREATED,
                OptionalLong.empty(),
                Optional.empty(),
                new LinkedHashMap<>(),
                Optional.empty(),
                "",
                "",
                new LinkedHashMap<>(),
                bytes,
                Files.exists(folder.root()) && !folder.isCreated() ? "the folder is not Muster's" : "");
    }
}
