package muster.store.file.sqlite;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteJDBCLoader;
import org.sqlite.util.LibraryLoaderUtil;

/**
 * SQLite's native library, unpacked once for all processes. Left to itself, the driver unpacks 1.1 MB into the temporary
 * folder in each process, and a process that is killed leaves them there.
 */
final class NativeLibrary {
    private static final String DRIVERS_PATH = "org.sqlite.lib.path";
    private static final String DRIVERS_FOLDER = "org.sqlite.tmpdir";

    private NativeLibrary() {}

    /** Before the first connection. Where it cannot be unpacked the driver does what it always does. */
    static synchronized void prepare() {
        if (System.getProperty(DRIVERS_PATH) == null && System.getProperty(DRIVERS_FOLDER) == null) {
            try {
                Path library = unpacked(folder());
                if (library != null) {
                    System.setProperty(DRIVERS_PATH, String.valueOf(library.getParent()));
                }
            } catch (IOException readOnly) {
                // Such as a distribution on a read-only volume without a home.
            }
        }
    }

    /** Beside the build or the distribution; without a launcher in the user's cache. */
    private static Path folder() {
        String home = System.getProperty("muster.home", "");
        if (!home.isEmpty() && Files.isWritable(Path.of(home))) {
            return Path.of(home, ".muster", "native");
        }
        String cache = System.getenv("XDG_CACHE_HOME");
        Path caches =
                cache == null || cache.isBlank() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(cache);
        return caches.resolve("muster").resolve("native");
    }

    /**
     * The library's file in a folder of its version and platform. Processes that come at the same time wait for the one
     * that unpacks; what one that was killed has half written is written again.
     *
     * @return null if the driver brings none for this platform
     */
    static @Nullable Path unpacked(Path folder) throws IOException {
        String resource = LibraryLoaderUtil.getNativeLibResourcePath() + "/" + LibraryLoaderUtil.getNativeLibName();
        URL packed = SQLiteJDBCLoader.class.getResource(resource);
        if (packed == null) {
            return null;
        }
        long bytes = packed.openConnection().getContentLengthLong();
        String platform = LibraryLoaderUtil.getNativeLibResourcePath()
                .replaceAll(".*/native/", "")
                .replace('/', '-');
        Path own = folder.toAbsolutePath().resolve("sqlite-" + SQLiteJDBCLoader.getVersion() + "-" + platform);
        Path library = own.resolve(LibraryLoaderUtil.getNativeLibName());
        if (!isWhole(library, bytes)) {
            Files.createDirectories(own);
            unpack(packed, library, bytes);
        }
        return library;
    }

    private static boolean isWhole(Path library, long bytes) throws IOException {
        return Files.isRegularFile(library) && Files.size(library) == bytes;
    }

    @SuppressWarnings("try") // The lock is held, not used.
    private static void unpack(URL packed, Path library, long bytes) throws IOException {
        Path lock = library.resolveSibling("lock");
        Path half = library.resolveSibling("half");
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock held = channel.lock();
                InputStream in = packed.openStream()) {
            if (!isWhole(library, bytes)) {
                Files.copy(in, half, StandardCopyOption.REPLACE_EXISTING);
                Files.move(half, library, StandardCopyOption.ATOMIC_MOVE);
            }
        }
    }
}
