package muster.store.file.sqlite;

import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.JournalMode;
import org.sqlite.SQLiteConfig.SynchronousMode;

/** Opens SQLite files: for the one writer, and for readers that leave no trace. */
public final class SqliteConnections {
    private static final int BUSY_MS = 10_000;
    /** Of the writer, which tries again: the coordinator says soon that it waits. */
    private static final int WRITER_BUSY_MS = 2_000;

    private static final byte WAL = 2;
    private static final int WAL_AT = 18;

    static {
        NativeLibrary.prepare();
    }

    private SqliteConnections() {}

    /** A commit of this connection is on disk when it returns. */
    public static Connection writer(Path file) throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setPageSize(8192);
        config.setJournalMode(JournalMode.WAL);
        config.setSynchronous(SynchronousMode.FULL);
        config.setBusyTimeout(WRITER_BUSY_MS);
        config.enforceForeignKeys(true);
        config.setCacheSize(-65_536);
        // Otherwise the driver asks for last_insert_rowid() after each insert, a third of the cost of one.
        config.setGetGeneratedKeys(false);
        return config.createConnection(url(file, "mode=rwc"));
    }

    /**
     * A reader that changes nothing. A file in WAL mode without a -wal beside it was left by a writer that could not
     * finish; opening it plainly would create one that a reader may not remove, so it is read as immutable.
     */
    static Connection reader(Path file) throws SQLException, IOException {
        SQLiteConfig config = new SQLiteConfig();
        config.setReadOnly(true);
        config.setBusyTimeout(BUSY_MS);
        boolean immutable = isWal(file) && !Files.exists(Path.of(file + "-wal"));
        return config.createConnection(url(file, immutable ? "mode=ro&immutable=1" : "mode=ro"));
    }

    private static boolean isWal(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] header = in.readNBytes(WAL_AT + 1);
            return header.length > WAL_AT && header[WAL_AT] == WAL;
        }
    }

    private static String url(Path file, String parameters) {
        String encoded = URLEncoder.encode(file.toAbsolutePath().toString(), StandardCharsets.UTF_8);
        String path = encoded.replace("+", "%20").replace("%2F", "/");
        return "jdbc:sqlite:file:" + path + "?" + parameters;
    }
}
