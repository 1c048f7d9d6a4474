package muster.servers;

import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import muster.servers.host.BadServerArgument;
import muster.servers.host.Folders;
import muster.servers.host.ServerException;

/**
 * The data folder of one server. What Muster creates in it has six names: the marker, the state, the log, copies of
 * data, images of what is synced, and the home that belongs to the server alone; deleting touches nothing else.
 */
public record DataFolder(Path root) {
    static final String MARKER = ".muster-server";

    public DataFolder(Path root) {
        this.root = root.toAbsolutePath().normalize();
    }

    Path home() {
        return root.resolve("home");
    }

    Path log() {
        return root.resolve("server.log");
    }

    /** The home of another process that the server needs; it lies within the server's own. */
    Path home(String part) {
        return home().resolve(part);
    }

    Path log(String part) {
        return home(part).resolve("server.log");
    }

    /** What was chosen about the server when it was last started; empty if it never was. */
    Map<String, String> choices() {
        return isCreated()
                ? state().<Map<String, String>>map(ServerState::choices).orElse(Map.of())
                : Map.of();
    }

    /** What a start locks. It is a file of its own: closing any other handle on a locked file would unlock it. */
    Path lock() {
        return home().resolve(".muster-lock");
    }

    private Path copies() {
        return root.resolve("copies");
    }

    /** Of files, as they were last synced. */
    Path images() {
        return root.resolve("images");
    }

    private Path marker() {
        return root.resolve(MARKER);
    }

    private Path stateFile() {
        return root.resolve("server.properties");
    }

    boolean isCreated() {
        return Files.isRegularFile(marker());
    }

    /** Makes the folder and its marker where there is none. */
    void create(String server) throws IOException {
        refuseForeign(server);
        if (!isCreated()) {
            boolean ours = !Files.exists(root);
            Files.createDirectories(home());
            writeMarker(server, ours, false);
        }
    }

    /** Refuses a folder that holds anything but data of this server which Muster created. */
    void refuseForeign(String server) throws IOException {
        if (isCreated() && !server().equals(server)) {
            throw new BadServerArgument("the folder " + root + " holds data of " + server() + ", not of " + server);
        }
        if (Files.exists(root) && !Files.isDirectory(root)) {
            throw new BadServerArgument(root + " is not a folder; choose another data folder");
        }
        if (!isCreated() && !MusterHome.children(root).isEmpty()) {
            throw new BadServerArgument("the folder " + root + " is not empty and bears no " + MARKER
                    + ", so Muster did not create it; choose another data folder");
        }
    }

    /** Refuses a folder whose server runs. */
    void refuseRunning() {
        state().filter(ServerState::isAlive).ifPresent(state -> {
            throw new ServerException("%s runs already: process %d, %s, data in %s"
                    .formatted(state.name(), state.process().pid(), state.ports(), root));
        });
    }

    public String server() throws IOException {
        return read(marker()).getProperty("server", "");
    }

    /** Whether the commands that come before the first start have succeeded. */
    boolean isPrepared() throws IOException {
        return Boolean.parseBoolean(read(marker()).getProperty("prepared"));
    }

    void prepared(String server) throws IOException {
        writeMarker(server, isFolderOurs(), true);
    }

    private boolean isFolderOurs() throws IOException {
        return Boolean.parseBoolean(read(marker()).getProperty("folder"));
    }

    private void writeMarker(String server, boolean folderOurs, boolean prepared) throws IOException {
        Properties properties = new Properties();
        properties.setProperty("server", server);
        properties.setProperty("folder", Boolean.toString(folderOurs));
        properties.setProperty("prepared", Boolean.toString(prepared));
        write(marker(), properties);
    }

    public Optional<ServerState> state() {
        try {
            return Optional.of(ServerState.of(read(stateFile())));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException | IllegalArgumentException | DateTimeException e) {
            throw new ServerException(
                    "the state file " + stateFile() + " cannot be read (" + e.getMessage()
                            + "); if no such server runs, delete this file",
                    e);
        }
    }

    void write(ServerState state) throws IOException {
        write(stateFile(), state.properties());
    }

    /** Deletes what Muster created; the marker goes last, so that an interrupted deletion can be repeated. */
    public void delete() throws IOException {
        if (!isCreated()) {
            throw new BadServerArgument("the folder " + root + " bears no " + MARKER
                    + ", so Muster did not create it and will not delete it");
        }
        boolean folderOurs = isFolderOurs();
        for (Path path : List.of(home(), copies(), images(), log(), stateFile(), marker())) {
            Folders.delete(path);
        }
        if (folderOurs && MusterHome.children(root).isEmpty()) {
            Files.delete(root);
        }
    }

    /** Copies what belongs to the server; returns how many bytes. */
    long copyTo(String name) throws IOException {
        Path to = copies().resolve(name);
        Folders.delete(to);
        return Folders.copy(home(), to, lock());
    }

    /** The other way round: what the server has is deleted. */
    long restoreFrom(String name) throws IOException {
        Path from = copies().resolve(name);
        if (!Files.isDirectory(from)) {
            throw new ServerException("there is no copy of the loaded data in " + from + "; run the plan again");
        }
        Folders.delete(home());
        return Folders.copy(from, home(), lock());
    }

    /** Whether it was made for this process, and goes with it. */
    boolean isOfThisProcess() {
        return isCreated()
                && state().filter(ServerState::temporary)
                        .flatMap(ServerState::owner)
                        .filter(ProcessIdentity.ofThisProcess()::equals)
                        .isPresent();
    }

    private static Properties read(Path file) throws IOException {
        Properties properties = new Properties();
        try (Reader in = Files.newBufferedReader(file)) {
            properties.load(in);
        }
        return properties;
    }

    private static void write(Path file, Properties properties) throws IOException {
        StringWriter text = new StringWriter();
        properties.store(text, "Written by Muster.");
        Folders.writeWhole(file, text.toString());
    }
}
