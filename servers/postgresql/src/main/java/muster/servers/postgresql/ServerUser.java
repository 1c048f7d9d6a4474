package muster.servers.postgresql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import muster.servers.host.Jdks;
import muster.servers.host.ServerException;

/**
 * Who PostgreSQL runs as: it refuses to run as root. An ordinary user runs it himself; root hands it to the user that the
 * package has made for it, with the right to pass through folders, and nothing more: data may lie below folders that only
 * root can enter.
 */
sealed interface ServerUser {
    String PACKAGED = "postgres";

    /** Makes an empty folder for the data, where there is none, of this user alone. */
    void own(Path folder) throws IOException;

    /** The command as this user. */
    List<String> as(List<String> command);

    static ServerUser current() {
        return System.getProperty("user.name").equals("root") ? new Packaged() : new Self();
    }

    /** Whoever runs Muster. */
    record Self() implements ServerUser {
        @Override
        public void own(Path folder) throws IOException {
            Files.createDirectories(folder);
        }

        @Override
        public List<String> as(List<String> command) {
            return command;
        }
    }

    /** The user of the system's package. */
    record Packaged() implements ServerUser {
        @Override
        public void own(Path folder) throws IOException {
            if (!Files.exists(folder)) {
                Files.createDirectories(folder);
                Files.setOwner(
                        folder,
                        folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(PACKAGED));
            }
        }

        @Override
        public List<String> as(List<String> command) {
            if (Jdks.onPath("setpriv").isEmpty()) {
                throw new ServerException(
                        "PostgreSQL does not run as root, and setpriv, which hands it to the user postgres, is not"
                                + " installed: apt-get install util-linux, or run Muster as another user");
            }
            List<String> words = new ArrayList<>(List.of(
                    "setpriv",
                    "--reuid=" + PACKAGED,
                    "--regid=" + PACKAGED,
                    "--clear-groups",
                    "--inh-caps=-all,+dac_read_search",
                    "--ambient-caps=-all,+dac_read_search",
                    "--bounding-set=-all,+dac_read_search"));
            words.addAll(command);
            return words;
        }
    }
}
