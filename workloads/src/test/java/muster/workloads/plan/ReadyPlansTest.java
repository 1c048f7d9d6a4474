package muster.workloads.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import muster.workloads.FollowSpill;
import muster.workloads.Workload;
import muster.workloads.plan.language.Settings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ReadyPlansTest {
    static List<String> names() {
        return ReadyPlans.names();
    }

    @Test
    void are_the_files_of_their_folder() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("plans"))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .as("files of workloads/plans, and the names of them in ReadyPlans")
                    .containsExactlyInAnyOrderElementsOf(
                            names().stream().map(name -> name + ".yaml").toList());
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void say_which_question_they_answer(String name) {
        assertThat(ReadyPlans.text(name))
                .startsWith("# yaml-language-server: $schema=../src/main/resources/muster/plan.schema.json\n# ");
        assertThat(ReadyPlans.question(name)).endsWith("?").hasSizeLessThan(140);
    }

    @ParameterizedTest
    @MethodSource("names")
    void are_read_under_their_own_name(String name) {
        assertThat(PlanReader.find(name, List.of()).name()).isEqualTo(name);
    }

    /** 3,000 operations a second are several times what any database gave on the two cores of the published figures. */
    @ParameterizedTest
    @MethodSource("names")
    void have_room_for_the_followers_of_popular_users(String name) {
        for (Step step : Steps.of(PlanReader.find(name, List.of()))) {
            Plan plan = step.plan();
            if (plan.workload().kind().equals("graphity")) {
                Workload workload = Providers.workload("graphity")
                        .create(plan.workload().settings(), file -> {
                            throw new AssertionError(file);
                        });
                assertThat(ExecutedPhase.of(plan, workload))
                        .allSatisfy(phase -> assertThat(
                                        phase.spill().share(3_000 * phase.spec().durationNs() / 1_000_000_000))
                                .isLessThan(FollowSpill.MOST));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void have_settings_that_their_workload_accepts(String name) {
        for (Step step : Steps.of(PlanReader.find(name, List.of()))) {
            Plan plan = step.plan();
            if (Providers.workloads().contains(plan.workload().kind())) {
                Settings settings = plan.workload().settings();
                PlanCheck.depth(settings);
                Providers.workload(plan.workload().kind()).create(settings, file -> {
                    throw new AssertionError(file);
                });
                settings.refuseUnread();
            }
        }
    }
}
