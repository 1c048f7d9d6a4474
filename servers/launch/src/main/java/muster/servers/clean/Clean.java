package muster.servers.clean;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import muster.servers.DataFolder;
import muster.servers.MusterHome;
import muster.servers.ServerCache;
import muster.servers.ServerState;
import muster.servers.host.BadServerArgument;
import muster.servers.host.Folders;
import muster.servers.host.ServerException;

/** Lists what servers occupy on disk, with sizes, and removes what is named; only what bears Muster's markers. */
public final class Clean {
    private final MusterHome home;

    public Clean(MusterHome home) {
        this.home = home;
    }

    /** The data folders of servers, wherever they lie, then the fetched files. */
    public List<CleanItem> items() {
        try {
            return Stream.concat(servers().stream(), cache().stream()).toList();
        } catch (IOException e) {
            throw new ServerException(
                    "the sizes under " + home.servers() + " and " + home.cache() + " cannot be read: " + e, e);
        }
    }

    /** Whether it lies in the checkout's own folder, .muster: links are followed. */
    public boolean isInside(CleanItem item) {
        try {
            Path own = home.own().toRealPath();
            return item.path().toRealPath().startsWith(own);
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Removes one item.
     *
     * @throws ServerException if a server runs on it, or if it is not Muster's
     */
    public void remove(CleanItem item) {
        try {
            if (items().stream().noneMatch(known -> known.path().equals(item.path()))) {
                throw new BadServerArgument(item.path() + " was not created by Muster");
            }
            switch (item.kind()) {
                case SERVER -> removeServer(new DataFolder(item.path()));
                case CACHE -> Folders.delete(item.path());
            }
            home.forgetDeleted();
        } catch (IOException e) {
            throw new ServerException(item.path() + " could not be removed: " + e, e);
        }
    }

    private static void removeServer(DataFolder folder) throws IOException {
        if (isRunning(folder)) {
            throw new ServerException("a server runs in " + folder.root() + "; stop it first");
        }
        folder.delete();
    }

    private List<CleanItem> servers() throws IOException {
        List<CleanItem> items = new ArrayList<>();
        for (DataFolder folder : home.folders()) {
            items.add(new CleanItem(
                    CleanItem.Kind.SERVER,
                    folder.server(),
                    folder.root(),
                    Folders.bytes(folder.root()),
                    isRunning(folder)));
        }
        return items;
    }

    private static boolean isRunning(DataFolder folder) {
        return folder.state().filter(ServerState::mayBeAlive).isPresent();
    }

    private List<CleanItem> cache() throws IOException {
        List<CleanItem> items = new ArrayList<>();
        for (Path entry : MusterHome.children(home.cache().resolve("servers")).stream()
                .sorted()
                .toList()) {
            if (Files.exists(entry.resolve(ServerCache.MARKER))) {
                items.add(new CleanItem(
                        CleanItem.Kind.CACHE,
                        entry.getFileName().toString(),
                        entry,
                        Folders.bytes(entry),
                        isUsed(entry)));
            }
        }
        return items;
    }

    /** Whether a server that may be running has its jars open there. */
    private boolean isUsed(Path entry) throws IOException {
        String name = entry.getFileName().toString();
        return home.folders().stream()
                .flatMap(folder -> folder.state().stream())
                .filter(ServerState::mayBeAlive)
                .anyMatch(state -> state.parts().stream().anyMatch(part -> name.equals(part.cacheEntry())));
    }
}
