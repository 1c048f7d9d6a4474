package muster.endtoend.cluster;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import muster.coordinator.core.event.ExitCode;
import muster.endtoend.Pages;
import muster.endtoend.Shell;
import muster.endtoend.TakenOut;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** docs/cookbook.md: the commands of each recipe as they stand there, in one folder, and what the page says the last of them begins with. */
@Tag("alone")
@Tag("thorough")
@Tag("server")
class CookbookIT {
    private static final Path PAGE = Shell.CHECKOUT.resolve("docs/cookbook.md");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w*)\\n(.*?)^```$");
    private static final Pattern FILE = Pattern.compile("# (\\S+)\\n.*", Pattern.DOTALL);
    /** A path, a number, what the page leaves out, blanks, or other text. */
    private static final Pattern PART = Pattern.compile("/\\S{2,}|[\\d,.]*\\d|\\.\\.\\.| +|[^\\d/. ]+|.");

    /** Ports that the page names. */
    private static final List<Integer> PORTS = List.of(5557, 7474, 7687);

    /** Printed before the last command of a recipe. */
    private static final String LAST = "-- the last command --";

    private static final Map<String, Shell.Result> RESULTS = new ConcurrentHashMap<>();

    @TempDir
    private static Path folder;

    private static Shell shell = Shell.in(Path.of("."));

    /** A section of the page. */
    record Recipe(String title, Map<String, String> files, String script, List<String> firstLines) {
        static Recipe of(String section) {
            Map<String, String> files = new LinkedHashMap<>();
            StringBuilder script = new StringBuilder();
            List<String> firstLines = List.of();
            for (MatchResult block : BLOCK.matcher(section).results().toList()) {
                String text = block.group(2);
                switch (block.group(1)) {
                    case "yaml" ->
                        files.put(FILE.matcher(text).replaceFirst("$1").strip(), text);
                    case "text" -> firstLines = text.strip().lines().toList();
                    default -> script.append(text);
                }
            }
            return new Recipe(section.lines().findFirst().orElse(""), files, script.toString(), firstLines);
        }

        /** Recipes that go on with the database or the file of an earlier one belong together. */
        String chain() {
            String all = files + script;
            return Stream.of("neo4j", "cluster.db")
                    .filter(all::contains)
                    .findFirst()
                    .orElse(writesUsualStore() ? "results/noop.db" : title);
        }

        /** Two at a time would meet the lock of the file. */
        private boolean writesUsualStore() {
            return script.lines()
                    .anyMatch(line ->
                            line.matches("\\./muster (standalone|limit|run) noop .*") && !line.contains("--store"));
        }

        /** What is printed in front of the last command tells its lines from those of the commands before. */
        String markedScript() {
            List<String> lines = script.lines().toList();
            int last = lines.size() - 1;
            return String.join("\n", lines.subList(0, last)) + "\necho '" + LAST + "'\n" + lines.get(last) + "\n";
        }

        @Override
        public String toString() {
            return title;
        }
    }

    static List<Recipe> recipes() throws IOException {
        return Stream.of(Files.readString(PAGE).split("(?m)^## "))
                .skip(1)
                .map(Recipe::of)
                .filter(recipe -> !recipe.script().isEmpty())
                .toList();
    }

    /** Two chains at a time, since most recipes wait for their durations. */
    @BeforeAll
    static void run_all() throws IOException {
        for (int port : PORTS) {
            assumeTrue(isFree(port), "port " + port + ", which the page names, is in use");
        }
        shell = prepared();
        Map<String, List<Recipe>> chains = recipes().stream()
                .filter(recipe -> isInstalled(recipe.script()))
                .collect(groupingBy(Recipe::chain, LinkedHashMap::new, toList()));
        try (ExecutorService two = Executors.newFixedThreadPool(2)) {
            chains.values().forEach(chain -> two.execute(() -> chain.forEach(CookbookIT::run)));
        }
    }

    @AfterAll
    static void stop_the_server() throws IOException {
        if (Files.isDirectory(home().resolve(".muster/servers/neo4j"))) {
            run(recipes().getLast());
        }
    }

    /** With servers of its own, next to those of the checkout, and jars from where the checkout has them. */
    private static Shell prepared() throws IOException {
        Files.createDirectories(home());
        Files.createFile(home().resolve("pom.xml"));
        forwarding(folder.resolve("muster"));
        forwarding(home().resolve("mvnw"));
        String cache = Shell.CHECKOUT.resolve(".muster/cache").toString();
        return Shell.in(folder)
                .with("MUSTER_NO_BUILD", "1")
                .with("MUSTER_CACHE", Objects.requireNonNullElse(System.getenv("MUSTER_CACHE"), cache))
                .with("MUSTER_JAVA_OPTS", "-Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Dmuster.home=" + home());
    }

    /** A script that executes the one of the checkout. */
    private static void forwarding(Path script) throws IOException {
        String text = "#!/bin/sh\nexec '" + Shell.CHECKOUT.resolve(script.getFileName()) + "' \"$@\"\n";
        Files.writeString(script, text);
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static Path home() {
        return folder.resolve("home");
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException inUse) {
            return false;
        }
    }

    private static boolean isInstalled(String script) {
        return Pages.commandsOf(script).noneMatch(words -> TakenOut.command(words[0]));
    }

    /** The first command that fails ends a recipe; what it started in the background ends with it. */
    private static void run(Recipe recipe) {
        try {
            for (Map.Entry<String, String> file : recipe.files().entrySet()) {
                Files.writeString(folder.resolve(file.getKey()), file.getValue());
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        String script = "set -e\ntrap 'kill $(jobs -p) 2>/dev/null && wait || true' EXIT\n" + recipe.markedScript();
        RESULTS.put(recipe.title(), shell.run("bash", "-c", script));
    }

    @ParameterizedTest
    @MethodSource("recipes")
    void the_last_command_of_a_recipe_begins_with_the_lines_that_the_page_shows(Recipe recipe) {
        assumeTrue(isInstalled(recipe.script()), "its command was taken out");
        Shell.Result result = Objects.requireNonNull(RESULTS.get(recipe.title()), "it did not end");
        String all = result.out() + result.err();
        if (result.exitCode() == ExitCode.INVALID_RUN.code()) {
            // The machine was too busy, as the page says.
            assertThat(all).contains("INVALID");
            return;
        }
        assertThat(result.exitCode()).as(all).isZero();
        List<String> lines = result.outLines();
        List<String> shown = lines.subList(lines.indexOf(LAST) + 1, lines.size());
        assertThat(shown)
                .as(all)
                .hasSizeGreaterThanOrEqualTo(recipe.firstLines().size());
        for (int line = 0; line < recipe.firstLines().size(); line++) {
            assertThat(shown.get(line)).as(all).matches(form(recipe.firstLines().get(line)));
        }
    }

    /** A pattern of all lines that are this one with other numbers, paths and widths of columns. */
    private static String form(String line) {
        return PART.matcher(line)
                .results()
                .map(part -> formOfPart(part.group()))
                .collect(joining());
    }

    private static String formOfPart(String part) {
        if (part.equals("...")) {
            return ".*";
        }
        if (part.isBlank()) {
            return " +";
        }
        if (part.startsWith("/") && part.length() > 2) {
            return "\\S+";
        }
        return Character.isDigit(part.charAt(part.length() - 1)) ? "[\\d,.]+" : Pattern.quote(part);
    }

    @ParameterizedTest
    @MethodSource("recipes")
    void a_recipe_is_short(Recipe recipe) {
        assertThat(recipe.script().lines()).hasSizeLessThanOrEqualTo(4);
        assertThat(recipe.firstLines()).hasSizeBetween(1, 2);
    }
}
