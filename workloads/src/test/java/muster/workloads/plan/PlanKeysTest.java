package muster.workloads.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import muster.workloads.plan.language.PlanKey;
import org.junit.jupiter.api.Test;

class PlanKeysTest {
    private static final Path PAGE = Path.of("").toAbsolutePath().resolveSibling("docs/plan-keys.md");

    /** As with formatting: continuous integration refuses a page that is out of date, elsewhere it is written. */
    @Test
    void the_page_of_plan_keys_is_that_of_the_schema() throws IOException {
        String page = PlanKeysPage.of(PlanKey.schema());
        if (System.getenv("CI") == null) {
            Files.writeString(PAGE, page);
        }
        assertThat(PAGE).hasContent(page);
    }

    @Test
    void each_key_and_each_kind_of_target_is_on_the_page() {
        assertThat(PlanKeysPage.of(PlanKey.schema()))
                .contains(
                        "| `clients` |",
                        "## `target` of kind `janusgraph`",
                        "## `target` of kind `http`",
                        "| `tls.encrypted` | boolean | Whether they are encrypted. Default `false`. |",
                        "[phase](#phase)");
    }

    @Test
    void keys_that_reproduce_one_benchmark_stand_in_the_appendix() {
        String page = PlanKeysPage.of(PlanKey.schema());
        String keys = page.substring(0, page.indexOf("## Appendix"));
        assertThat(keys).contains("| `users` |").doesNotContain("| `degreeFactor` |", "`target` of kind `hugegraph`");
        assertThat(page.substring(keys.length()))
                .contains("`target` of kind `hugegraph`:\n", "| `noDelay` |", "| `degreeFactor` |");
    }
}
