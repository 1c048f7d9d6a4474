package muster.protocol.keys;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretFileTest {
    @TempDir
    private Path folder;

    @Test
    void whatever_its_group_or_others_may_do_is_reported() throws IOException {
        assertThat(open("rw-r-----")).containsExactly(PosixFilePermission.GROUP_READ);
        assertThat(open("rw--w----")).containsExactly(PosixFilePermission.GROUP_WRITE);
        assertThat(open("rw---x---")).containsExactly(PosixFilePermission.GROUP_EXECUTE);
        assertThat(open("rw----r--")).containsExactly(PosixFilePermission.OTHERS_READ);
        assertThat(open("rw-----w-")).containsExactly(PosixFilePermission.OTHERS_WRITE);
        assertThat(open("rw------x")).containsExactly(PosixFilePermission.OTHERS_EXECUTE);
    }

    @Test
    void what_its_owner_may_do_is_nobody_elses_business() throws IOException {
        for (String mode : List.of("rw-------", "r--------", "rwx------")) {
            assertThat(open(mode)).as(mode).isEmpty();
        }
    }

    private Set<PosixFilePermission> open(String mode) throws IOException {
        Path file = folder.resolve("secret-" + mode);
        Files.writeString(file, "secret");
        return SecretFile.openToOthers(Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode)));
    }
}
