package muster.workloads.plan.language;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanJson;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.TargetDefaults;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTest {
    private static Settings workload(String settings) {
        return plan("{kind: noop}", settings).workload().settings();
    }

    private static Settings target(String settings) {
        return plan(settings, "{kind: noop}").target().settings();
    }

    private static Plan plan(String target, String workload) {
        return PlanReader.parse(text(target, workload), "p.yaml", List.of());
    }

    private static String text(String target, String workload) {
        return "target: " + target + "\nworkload: " + workload + "\nphases: [{kind: measure}]\n";
    }

    @Test
    void suggests_the_key_that_was_meant_once_all_have_been_read() {
        Settings settings = workload("{kind: g, users: 3, mix: {folow: 1, post: 2}}");
        settings.integer("users", 0, 0, 10);
        settings.section("mix").number("follow", 0, 0, 100);
        settings.section("mix").number("post", 0, 0, 100);
        assertThat(settings.unread()).containsExactly("mix.folow");
        assertThatThrownBy(settings::refuseUnread)
                .isInstanceOf(PlanException.class)
                .hasMessage("p.yaml:2: workload.mix.folow: unknown key; did you mean follow?");
    }

    @Test
    void a_target_that_is_not_part_of_muster_reads_the_settings_of_one_that_it_stands_before() {
        Settings settings = target("{kind: mine, bug: lost, tls: {encrypted: true}, fetchsize: 3}");
        assertThat(settings.choice("bug", "none", List.of("none", "lost"))).isEqualTo("lost");
        Settings standsBefore = settings.ofKind("neo4j");
        assertThat(standsBefore.integer("fetchSize"))
                .isEqualTo(target("{kind: neo4j}").integer("fetchSize"));
        assertThat(standsBefore.section("tls").flag("encrypted")).isTrue();
        assertThatThrownBy(() -> settings.ofKind("http").integer("fetchSize")).hasMessageContaining("plan.schema.json");
        assertThat(settings.unread()).containsExactly("fetchsize");
    }

    @Test
    void reads_values_of_each_type_and_falls_back_to_the_default() {
        Settings settings = workload("{kind: g, n: 3, d: 51.5, m: 1e3, t: true, x: text, w: 20ms}");
        assertThat(settings.integer("n", 0, 0, 10)).isEqualTo(3);
        assertThat(settings.integer("m", 0, 0, 1000)).isEqualTo(1000);
        assertThat(settings.number("d", 0, 0, 100)).isEqualTo(51.5);
        assertThat(settings.number("n", 0, 0, 100)).isEqualTo(3);
        assertThat(settings.flag("t", false)).isTrue();
        assertThat(settings.text("x")).isEqualTo("text");
        assertThat(settings.choice("x", "a", List.of("text", "a"))).isEqualTo("text");
        assertThat(settings.duration("w", Duration.ZERO, Duration.ZERO, Duration.ofSeconds(1)))
                .isEqualTo(Duration.ofMillis(20));
        assertThat(settings.integer("no", 7, 0, 10)).isEqualTo(7);
        assertThat(settings.section("none").unread()).isEmpty();
        settings.refuseUnread();
    }

    @Test
    void names_place_key_value_and_what_is_right() {
        Settings settings = workload("{kind: g, n: 11, t: 'yes', x: [1], mix: {a: b}}");
        assertThatThrownBy(() -> settings.integer("n", 0, 0, 10))
                .hasMessage("p.yaml:2: workload.n: 11: expected a whole number from 0 to 10");
        assertThatThrownBy(() -> settings.number("n", 0, 0, 0.5))
                .hasMessage("p.yaml:2: workload.n: 11: expected a number from 0 to 0.5");
        assertThatThrownBy(() -> settings.flag("t", false))
                .hasMessage("p.yaml:2: workload.t: \"yes\": expected true or false");
        assertThatThrownBy(() -> settings.text("x")).hasMessage("p.yaml:2: workload.x: [1]: expected a text");
        assertThatThrownBy(() -> settings.section("n")).hasMessage("p.yaml:2: workload.n: 11: expected a map");
        assertThatThrownBy(() -> settings.numbers("mix"))
                .hasMessage("p.yaml:2: workload.mix.a: \"b\": expected a number");
        assertThatThrownBy(() -> settings.text("data")).hasMessage("p.yaml:2: workload.data: missing: expected a text");
        assertThat(settings.wrong("mix.a", "a share")).hasMessage("p.yaml:2: workload.mix.a: \"b\": expected a share");
    }

    @Test
    void resolves_references_in_memory_only() {
        Settings settings = target(
                "{kind: n, password: '${env:PATH}', headers: {Authorization: 'Bearer ${env:PATH}', Cookie: 's=${env:PATH}'}}");
        Settings resolved = settings.resolved();
        assertThat(resolved.text("password")).isEqualTo(System.getenv("PATH"));
        assertThat(resolved.section("headers").text("Authorization")).isEqualTo("Bearer " + System.getenv("PATH"));
        assertThat(resolved.section("headers").text("Cookie")).isEqualTo("s=" + System.getenv("PATH"));
        assertThat(resolved.raw()).isEqualTo(settings.raw());
        assertThat(resolved.raw()).containsEntry("password", "${env:PATH}");
        assertThat(resolved.toString()).doesNotContain(System.getenv("PATH"));
        assertThat(resolved.wrong("password", "a better one").getMessage()).doesNotContain(System.getenv("PATH"));
    }

    @Test
    void names_a_variable_that_is_not_set_and_a_file_that_is_not_there() {
        assertThatThrownBy(() ->
                        target("{kind: n, password: '${env:MUSTER_NO_SUCH}'}").resolved())
                .isInstanceOf(PlanException.class)
                .hasMessage("p.yaml:1: target.password: the environment variable MUSTER_NO_SUCH is not set");
        assertThatThrownBy(
                        () -> target("{kind: n, password: '${file:/no/such}'}").resolved())
                .hasMessage(
                        "p.yaml:1: target.password: no such file /no/such; relative paths begin at the folder of the plan");
    }

    @Test
    void reads_a_secret_file_next_to_the_plan(@TempDir Path folder) throws IOException {
        Files.createDirectory(folder.resolve("secrets"));
        Files.writeString(folder.resolve("secrets/pw"), "hunter2\n");
        Path file = Files.writeString(
                folder.resolve("p.yaml"), text("{kind: n, password: '${file:secrets/pw}'}", "{kind: noop}"));
        Plan plan = PlanReader.read(file, List.of());
        assertThat(plan.target().settings().resolved().text("password")).isEqualTo("hunter2");
        assertThat(PlanJson.read(PlanJson.write(plan))
                        .target()
                        .settings()
                        .resolved()
                        .text("password"))
                .isEqualTo("hunter2");
        assertThat(plan.text() + PlanJson.write(plan) + plan).doesNotContain("hunter2");
    }

    @Test
    void reads_the_keys_that_all_targets_have() {
        assertThat(TargetDefaults.of(target("{kind: n}")))
                .isEqualTo(new TargetDefaults(
                        5, Duration.ofMillis(10), false, Duration.ofSeconds(10), Duration.ofSeconds(30)));
        TreeSettings all = (TreeSettings)
                target("{kind: n, retries: 0, backoff: 1s, onError: stop, connectTimeout: 2s, operationTimeout: 3s}");
        assertThat(TargetDefaults.of(all))
                .isEqualTo(new TargetDefaults(
                        0, Duration.ofSeconds(1), true, Duration.ofSeconds(2), Duration.ofSeconds(3)));
        assertThat(all.unread()).isEmpty();
    }
}
