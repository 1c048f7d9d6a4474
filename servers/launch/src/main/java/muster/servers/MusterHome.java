package muster.servers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import muster.servers.host.Folders;

/**
 * Where Muster keeps servers and what it fetched.
 *
 * @param servers the default parent of data folders, one a server
 * @param cache the fetched files, which runs, test JVMs and worktrees may share
 * @param mavenWrapper the checkout's {@code mvnw}, if there is a checkout
 */
public record MusterHome(Path servers, Path cache, Optional<Path> mavenWrapper) {
    /** A folder that lists data folders which lie elsewhere, so that they are not forgotten. */
    private static final String ELSEWHERE = ".elsewhere";

    /**
     * The checkout that the launcher stands in or, without a launcher, the one around the working directory, else the
     * working directory; MUSTER_CACHE moves the cache.
     */
    public static MusterHome detect() {
        Path from = Path.of(System.getProperty("muster.home", "")).toAbsolutePath();
        return detect(from, Optional.ofNullable(System.getenv("MUSTER_CACHE")));
    }

    static MusterHome detect(Path from, Optional<String> cache) {
        Optional<Path> checkout = checkout(from);
        Path own = checkout.orElse(from).resolve(".muster");
        Path fetched = cache.filter(path -> !path.isBlank())
                .map(path -> Path.of(path).toAbsolutePath())
                .orElse(own.resolve("cache"));
        return new MusterHome(own.resolve("servers"), fetched, checkout.map(root -> root.resolve("mvnw")));
    }

    private static Optional<Path> checkout(Path from) {
        for (Path at = from; at != null; at = at.getParent()) {
            if (Files.isExecutable(at.resolve("mvnw")) && Files.isRegularFile(at.resolve("pom.xml"))) {
                return Optional.of(at);
            }
        }
        return Optional.empty();
    }

    /** What belongs to this checkout alone. */
    public Path own() {
        return Objects.requireNonNull(servers.getParent());
    }

    /** The default data folder of a server. */
    public Path folder(String server) {
        return servers.resolve(server);
    }

    /** Notes a data folder, so that {@link #folders} knows it wherever it lies. */
    void remember(Path folder) throws IOException {
        if (!servers.equals(folder.getParent())) {
            Path notes = Files.createDirectories(servers.resolve(ELSEWHERE));
            Folders.writeWhole(notes.resolve(note(folder)), folder.toString());
        }
    }

    /** Forgets data folders that were deleted. */
    public void forgetDeleted() throws IOException {
        for (Path folder : elsewhere()) {
            if (!new DataFolder(folder).isCreated()) {
                Files.deleteIfExists(servers.resolve(ELSEWHERE).resolve(note(folder)));
            }
        }
    }

    private static String note(Path folder) {
        return UUID.nameUUIDFromBytes(folder.toString().getBytes(StandardCharsets.UTF_8))
                .toString();
    }

    private List<Path> elsewhere() throws IOException {
        List<Path> folders = new ArrayList<>();
        for (Path note : children(servers.resolve(ELSEWHERE))) {
            if (!note.toString().endsWith(Folders.HALF)) {
                noted(note).ifPresent(folders::add);
            }
        }
        return folders;
    }

    /** Another process may have forgotten it meanwhile. */
    private static Optional<Path> noted(Path note) throws IOException {
        try {
            return Optional.of(Path.of(Files.readString(note)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** Every data folder that bears the marker, in the default place first. */
    public List<DataFolder> folders() throws IOException {
        List<Path> folders = new ArrayList<>(children(servers));
        folders.addAll(elsewhere());
        return folders.stream()
                .sorted()
                .map(DataFolder::new)
                .filter(DataFolder::isCreated)
                .toList();
    }

    public static List<Path> children(Path folder) throws IOException {
        List<Path> children = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
                entries.forEach(children::add);
            }
        }
        return children;
    }
}
