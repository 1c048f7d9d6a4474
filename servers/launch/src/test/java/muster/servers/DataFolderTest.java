package muster.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import muster.servers.host.BadServerArgument;
import muster.servers.host.Ports;
import muster.servers.host.ServerException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFolderTest {
    @TempDir
    Path temporary;

    @Test
    void a_folder_with_files_that_are_not_musters_is_neither_used_nor_deleted() throws Exception {
        Path precious = Files.writeString(temporary.resolve("thesis.tex"), "ten years of work");
        DataFolder folder = new DataFolder(temporary);

        assertThatThrownBy(() -> folder.create("neo4j"))
                .isInstanceOf(BadServerArgument.class)
                .hasMessageContaining("is not empty and bears no .muster-server");
        assertThatThrownBy(folder::delete)
                .isInstanceOf(BadServerArgument.class)
                .hasMessageContaining("will not delete it");
        assertThat(MusterHome.children(temporary)).containsExactly(precious);
    }

    @Test
    void deleting_leaves_files_that_others_put_next_to_and_the_folder_that_held_them() throws Exception {
        DataFolder folder = new DataFolder(temporary.resolve("server"));
        folder.create("neo4j");
        Files.writeString(folder.home().resolve("store"), "data");
        Path notes = Files.writeString(folder.root().resolve("notes.txt"), "mine");

        folder.delete();

        assertThat(MusterHome.children(folder.root())).containsExactly(notes);
    }

    @Test
    void deleting_removes_a_folder_that_muster_made_and_keeps_one_that_was_there() throws Exception {
        DataFolder made = new DataFolder(temporary.resolve("made"));
        DataFolder found = new DataFolder(Files.createDirectory(temporary.resolve("found")));
        made.create("neo4j");
        found.create("neo4j");

        made.delete();
        found.delete();

        assertThat(made.root()).doesNotExist();
        assertThat(found.root()).isEmptyDirectory();
    }

    @Test
    void deleting_does_not_follow_links_out_of_the_folder() throws Exception {
        Path outside = Files.createDirectory(temporary.resolve("outside"));
        Path precious = Files.writeString(outside.resolve("precious"), "keep");
        DataFolder folder = new DataFolder(temporary.resolve("server"));
        folder.create("neo4j");
        Files.createSymbolicLink(folder.home().resolve("link"), outside);

        folder.delete();

        assertThat(precious).exists();
    }

    @Test
    void a_folder_of_another_server_is_refused_with_both_names() throws Exception {
        DataFolder folder = new DataFolder(temporary);
        folder.create("janusgraph");

        assertThatThrownBy(() -> folder.create("neo4j"))
                .isInstanceOf(BadServerArgument.class)
                .hasMessageContaining("janusgraph, not of neo4j");
    }

    @Test
    void a_state_comes_back_as_it_was_written() throws Exception {
        DataFolder folder = new DataFolder(temporary);
        folder.create("neo4j");
        ServerState state = state(ProcessIdentity.ofThisProcess());

        folder.write(state);

        assertThat(folder.state()).contains(state);
        assertThat(MusterHome.children(temporary))
                .noneMatch(file -> file.toString().endsWith(".tmp"));
    }

    private static ServerState state(ProcessIdentity process) {
        return new ServerState(
                "neo4j",
                "5.26.30",
                ServerState.Phase.READY,
                List.of(
                        new StartedPart("cassandra-1", "cassandra-5.0.2", process, "TERM"),
                        new StartedPart("neo4j", "neo4j-5.26.30", process, "INT")),
                new Ports(new LinkedHashMap<>(Map.of("bolt", 1))),
                "1g",
                "21.0.1",
                new LinkedHashMap<>(Map.of("storage", "cassandra")),
                Instant.parse("2026-11-21T10:00:00Z"),
                Optional.of(process),
                true);
    }

    /** Its data would be deleted under it. */
    @Test
    void a_server_of_another_container_is_neither_left_over_nor_known_to_be_dead() {
        ServerState dead = state(new ProcessIdentity(
                1, "of a killed process", ProcessIdentity.ofThisProcess().place()));
        assertThat(dead.isLeftOver()).isTrue();
        assertThat(dead.mayBeAlive()).isFalse();

        ServerState elsewhere = state(new ProcessIdentity(1, "of a clock of its own", "another host"));
        assertThat(elsewhere.isLeftOver()).isFalse();
        assertThat(elsewhere.mayBeAlive()).isTrue();
        assertThat(elsewhere.in(ServerState.Phase.STOPPED).mayBeAlive()).isFalse();
    }

    @Test
    void a_damaged_state_file_is_named_with_what_is_missing() throws Exception {
        DataFolder folder = new DataFolder(temporary);
        folder.create("neo4j");
        Files.writeString(temporary.resolve("server.properties"), "name=neo4j\n");

        assertThatThrownBy(folder::state)
                .isInstanceOf(ServerException.class)
                .hasMessageContainingAll("server.properties", "no version");
    }

    @Test
    void only_marked_folders_are_listed_and_those_elsewhere_are_not_forgotten() throws Exception {
        MusterHome home = new MusterHome(temporary.resolve("servers"), temporary.resolve("cache"), Optional.empty());
        DataFolder inside = new DataFolder(home.folder("neo4j"));
        DataFolder elsewhere = new DataFolder(temporary.resolve("elsewhere"));
        for (DataFolder folder : List.of(inside, elsewhere)) {
            folder.create("neo4j");
            home.remember(folder.root());
        }
        Files.createDirectories(home.servers().resolve("foreign"));

        assertThat(home.folders()).containsExactlyInAnyOrder(inside, elsewhere);

        elsewhere.delete();
        home.forgetDeleted();
        assertThat(home.folders()).containsExactly(inside);
        assertThat(MusterHome.children(home.servers().resolve(".elsewhere"))).isEmpty();
    }

    /** Each of several processes that start servers looks at the notes of all of them. */
    @Test
    void notes_that_another_forgets_meanwhile_are_passed_over() throws Exception {
        MusterHome home = new MusterHome(temporary.resolve("servers"), temporary.resolve("cache"), Optional.empty());
        AtomicBoolean done = new AtomicBoolean();
        try (ExecutorService other = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Integer> looked = other.submit(() -> {
                int times = 0;
                while (!done.get()) {
                    home.folders();
                    home.forgetDeleted();
                    times++;
                }
                return times;
            });
            try {
                for (int i = 0; i < 500; i++) {
                    DataFolder folder = new DataFolder(temporary.resolve("server" + i));
                    folder.create("neo4j");
                    home.remember(folder.root());
                    assertThat(home.folders()).contains(folder);
                    folder.delete();
                }
            } finally {
                done.set(true);
            }
            assertThat(looked.get()).isPositive();
        }
    }
}
