package muster.servers.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FoldersTest {
    @TempDir
    private Path folder;

    @Test
    void a_copied_folder_may_be_entered_by_whom_the_first_may_be() throws IOException {
        Path data = Files.createDirectories(folder.resolve("home/data"));
        Files.writeString(data.resolve("file"), "12345");
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwx------"));
        assertThat(Folders.copy(folder.resolve("home"), folder.resolve("copy"), folder.resolve("none")))
                .isEqualTo(5);
        Path copy = folder.resolve("copy/data");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(copy)))
                .isEqualTo("rwx------");
        assertThat(Files.getOwner(copy)).isEqualTo(Files.getOwner(data));
        assertThat(copy.resolve("file")).hasContent("12345");
    }
}
