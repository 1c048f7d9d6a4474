package muster.workloads.graphity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import muster.workloads.Workload;
import muster.workloads.Workload.LoadPart;
import muster.workloads.Workload.Operations;
import muster.workloads.WorkloadSettings;
import muster.workloads.operation.GraphityOperation.Follow;
import muster.workloads.operation.GraphityOperation.Post;
import muster.workloads.operation.GraphityOperation.Unfollow;
import muster.workloads.plan.language.PlanException;
import muster.workloads.target.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataGraphityTest {
    @TempDir
    private Path folder;

    @Test
    void a_log_is_replayed_event_by_event_on_users_that_follow_nobody() throws IOException {
        Workload workload = workload("1\tA\tu\tv\n2\tU\tv\n3\tR\tu\tv\n", Map.of("format", "log"));
        assertThat(workload.loadParts()).extracting(LoadPart::name).containsExactly("vertices");
        Operations events = workload.operations(Histories.measure(1, 0, 1));
        assertThat(events.count()).isEqualTo(3);
        assertThat(events.at(0)).isEqualTo(new Follow(0, 1));
        assertThat(events.at(1)).isInstanceOfSatisfying(Post.class, post -> {
            assertThat(post.author()).isEqualTo(1);
            assertThat(post.post()).isEqualTo((1L << 40) | 1);
        });
        assertThat(events.at(2)).isEqualTo(new Unfollow(0, 1));
        GraphityModel model = Histories.loaded(workload);
        for (long i = 0; i < 3; i++) {
            assertThat(Histories.replay(events, i, i + 1, model).keySet()).allMatch(key -> key.endsWith(" ok"));
        }
    }

    @Test
    void only_one_phase_can_replay_a_log() throws IOException {
        Workload workload = workload("1\tA\tu\tv\n", Map.of("format", "log"));
        assertThatThrownBy(() -> workload.operations(Histories.measure(1, 0, 2)))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("there are 2");
    }

    @Test
    void a_given_graph_is_loaded_and_acted_on() throws IOException {
        StringBuilder edges = new StringBuilder();
        for (int user = 0; user < 2000; user++) {
            for (int j = 1; j <= 10; j++) {
                edges.append(user).append('\t').append((user + j * j) % 2000).append('\n');
            }
        }
        Workload workload = workload(edges.toString(), Map.of("postsPerUser", 0));
        GraphityModel model = Histories.loaded(workload);
        assertThat(model.fingerprint()).containsEntry("edges", "20000");
        var counts = Histories.replay(workload.operations(Histories.measure(2, 0, 1)), 0, 50_000, model);
        assertThat(Histories.failed(counts)).isLessThan(0.01);
        assertThat(counts).containsKey("unfollow " + Outcome.OK);
    }

    private Workload workload(String data, Map<String, Object> settings) throws IOException {
        Path file = Files.writeString(folder.resolve("data"), data);
        Map<String, Object> all = new HashMap<>(settings);
        all.put("data", "data");
        return new GraphityProvider().create(WorkloadSettings.of("graphity", all), name -> file);
    }
}
