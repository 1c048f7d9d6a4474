package muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import muster.endtoend.Pages;
import muster.endtoend.Shell;
import muster.endtoend.TakenOut;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** References by number, in code and pages: to the rules of docs/semantics.md and to the records in docs/decisions. */
class DocsReferencesTest {
    private static final String PAGE = "docs/semantics.md";
    private static final Pattern RULE = Pattern.compile("(?m)^(\\d+)\\. ");
    private static final Pattern RECORD = Pattern.compile("(\\d{4})-[\\w-]+\\.md");
    private static final Pattern TITLE = Pattern.compile("# (\\d{4}) \\S.*");
    private static final Pattern NUMBER = Pattern.compile("\\d+");

    /** What begins a line of a comment, and the end of the line before: a reference may be broken into two lines. */
    private static final Pattern LINE_BREAK = Pattern.compile("\\n[\\s*#/-]*");

    /** "rule 3", "rules 13 to 18", "rules 3, 4 and 5"; before it the page, or the bracket of a link to it. */
    private static final Pattern RULES = Pattern.compile("(" + Pattern.quote(PAGE + " ")
            + "|\\[|)\\b(?:[Rr]ules?|SEMANTICS) (\\d+(?:(?:, | and | to )\\d+)*)(]\\([\\w./]*semantics\\.md|)");

    private static final Pattern TYPE = Pattern.compile("`((?:[a-z]+\\.)*)([A-Z][a-z]\\w*)(?:\\.(\\w+))?`");

    /** "decision 0102", "decisions 0102 and 0105", "docs/decisions/0059-steadiness.md, 0105". */
    private static final Pattern DECISIONS =
            Pattern.compile("\\b[Dd]ecisions?[ /](\\d{4}(?:-[\\w-]+\\.md)?(?:(?:, | and | to )\\d{4}\\b)*)");

    @Test
    void the_rules_are_numbered_without_a_gap() throws IOException {
        assertThat(rules())
                .hasSizeGreaterThan(30)
                .isEqualTo(IntStream.rangeClosed(1, rules().size()).boxed().toList());
    }

    @Test
    void every_rule_that_code_or_a_page_names_exists_and_is_named_with_its_page() throws IOException {
        List<Integer> rules = rules();
        References found = references(RULES);
        assertThat(found.wrong(reference -> isRule(reference, rules))).isEmpty();
        assertThat(found.all()).hasSizeGreaterThan(50);
    }

    private static boolean isRule(MatchResult reference, List<Integer> rules) {
        boolean hasPage = !reference.group(3).isEmpty() || reference.group(1).startsWith("docs");
        return hasPage && numbers(reference.group(2)).map(Integer::valueOf).allMatch(rules::contains);
    }

    @Test
    void every_decision_that_code_or_a_page_names_exists() throws IOException {
        Set<String> records = records();
        References found = references(DECISIONS);
        assertThat(found.wrong(
                        reference -> numbers(RECORD.matcher(reference.group(1)).replaceAll("$1"))
                                .allMatch(records::contains)))
                .isEmpty();
        assertThat(found.all()).hasSizeGreaterThan(40);
    }

    /** That all are in the index, and in order, is seen by {@code DocsTest}. */
    @Test
    void every_decision_begins_with_its_number() throws IOException {
        for (Path record : decisions()) {
            Matcher title =
                    TITLE.matcher(Files.readString(record).lines().findFirst().orElse(""));
            assertThat(title.matches()).as(record.toString()).isTrue();
            assertThat(record.getFileName().toString()).startsWith(title.group(1) + "-");
        }
    }

    /** `core.run.RunQueue`, `Target`, `Probe.answer`; words in capitals and XCommand are examples. */
    @ParameterizedTest
    @ValueSource(strings = {"docs/ARCHITECTURE.md", "docs/ADDING.md", "docs/guarantees.md", "CONTRIBUTING.md"})
    void every_type_that_a_page_names_exists(String page) throws IOException {
        List<Path> sources = Pages.files(name -> name.endsWith(".java"));
        List<String> missing = new ArrayList<>();
        Matcher type = TYPE.matcher(Files.readString(Shell.CHECKOUT.resolve(page)));
        while (type.find()) {
            boolean known = type.group(2).equals("XCommand") || TakenOut.type(type.group(2));
            if (!known && !isType(type.toMatchResult(), sources)) {
                missing.add(page + ": " + type.group());
            }
        }
        assertThat(missing).isEmpty();
    }

    private static boolean isType(MatchResult type, List<Path> sources) throws IOException {
        String path = "/" + type.group(1).replace('.', '/') + type.group(2) + ".java";
        for (Path source : sources) {
            if (source.toString().endsWith(path)) {
                return type.group(3) == null || Files.readString(source).contains(type.group(3));
            }
        }
        return false;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "See docs/semantics.md rule 12. | 12 | true",
                "of docs/semantics.md rules 13 to 18 | 13 to 18 | true",
                "[Rule 30](../semantics.md#validity) asks | 30 | true",
                "(rule 12) | 12 | false",
                "(SEMANTICS 12) | 12 | false",
                "docs/semantics.md rule 99 | 99 | false",
                "docs/semantics.md rules 1 and 99 | 1 and 99 | false"
            })
    void a_reference_to_a_rule_is_found_and_judged(String text, String numbers, boolean right) throws IOException {
        Matcher reference = RULES.matcher(text);
        assertThat(reference.find()).isTrue();
        assertThat(reference.group(2)).isEqualTo(numbers);
        assertThat(isRule(reference.toMatchResult(), rules())).isEqualTo(right);
    }

    private record Reference(Path file, MatchResult match) {}

    private record References(List<Reference> all) {
        List<String> wrong(Predicate<MatchResult> right) {
            return all.stream()
                    .filter(reference -> !right.test(reference.match()))
                    .map(reference -> Shell.CHECKOUT.relativize(reference.file()) + ": "
                            + reference.match().group())
                    .toList();
        }
    }

    private static References references(Pattern pattern) throws IOException {
        List<Reference> found = new ArrayList<>();
        for (Path file : Pages.files(name -> name.matches(".*\\.(java|py|md|sql|proto|yaml|json|xml|awk|sh)|muster"))) {
            if (!file.endsWith("DocsReferencesTest.java")) {
                String text = LINE_BREAK.matcher(Files.readString(file)).replaceAll(" ");
                pattern.matcher(text).results().forEach(match -> found.add(new Reference(file, match)));
            }
        }
        return new References(found);
    }

    private static Stream<String> numbers(String text) {
        return NUMBER.matcher(text).results().map(MatchResult::group);
    }

    private static List<Integer> rules() throws IOException {
        return RULE.matcher(Files.readString(Shell.CHECKOUT.resolve(PAGE)))
                .results()
                .map(rule -> Integer.valueOf(rule.group(1)))
                .toList();
    }

    private static Set<String> records() throws IOException {
        return decisions().stream()
                .map(record -> record.getFileName().toString().substring(0, 4))
                .collect(Collectors.toSet());
    }

    private static List<Path> decisions() throws IOException {
        try (Stream<Path> files = Files.list(Shell.CHECKOUT.resolve("docs/decisions"))) {
            return files.filter(file ->
                            RECORD.matcher(file.getFileName().toString()).matches())
                    .sorted()
                    .toList();
        }
    }
}
