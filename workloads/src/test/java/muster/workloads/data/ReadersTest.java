package muster.workloads.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import muster.workloads.data.EventLog.Event;
import muster.workloads.plan.language.PlanException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadersTest {
    /** As the lz4 tool packs: "abc" 20 times, then "xyz\n". */
    private static final String LZ4 = "04224d186440a70d0000003f616263030025506378797a0a000000001e7eafe1";

    @TempDir
    private Path folder;

    @Test
    void an_edge_list_numbers_its_ids_by_first_appearance() {
        EdgeList list = EdgeListReader.read(file("g.txt", "# c\n7 9\n\n9  seven\nnew york\tlos angeles\n"));
        assertThat(list.names()).containsExactly("7", "9", "seven", "new york", "los angeles");
        assertThat(list.sources()).containsExactly(0, 1, 3);
        assertThat(list.targets()).containsExactly(1, 2, 4);
    }

    @Test
    void a_malformed_edge_is_named_by_file_and_line() {
        for (String line : List.of("1", "1 2 3", "1\t", "\t2", "1\t2\t3")) {
            Path file = file("bad.tsv", "1\t2\n# c\n" + line + "\n");
            assertThatThrownBy(() -> EdgeListReader.read(file))
                    .isInstanceOf(PlanException.class)
                    .hasMessageContaining("bad.tsv:3: \"" + line + "\" is not an edge");
        }
    }

    @Test
    void a_log_keeps_the_order_of_its_events() {
        EventLog log = EventLogReader.read(file("log.tsv", "1\tA\tu\tv\n2\tU\tv\n2\tR\tu\tv\n"));
        assertThat(log.names()).containsExactly("u", "v");
        assertThat(log.events()).containsExactly(Event.FOLLOW, Event.UPDATE, Event.UNFOLLOW);
        assertThat(log.users()).containsExactly(0, 1, 0);
        assertThat(log.others()).containsExactly(1, -1, 1);
    }

    @Test
    void a_malformed_event_is_named_by_file_and_line() {
        for (String line : List.of("x\tA\tu\tv", "1\tX\tu\tv", "1\tA\tu", "1\tA\tu\tu", "1\tU\tu\tv", "1\tU\t", "1")) {
            Path file = file("bad.log", "1\tU\tu\n" + line + "\n");
            assertThatThrownBy(() -> EventLogReader.read(file))
                    .isInstanceOf(PlanException.class)
                    .hasMessageContaining("bad.log:2: \"" + line + "\" is not an event");
        }
    }

    @Test
    void package_lists_become_a_graph_of_the_packages_that_they_describe() {
        Path list = file("status", """
                Package: a
                Depends: b (>= 1), c:any | d [amd64], virtual, b
                Description: text
                 Depends: not-this

                Package: b
                Recommends: a | b

                Package: c
                Package: d
                Pre-Depends: c
                """);
        EdgeList graph = DebianReader.read(List.of(list, list));
        assertThat(graph.names()).containsExactly("a", "b", "c", "d");
        assertThat(graph.sources()).containsExactly(0, 0, 0, 1, 3);
        assertThat(graph.targets()).containsExactly(1, 2, 3, 0, 2);
    }

    @Test
    void a_malformed_package_list_is_named_by_file_and_line() {
        assertThatThrownBy(() -> DebianReader.read(List.of(file("status", "Package: a\nnonsense\n"))))
                .hasMessageContaining("status:2: \"nonsense\" is not a field");
        assertThatThrownBy(() -> DebianReader.read(List.of(file("status", "Depends: a\n"))))
                .hasMessageContaining("status:1: this field stands before");
    }

    @Test
    void lists_of_apt_come_before_the_installed_packages() throws IOException {
        assertThatThrownBy(() -> DebianLists.find(folder))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("neither package lists");
        Path status = file("dpkg/status", "");
        assertThat(DebianLists.find(folder)).containsExactly(status);
        Path main = file("apt/lists/x_main_Packages.lz4", "");
        Path extra = file("apt/lists/a_extra_Packages", "");
        Files.createDirectory(folder.resolve("apt/lists/partial"));
        assertThat(DebianLists.find(folder)).containsExactly(extra, main);
    }

    @Test
    void packed_files_are_unpacked() throws IOException {
        Path gz = folder.resolve("g.tsv.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(gz))) {
            out.write("1\t2\n".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(EdgeListReader.read(gz).edges()).isEqualTo(1);
        Path broken = Files.write(folder.resolve("g.lz4"), new byte[] {4, 0x22, 0x4d, 0x18, 0x64});
        assertThatThrownBy(() -> EdgeListReader.read(broken))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("g.lz4: cannot be read");
    }

    @Test
    void lz_4_frames_are_unpacked_one_after_another() throws IOException {
        Path twice = Files.write(folder.resolve("twice.lz4"), HexFormat.of().parseHex(LZ4 + LZ4));
        Lines lines = Lines.of(twice);
        for (int i = 0; i < 2; i++) {
            assertThat(lines.next()).isEqualTo("abc".repeat(20) + "xyz");
        }
        assertThat(lines.next()).isNull();
    }

    @Tag("thorough")
    @Test
    void the_graph_of_this_debian_machine_is_skewed() {
        assumeTrue(Files.isReadable(Path.of("/var/lib/dpkg/status")), "not a Debian machine");
        EdgeList graph = DataSets.graph("debian", "edges", name -> Path.of(name));
        int[] inDegrees = new int[graph.vertices()];
        Arrays.stream(graph.targets()).forEach(target -> inDegrees[target]++);
        int most = Arrays.stream(inDegrees).max().orElseThrow();
        System.out.printf("debian: %d packages, %d edges, in-degree up to %d%n", graph.vertices(), graph.edges(), most);
        assertThat(most).isGreaterThan(10 * graph.edges() / graph.vertices());
    }

    private Path file(String name, String text) {
        try {
            Path file = folder.resolve(name);
            Files.createDirectories(file.getParent());
            return Files.writeString(file, text);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
