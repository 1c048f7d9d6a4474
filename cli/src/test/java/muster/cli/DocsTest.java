package muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import muster.endtoend.Pages;
import muster.endtoend.Shell;
import muster.endtoend.TakenOut;
import org.junit.jupiter.api.Test;

/** Pages of the repository: links, the pages that code names, and commands. */
class DocsTest {
    private static final Pattern COMMAND = Pattern.compile("@Command\\(\\s*name = \"([a-z-]+)\"");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern DECISION = Pattern.compile("(?m)^- \\[(\\d{4})]\\(([\\w.-]+)\\) \\S.*$");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");
    private static final Pattern PAGE_IN_CODE = Pattern.compile("docs/[\\w./-]*\\w");
    private static final Pattern ENVELOPE_BODY = Pattern.compile("(?m)^    ([A-Z]\\w*) [a-z_]+ = \\d+;");
    private static final Pattern MESSAGE_ROW = Pattern.compile("(?m)^\\| ([A-Z][\\w/, ]*) \\| [a-z]");
    /** A script of this repository with its arguments, up to the end of the code or what explains it. */
    private static final Pattern SCRIPT =
            Pattern.compile("\\b(?:bash|python3?) (\\.?[a-z][\\w.-]*/[\\w./-]*\\w)((?: [^\\s`<>#&;()]+)*)");

    private static final Pattern MAIN_CLASS = Pattern.compile("\\bmuster\\.benchmarks[\\w.]*\\.Main\\b");
    private static final Pattern LAUNCHERS_OWN = Pattern.compile("\\./muster (test|release)((?: [^\\s`<>#&;()]+)*)");
    /** An argument that is meant as it stands; others, such as SECONDS or 40, are examples. */
    private static final Pattern LITERAL = Pattern.compile("--[a-z][a-z-]*|[a-z][a-z-]*");

