package muster.workloads.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.Map;
import muster.workloads.plan.language.PlanException;
import muster.workloads.plan.language.Settings;
import muster.workloads.plan.language.Tree;
import muster.workloads.plan.language.TreeSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The keys that most targets share. */
class TargetSettingsTest {
    private static final String USUAL = "db://127.0.0.1:1";

    private static URI read(Map<String, Object> target) {
        return TargetAddress.of(
                settings(target),
                USUAL,
                "an address such as " + USUAL,
                uri -> uri.getScheme().equals("db") && TargetAddress.hasNoPath(uri));
    }

    private static Settings settings(Map<String, Object> target) {
        return TreeSettings.of("target", Tree.ofMap(target, "a test"));
    }

    @Test
    void an_address_is_the_usual_one_unless_the_plan_names_it() {
        assertThat(read(Map.of())).hasToString(USUAL);
        assertThat(read(Map.of("uri", "db://host:2/"))).hasToString("db://host:2/");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"db://", "host:2", "//host:2", "db://user:secret@host:2", "db://host/path", "web://host", "a b"})
    void any_other_address_is_refused_with_what_is_right(String uri) {
        assertThatThrownBy(() -> read(Map.of("uri", uri)))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("an address such as " + USUAL);
    }

    @Test
    void user_and_password_come_together_and_the_password_is_never_shown() {
        assertThat(Login.of(settings(Map.of()))).isEmpty();
        assertThat(Login.of(settings(Map.of("user", "u", "password", "secret"))))
                .contains(new Login("u", "secret"))
                .hasToString("Optional[u]");
        assertThatThrownBy(() -> Login.of(settings(Map.of("user", "u"))))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("${env:NAME}");
        assertThatThrownBy(() -> Login.of(settings(Map.of("password", "secret"))))
                .isInstanceOf(PlanException.class)
                .hasMessageNotContaining("secret");
    }
}
