package muster.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import muster.servers.fetch.FetchedFiles;
import muster.servers.fetch.Fetcher;
import muster.servers.fetch.InstalledFiles;
import muster.servers.host.FolderLock;
import muster.servers.host.Folders;
import muster.servers.host.ServerException;

/** The programs of servers, fetched once into a folder each; a folder is there either complete or not at all. */
public final class ServerCache {
    /** Only folders with this file are ever deleted, since a user may point the cache anywhere. */
    public static final String MARKER = ".muster-cache";

    private static final long WAIT_MILLISECONDS = 200;

    private final MusterHome home;
    private final Consumer<String> say;

    /** Lines about a fetch go to {@code say}. */
    public ServerCache(MusterHome home, Consumer<String> say) {
        this.home = home;
        this.say = say;
    }

    /**
     * The folder with the jars or programs of a server, fetched if this is the first use.
     *
     * @throws ServerException if they cannot be fetched, or are not installed; the message names the cure
     */
    public Path libraries(ServerPart server) {
        return switch (server.files()) {
            case InstalledFiles installed -> installed.folder(server.title() + " " + server.version());
            case FetchedFiles fetched -> fetched(server, fetched);
        };
    }

    private Path fetched(ServerPart server, FetchedFiles files) {
        try {
            Path entry = entry(server);
            if (!isComplete(entry, files)) {
                fetchLocked(entry, server, files);
            }
            return entry.resolve("lib");
        } catch (IOException e) {
            throw new ServerException(
                    "the cache " + home.cache() + " cannot be used: " + e
                            + "; free or choose another place with MUSTER_CACHE",
                    e);
        }
    }

    /** Whether a start would fetch nothing. */
    public boolean has(ServerPart server) {
        return switch (server.files()) {
            case InstalledFiles installed -> installed.present();
            case FetchedFiles fetched -> isComplete(entry(server), fetched);
        };
    }

    /** The name of the folder with the files of a server. */
    static String entryName(ServerPart server) {
        return server.product() + "-" + server.version();
    }

    private Path entry(ServerPart server) {
        return home.cache().resolve("servers").resolve(entryName(server));
    }

    /** An entry made from another text, by an older or newer Muster, counts as missing. */
    private static boolean isComplete(Path entry, FetchedFiles files) {
        try {
            return Files.readString(entry.resolve(files.file())).equals(files.text());
        } catch (IOException e) {
            return false;
        }
    }

    @SuppressWarnings("try") // The lock is held, not used.
    private void fetchLocked(Path entry, ServerPart server, FetchedFiles files) throws IOException {
        try (FolderLock ignored = waitForLock(entry)) {
            // Whoever held the lock before may have fetched it.
            if (!isComplete(entry, files)) {
                fetch(entry, server, files);
            }
        }
    }

    private FolderLock waitForLock(Path entry) throws IOException {
        Path file = entry.resolveSibling("." + entry.getFileName() + ".lock");
        Optional<FolderLock> lock = FolderLock.take(file);
        if (lock.isEmpty()) {
            say.accept("Waiting for another process that fetches " + entry.getFileName());
        }
        while (lock.isEmpty()) {
            sleep();
            lock = FolderLock.take(file);
        }
        return lock.get();
    }

    private static void sleep() {
        try {
            TimeUnit.MILLISECONDS.sleep(WAIT_MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServerException("interrupted while waiting for a fetch", e);
        }
    }

    private void fetch(Path entry, ServerPart server, FetchedFiles files) throws IOException {
        say.accept("Fetching %s %s (%s) %s, into %s"
                .formatted(server.title(), server.version(), files.licence(), files.summary(), entry));
        Path half = entry.resolveSibling("." + entry.getFileName() + ".half");
        Folders.delete(half);
        Files.createDirectories(half);
        Files.writeString(half.resolve(files.file()), files.text());
        Files.writeString(half.resolve(MARKER), "Fetched by Muster.\n");
        files.fetch(half, entry.getFileName().toString(), new Fetcher(home.mavenWrapper(), say));
        Folders.delete(entry);
        Files.move(half, entry, StandardCopyOption.ATOMIC_MOVE);
    }
}
