package muster.store.file.sqlite;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** A store file's identity: what it must be before anybody writes to it, and how it becomes the newest version. */
public final class StoreFile {
    /** 'MUST', so that file(1) and we know our files. */
    public static final long APPLICATION_ID = 0x4d555354;
    /** Table extension exists from here on: in older files, all tables had the version of the file. */
    private static final int EXTENSIONS_SINCE = 7;

    /** sql/NNN.sql exists for each version that changed tables, up to this one. */
    static final int VERSION = 12;

    private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);
    private static final int PAGE_SIZE_AT = 16;
    private static final int PAGES_AT = 28;
    private static final Set<PosixFilePermission> WRITE = EnumSet.of(
            PosixFilePermission.OWNER_WRITE, PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

    private StoreFile() {}

    /** The same path for everybody who means this file; creates its folder. */
    public static Path real(Path file) throws IOException {
        Path absolute = file.toAbsolutePath().normalize();
        if (Files.exists(absolute)) {
            return absolute.toRealPath();
        }
        Path folder = Files.createDirectories(absolute.getParent() == null ? absolute : absolute.getParent());
        return folder.toRealPath().resolve(absolute.getFileName());
    }

    /** Throws unless the file may be written: new, empty, or of this version or an older one. */
    public static void requireWritable(Path file) throws IOException {
        Path folder = file.getParent() == null ? file : file.getParent();
        if (!Files.isWritable(folder)) {
            throw new StoreException(file + ": the folder is read-only; make it writable, or name a file elsewhere");
        }
        if (Files.exists(file)) {
            requireReadable(file);
            if (isReadOnly(file)) {
                throw new StoreException(file + ": the file is read-only; make it writable, or name another file");
            }
        }
    }

    /** Removes a closed file with what SQLite keeps beside it. */
    public static void remove(Path file) {
        try {
            for (String suffix : List.of("", "-wal", "-shm")) {
                Files.deleteIfExists(Path.of(file + suffix));
            }
        } catch (IOException failed) {
            throw new StoreException(file + ": cannot be removed: " + reason(failed), failed);
        }
    }

    /** Throws unless the file is a Muster file that this version understands, or empty. */
    static void requireReadable(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new StoreException(file + (Files.exists(file) ? ": is not a file" : ": there is no such file"));
        }
        if (!isSqlite(file)) {
            throw notMuster(file);
        }
        requireWhole(file);
        try (Connection connection = SqliteConnections.reader(file)) {
            requireKnown(file, connection);
        } catch (SQLException damaged) {
            throw new StoreException(file + ": cannot be read: " + Database.oneLine(damaged), damaged);
        }
    }

    /**
     * A copy that was cut off may answer some queries. The header says how many pages there are, but while a -wal or a
     * journal lies beside the file they may still be on their way.
     */
    private static void requireWhole(Path file) throws IOException {
        boolean changing = Files.exists(Path.of(file + "-wal")) || Files.exists(Path.of(file + "-journal"));
        try (InputStream in = Files.newInputStream(file)) {
            ByteBuffer header = ByteBuffer.wrap(in.readNBytes(PAGES_AT + Integer.BYTES));
            if (changing || header.limit() < PAGES_AT + Integer.BYTES) {
                return;
            }
            int page = header.getShort(PAGE_SIZE_AT) & 0xffff;
            long whole = (page == 1 ? 65_536L : page) * (header.getInt(PAGES_AT) & 0xffffffffL);
            if (Files.size(file) < whole) {
                throw new StoreException(
                        "%s: is cut off, %,d of %,d bytes are there; copy it again, after the run has ended"
                                .formatted(file, Files.size(file), whole));
            }
        }
    }

    /** Brings the tables and views of Muster, and of what extends it, to their newest versions. */
    public static void migrate(Database database) {
        long version = database.number("PRAGMA user_version");
        List<StoreExtension> older = StoreExtensions.all().stream()
                .filter(extension -> isOlder(database, extension, version))
                .toList();
        if (version < VERSION || !older.isEmpty()) {
            database.transaction(() -> {
                core(database, version);
                older.forEach(extension -> extend(database, extension));
            });
        }
    }

    /** Also where the file does not have the extension, or not yet under its own name. */
    private static boolean isOlder(Database database, StoreExtension extension, long ofFile) {
        long own = ofFile < EXTENSIONS_SINCE ? 0 : version(database, extension.name());
        if (own > extension.version()) {
            throw newer(database.file(), own + " of " + extension.name(), extension.version());
        }
        return own < extension.version();
    }

    private static void core(Database database, long version) {
        if (version == VERSION) {
            return;
        }
        scripts(database, version, VERSION, StoreFile::resource);
        if (version > 0 && version < EXTENSIONS_SINCE) {
            database.update("INSERT INTO extension VALUES ('', ?)", version);
        }
        database.script("PRAGMA application_id = " + APPLICATION_ID);
        database.script("PRAGMA user_version = " + VERSION);
    }

    /** A file that is older than table extension has every script up to its version, of all extensions. */
    private static void extend(Database database, StoreExtension extension) {
        long present = Math.max(version(database, extension.name()), version(database, ""));
        scripts(database, present, extension.version(), extension::sql);
        database.update(
                "INSERT INTO extension VALUES (?, ?) ON CONFLICT DO UPDATE SET version = excluded.version",
                extension.name(),
                extension.version());
    }

    private static long version(Database database, String extension) {
        return database.number("SELECT version FROM extension WHERE name = ?", extension);
    }

    private static void scripts(Database database, long from, long to, Function<String, Optional<String>> sql) {
        for (long next = from + 1; next <= to; next++) {
            sql.apply("%03d.sql".formatted(next)).ifPresent(database::script);
        }
        sql.apply("views.sql").ifPresent(database::script);
    }

    private static void requireKnown(Path file, Connection connection) throws SQLException {
        long application = pragma(connection, "PRAGMA application_id");
        long tables = pragma(connection, "SELECT count(*) FROM sqlite_schema");
        if (application != APPLICATION_ID && (application != 0 || tables != 0)) {
            throw notMuster(file);
        }
        long version = pragma(connection, "PRAGMA user_version");
        if (version > VERSION) {
            throw newer(file, String.valueOf(version), VERSION);
        }
    }

    private static StoreException newer(Path file, String version, int known) {
        return new StoreException(
                "%s: has format %s of a newer Muster, this one knows up to %d; use the newer one, or another --store"
                        .formatted(file, version, known));
    }

    private static long pragma(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery(sql)) {
            return answer.next() ? answer.getLong(1) : 0;
        }
    }

    private static boolean isSqlite(Path file) throws IOException {
        if (Files.size(file) == 0) {
            return true;
        }
        try (InputStream in = Files.newInputStream(file)) {
            return java.util.Arrays.equals(in.readNBytes(MAGIC.length), MAGIC);
        }
    }

    /** Also for root, who could write: whoever took the write permission away meant it. */
    private static boolean isReadOnly(Path file) throws IOException {
        PosixFileAttributeView posix = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        boolean forbidden =
                posix != null && posix.readAttributes().permissions().stream().noneMatch(WRITE::contains);
        return forbidden || !Files.isWritable(file);
    }

    private static StoreException notMuster(Path file) {
        return new StoreException(file + ": is not a Muster file; name another one");
    }

    private static Optional<String> resource(String name) {
        return SqlResource.read(StoreFile.class, "sql/" + name);
    }

    /** Why a file could not be opened, in words. */
    public static String reason(IOException failed) {
        return switch (failed) {
            case NoSuchFileException none -> "its folder does not exist or cannot be written to";
            case AccessDeniedException denied -> "no right to write there";
            default -> String.valueOf(failed);
        };
    }
}