    @Test
    void every_link_leads_to_a_file_and_to_one_of_its_headings() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path page : Pages.files(name -> name.endsWith(".md"))) {
            Matcher link = LINK.matcher(Files.readString(page));
            while (link.find()) {
                if (!link.group(1).matches("\\w+:.*")
                        && !TakenOut.path(page.resolveSibling(link.group(1)))
                        && !leadsSomewhere(page, link.group(1))) {
                    broken.add(Shell.CHECKOUT.relativize(page) + ": " + link.group(1));
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void every_page_that_code_names_exists() throws IOException {
        List<String> missing = new ArrayList<>();
        for (Path source : Pages.files(name -> name.matches(".*\\.(java|py|sql|proto|yaml|json)|muster|Dockerfile"))) {
            Matcher page = PAGE_IN_CODE.matcher(Files.readString(source));
            while (page.find()) {
                if (!exists(page.group())) {
                    missing.add(Shell.CHECKOUT.relativize(source) + ": " + page.group());
                }
            }
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void the_index_of_decisions_lists_every_record_with_a_line() throws IOException {
        Path folder = Shell.CHECKOUT.resolve("docs/decisions");
        List<String> listed = DECISION.matcher(Files.readString(folder.resolve("README.md")))
                .results()
                .map(line -> line.group(1) + " " + line.group(2))
                .toList();
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(listed)
                    .containsExactlyElementsOf(
                            files.map(file -> file.getFileName().toString())
                                    .filter(name -> !name.equals("README.md"))
                                    .map(name -> name.substring(0, 4) + " " + name)
                                    .sorted()
                                    .toList());
        }
    }

    /** Which arguments it takes, the module tests that has it. */
    @Test
    void every_command_in_a_page_is_ours_or_of_an_experiment() throws IOException {
        Set<String> known = new TreeSet<>(Main.commandLine().getSubcommands().keySet());
        for (Path source : Pages.files(name -> name.endsWith("Command.java"))) {
            COMMAND.matcher(Files.readString(source)).results().forEach(command -> known.add(command.group(1)));
        }
        List<String> unknown = new ArrayList<>();
        int commands = 0;
        for (Path page : Pages.files(name -> name.endsWith(".md"))) {
            for (String[] words : Pages.commands(page)) {
                commands++;
                if (!known.contains(words[0]) && !words[0].startsWith("-") && !TakenOut.command(words[0])) {
                    unknown.add(Shell.CHECKOUT.relativize(page) + ": " + words[0]);
                }
            }
        }
        assertThat(unknown).isEmpty();
        assertThat(commands).isGreaterThan(50);
    }

    /** By the text of the script, and of the class that it starts: each option and each name must stand in it. */
    @Test
    void every_script_that_a_page_names_exists_and_knows_its_arguments() throws IOException {
        List<String> wrong = new ArrayList<>();
        int scripts = 0;
        for (Path page : Pages.files(name -> name.endsWith(".md"))) {
            Matcher script = SCRIPT.matcher(Files.readString(page));
            while (script.find()) {
                scripts++;
                String program = program(Shell.CHECKOUT.resolve(script.group(1)));
                boolean knows = Stream.of(script.group(2).split("[\\s|\\[\\],]+"))
                        .filter(word -> LITERAL.matcher(word).matches())
                        .allMatch(program::contains);
                if (program.isEmpty() || !knows) {
                    wrong.add(Shell.CHECKOUT.relativize(page) + ": " + script.group());
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(scripts).isGreaterThan(20);
    }

    /** Those that the launcher gives to a script, which {@code parseArgs} does not know. */
    @Test
    void every_option_of_the_launchers_own_commands_is_known_to_their_script() throws IOException {
        List<String> wrong = new ArrayList<>();
        int options = 0;
        for (Path page : Pages.files(name -> name.endsWith(".md"))) {
            Matcher command = LAUNCHERS_OWN.matcher(Files.readString(page));
            while (command.find()) {
                String script = Files.readString(Shell.CHECKOUT.resolve(".ci/" + command.group(1)));
                for (String word : command.group(2).strip().split("[\\s|\\[\\]]+", -1)) {
                    options += word.startsWith("--") ? 1 : 0;
                    if (word.startsWith("--") && !script.contains(word)) {
                        wrong.add(Shell.CHECKOUT.relativize(page) + ": " + command.group());
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(options).isGreaterThan(10);
    }

    private static String program(Path script) throws IOException {
        if (!Files.isRegularFile(script)) {
            return "";
        }
        StringBuilder text = new StringBuilder(Files.readString(script));
        Matcher main = MAIN_CLASS.matcher(text.toString());
        if (main.find()) {
            text.append(Files.readString(Shell.CHECKOUT.resolve(
                    "benchmarks/src/main/java/" + main.group().replace('.', '/') + ".java")));
        }
        return text.toString();
    }

    @Test
    void the_page_of_the_protocol_lists_every_message_of_an_envelope() throws IOException {
        String proto = Files.readString(Shell.CHECKOUT.resolve("protocol/src/main/proto/muster/v1/muster.proto"));
        String page = Files.readString(Shell.CHECKOUT.resolve("protocol/README.md"));
        Set<String> sent = ENVELOPE_BODY
                .matcher(proto)
                .results()
                .map(field -> field.group(1))
                .collect(Collectors.toSet());
        Set<String> listed = MESSAGE_ROW
                .matcher(page)
                .results()
                .flatMap(row -> Stream.of(row.group(1).split("[/,] ?")))
                .map(String::strip)
                .collect(Collectors.toSet());
        assertThat(listed).hasSizeGreaterThan(20).isEqualTo(sent);
    }

    private static boolean leadsSomewhere(Path page, String link) throws IOException {
        String[] parts = link.split("#", 2);
        Path target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
        return Files.exists(target) && (parts.length == 1 || anchors(target).contains(parts[1]));
    }

    /** As GitHub makes them of headings. */
    private static List<String> anchors(Path page) throws IOException {
        return HEADING.matcher(Files.readString(page))
                .results()
                .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
                .map(heading -> heading.replaceAll("[^\\w\\- ]", "").replace(' ', '-'))
                .toList();
    }

    /** A page by its path, or a decision by the path up to its number. */
    private static boolean exists(String page) throws IOException {
        Path path = Shell.CHECKOUT.resolve(page);
        if (Files.exists(path) || !Files.isDirectory(path.getParent())) {
            return Files.exists(path);
        }
        try (Stream<Path> siblings = Files.list(path.getParent())) {
            return siblings.anyMatch(sibling -> sibling.getFileName().toString().startsWith(path.getFileName() + "-"));
        }
    }
}
