package muster.endtoend.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import muster.endtoend.Shell;
import org.junit.jupiter.api.Test;

/** Which tests ./muster test runs with which option. */
class TestOptionsTest {
    private static final Path SCRIPT = Shell.CHECKOUT.resolve(".ci/test");
    private static final Set<String> TAGS = Set.of("slow", "server", "thorough", "nightly", "alone");
    private static final Pattern TAG =
            Pattern.compile("@Tag\\(\"(.*?)\"\\)|pytest\\.mark\\.(?!parametrize|skip)(\\w+)");
    private static final Pattern TIER = Pattern.compile("mode=(\\w+) excluded=([\\w,']+)");

    private static Shell.Result test(String... options) {
        List<String> command = Stream.concat(Stream.of("bash", SCRIPT.toString()), Arrays.stream(options))
                .toList();
        return Shell.in(Shell.CHECKOUT).run(command.toArray(String[]::new));
    }

    @Test
    void the_help_names_each_option() {
        Shell.Result help = test("--help");
        assertThat(help.exitCode()).isZero();
        assertThat(help.out())
                .contains("[--fast|--all|--nightly]", "--fast  ", "--all  ", "--nightly  ", "--only MODULE");
    }

    @Test
    void another_option_and_a_second_one_are_refused_in_one_line() {
        for (String[] wrong : new String[][] {{"--quick"}, {"--all", "--fast"}}) {
            Shell.Result refused = test(wrong);
            assertThat(refused.exitCode()).isEqualTo(104);
            assertThat(refused.err()).startsWith("muster: test: ").hasLineCount(1);
        }
    }

    @Test
    void each_option_leaves_out_less_than_the_one_before_and_nightly_nothing() throws IOException {
        Map<String, Set<String>> excluded = new HashMap<>();
        TIER.matcher(Files.readString(SCRIPT))
                .results()
                .forEach(tier -> excluded.put(
                        tier.group(1), Set.of(tier.group(2).replace("''", "").split(","))));
        assertThat(excluded).containsOnlyKeys("fast", "plain", "all", "nightly");
        assertThat(excluded.get("fast")).containsAll(excluded.get("plain")).contains("slow", "server");
        assertThat(excluded.get("plain")).containsAll(excluded.get("all")).contains("thorough");
        assertThat(excluded.get("all")).containsExactly("nightly");
        assertThat(excluded.get("nightly")).containsExactly("");
    }

    @Test
    void continuous_integration_leaves_out_nightly_tests_alone() throws IOException {
        assertThat(Files.readString(Shell.CHECKOUT.resolve(".ci/run"))).contains("./muster test \"${@:---all}\"");
    }

    /** A tag that is spelled wrongly would leave its test in every call. */
    @Test
    void every_tag_is_one_that_is_described() throws IOException {
        Set<String> used = new TreeSet<>();
        for (String name : Shell.in(Shell.CHECKOUT)
                .run("git", "ls-files", "*/src/test/*.java", "*/src/main/*.java", "*/tests/*.py")
                .outLines()) {
            Path source = Shell.CHECKOUT.resolve(name);
            if (Files.exists(source)) {
                TAG.matcher(Files.readString(source)).results().forEach(tag -> used.add(name(tag)));
            }
        }
        assertThat(used).isSubsetOf(TAGS).contains("slow", "server", "thorough", "nightly");
        assertThat(Files.readString(Shell.CHECKOUT.resolve("CONTRIBUTING.md")))
                .contains(TAGS.stream().map(tag -> "`" + tag + "`").toList());
    }

    private static String name(MatchResult tag) {
        return tag.group(1) == null ? tag.group(2) : tag.group(1);
    }
}
