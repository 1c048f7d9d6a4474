package muster.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import muster.servers.clean.Clean;
import muster.servers.clean.CleanItem;
import muster.servers.fetch.RuntimePom;
import muster.servers.host.BadServerArgument;
import muster.servers.host.JavaCommand;
import muster.servers.host.JdkSupport;
import muster.servers.host.Ports;
import muster.servers.host.ServerException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Maven stands in here as a shell script, so that a fetch can fail, be counted and be interrupted without a network. */
class ServerCacheTest {
    @TempDir
    Path temporary;

    private final List<String> said = new ArrayList<>();

    @Test
    void the_first_use_fetches_and_says_how_much_and_the_second_is_silent() throws Exception {
        ServerCache cache = cache("mkdir \"${out#-DoutputDirectory=}\" && touch \"${out#-DoutputDirectory=}/a.jar\"");

        Path libraries = cache.libraries(new Fake("<project>1</project>"));

        assertThat(libraries.resolve("a.jar")).exists();
        assertThat(said).singleElement().asString().contains("Fetching Fake 1.0 (MIT)", "once: 2 jars, 3 MB");
        said.clear();
        assertThat(cache.libraries(new Fake("<project>1</project>"))).isEqualTo(libraries);
        assertThat(said).isEmpty();
    }

    @Test
    void a_failed_fetch_leaves_nothing_to_use_and_names_cause_cure_and_log() throws Exception {
        ServerCache cache = cache(
                "mkdir \"${out#-DoutputDirectory=}\"; echo '[ERROR] Could not find x:y:1'; echo '[ERROR] more'; exit 1");

        assertThatThrownBy(() -> cache.libraries(new Fake("<project/>")))
                .isInstanceOf(ServerException.class)
                .hasMessageContainingAll("Could not find x:y:1", "settings.xml", "fake-1.0.fetch.log")
                .hasMessageNotContaining("more");
        assertThat(cache.has(new Fake("<project/>"))).isFalse();
        assertThat(temporary.resolve("cache/servers/fake-1.0.fetch.log"))
                .content()
                .contains("[ERROR] more");
    }

    @Test
    void half_a_fetch_of_a_killed_process_is_thrown_away() throws Exception {
        Path half = Files.createDirectories(temporary.resolve("cache/servers/.fake-1.0.half/lib"));
        Files.writeString(half.resolve("broken.jar"), "half");
        ServerCache cache = cache("mkdir \"${out#-DoutputDirectory=}\"");

        assertThat(MusterHome.children(cache.libraries(new Fake("<project/>")))).isEmpty();
    }

    @Test
    void jars_fetched_for_another_pom_are_fetched_again() throws Exception {
        ServerCache cache = cache("mkdir \"${out#-DoutputDirectory=}\"");
        Path ignored = cache.libraries(new Fake("<project>1</project>"));

        assertThat(cache.has(new Fake("<project>1</project>"))).isTrue();
        assertThat(cache.has(new Fake("<project>2</project>"))).isFalse();
        assertThat(cache.libraries(new Fake("<project>2</project>"))).isEqualTo(ignored);
        assertThat(cache.has(new Fake("<project>2</project>"))).isTrue();
    }

    @Test
    void two_that_need_the_same_jars_at_once_fetch_them_once() throws Exception {
        Path runs = temporary.resolve("runs");
        ServerCache cache = cache("echo run >> '" + runs + "'; mkdir \"${out#-DoutputDirectory=}\"");
        Callable<Path> fetch = () -> cache.libraries(new Fake("<project/>"));
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            for (Future<Path> done : threads.invokeAll(List.of(fetch, fetch))) {
                assertThat(done.get()).isDirectory();
            }
        }
        assertThat(runs).hasContent("run");
    }

    @Test
    void cleaning_lists_only_what_is_marked_and_removes_only_what_it_lists() throws Exception {
        Path jars = cache("mkdir \"${out#-DoutputDirectory=}\"").libraries(new Fake("<project/>"));
        Path foreign = Files.createDirectories(temporary.resolve("cache/servers/my-own"));
        Clean clean = new Clean(home(Optional.empty()));

        List<CleanItem> items = clean.items();

        assertThat(items).extracting(CleanItem::name).containsExactly("fake-1.0");
        assertThat(items.getFirst().bytes()).isPositive();
        clean.remove(items.getFirst());
        assertThat(jars).doesNotExist();
        assertThatThrownBy(() -> clean.remove(new CleanItem(CleanItem.Kind.CACHE, "x", foreign, 0, false)))
                .isInstanceOf(BadServerArgument.class);
        assertThat(foreign).exists();
    }

    /** A cache whose Maven is this shell script; {@code $out} is the option with the output folder. */
    private ServerCache cache(String script) throws IOException {
        Path maven = temporary.resolve("mvnw");
        Files.writeString(maven, "#!/bin/sh\nfor out; do :; done\n" + script + "\n");
        assertThat(maven.toFile().setExecutable(true)).isTrue();
        return new ServerCache(home(Optional.of(maven)), said::add);
    }

    private MusterHome home(Optional<Path> maven) {
        return new MusterHome(temporary.resolve("servers"), temporary.resolve("cache"), maven);
    }

    private record Fake(String pom) implements ServerProvider {
        @Override
        public String name() {
            return "fake";
        }

        @Override
        public String title() {
            return "Fake";
        }

        @Override
        public String version() {
            return "1.0";
        }

        @Override
        public RuntimePom files() {
            return new RuntimePom(pom, 2, 3, "MIT");
        }

        @Override
        public Optional<JdkSupport> jdks() {
            return Optional.of(new JdkSupport(17, 99, List.of()));
        }

        @Override
        public SequencedMap<String, Integer> usualPorts() {
            return new LinkedHashMap<>();
        }

        @Override
        public SequencedMap<String, String> addresses(Ports ports) {
            return new LinkedHashMap<>();
        }

        @Override
        public void configure(ServerContext context) {}

        @Override
        public JavaCommand command(ServerContext context) {
            return new JavaCommand(List.of(), "", "Fake", List.of(), Map.of(), false);
        }

        @Override
        public void query(ServerContext context) {}
    }
}
