package muster.servers.power;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** What a program synced survives a loss of power, in C and in Java; what it did not sync is gone. */
@EnabledIf(value = "compiler", disabledReason = "no C compiler: apt-get install gcc libc6-dev")
class UnsyncedWritesTest {
    private static final int FILE = 300_000;
    private static final int HALF = 16_384;

    @TempDir
    private Path folder;

    static boolean compiler() {
        return System.getProperty("os.name").equals("Linux") && Files.isExecutable(Path.of("/usr/bin/cc"));
    }

    /** The program that is killed: writes at random places, syncs now and then, and says what it had synced. */
    public static final class Writer {
        private Writer() {}

        public static void main(String[] arguments) throws IOException {
            Random random = new Random(Long.parseLong(arguments[1]));
            byte[] content = new byte[FILE];
            try (FileChannel file = FileChannel.open(
                    Path.of(arguments[0], "data"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                for (int write = 0; write < 300; write++) {
                    byte[] bytes = new byte[1 + random.nextInt(9_000)];
                    random.nextBytes(bytes);
                    int at = random.nextInt(FILE - bytes.length);
                    System.arraycopy(bytes, 0, content, at, bytes.length);
                    int unused = file.write(ByteBuffer.wrap(bytes), at);
                    if (write % 50 == 20) {
                        file.force(random.nextBoolean());
                        Files.write(Path.of(arguments[0]).resolveSibling("synced"), Arrays.copyOf(content, (int)
                                file.size()));
                    }
                }
            }
            Runtime.getRuntime().halt(0);
        }
    }

    /** Writes through mapped memory whose channel is closed, syncs the first half of it, and writes more to both halves. */
    public static final class Mapper {
        private Mapper() {}

        public static void main(String[] arguments) throws IOException {
            MappedByteBuffer memory;
            try (FileChannel file = FileChannel.open(
                    Path.of(arguments[0], "mapped"),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE)) {
                memory = file.map(FileChannel.MapMode.READ_WRITE, 0, 2 * HALF);
            }
            memory.put(0, (byte) 1).put(HALF, (byte) 2);
            memory.force(0, HALF);
            memory.put(1, (byte) 3).put(HALF + 1, (byte) 4);
            Runtime.getRuntime().halt(0);
        }
    }

    private UnsyncedWrites compiled() throws IOException, InterruptedException {
        return UnsyncedWrites.in(folder.resolve("cache"));
    }

    /** Runs a program whose unsynced writes to folder "home" are held back, and takes them; returns how many files lost something. */
    private long lose(List<String> words) throws IOException, InterruptedException {
        Path home = Files.createDirectories(folder.resolve("home"));
        ProcessBuilder program = new ProcessBuilder(words).redirectErrorStream(true);
        program.environment().putAll(compiled().environment(home, folder.resolve("images")));
        Process process = program.start();
        assertThat(process.inputReader().lines()).isEmpty();
        assertThat(process.waitFor()).isZero();
        return compiled().lose(home, folder.resolve("images"));
    }

    private long loseJava(Class<?> program, String... arguments) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                program.getName()));
        words.addAll(List.of(arguments));
        return lose(words);
    }

    @Test
    void a_java_program_keeps_exactly_what_it_had_synced() throws IOException, InterruptedException {
        long seed = new Random().nextLong();
        Path home = Files.createDirectories(folder.resolve("home"));
        loseJava(Writer.class, home.toString(), Long.toString(seed));
        assertThat(Files.readAllBytes(home.resolve("data")))
                .as("seed %d", seed)
                .isEqualTo(Files.readAllBytes(folder.resolve("synced")));
    }

    @Test
    void of_mapped_memory_the_part_that_was_synced_is_kept() throws IOException, InterruptedException {
        Path home = Files.createDirectories(folder.resolve("home"));
        assertThat(loseJava(Mapper.class, home.toString())).isEqualTo(1);
        byte[] expected = new byte[2 * HALF];
        expected[0] = 1;
        assertThat(home.resolve("mapped")).hasBinaryContent(expected);
    }

    @Test
    void a_file_that_was_never_synced_is_empty_and_one_that_was_is_whole() throws IOException, InterruptedException {
        Path home = Files.createDirectories(folder.resolve("home"));
        String copy = "dd if=/dev/zero bs=5000 count=3 status=none of=" + home;
        assertThat(lose(List.of("sh", "-c", copy + "/lost && " + copy + "/kept conv=fsync")))
                .isEqualTo(1);
        assertThat(home.resolve("lost")).isEmptyFile();
        assertThat(home.resolve("kept")).hasSize(15_000);
    }

    @Test
    void what_was_there_before_comes_back() throws IOException, InterruptedException {
        Path home = Files.createDirectories(folder.resolve("home"));
        Path old = Files.writeString(home.resolve("old"), "before");
        Path read = Files.writeString(home.resolve("read"), "only read");
        lose(List.of("sh", "-c", "cat " + read + " > " + old + "; echo more >> " + old));
        assertThat(old).hasContent("before");
        assertThat(read).hasContent("only read");
    }

    @Test
    void a_synced_file_is_known_under_the_name_that_it_was_given_later() throws IOException, InterruptedException {
        Path home = Files.createDirectories(folder.resolve("home"));
        lose(List.of(
                "sh", "-c", "cd " + home + "; printf 123456 | dd status=none conv=fsync of=a; mv a b; printf 7 >> b"));
        assertThat(home.resolve("b")).hasContent("123456");
        assertThat(home.resolve("a")).doesNotExist();
    }
}
