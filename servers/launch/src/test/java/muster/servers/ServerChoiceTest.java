package muster.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import muster.servers.fetch.RuntimePom;
import muster.servers.host.BadServerArgument;
import muster.servers.host.JavaCommand;
import muster.servers.host.Ports;
import org.junit.jupiter.api.Test;

class ServerChoiceTest {
    private static final ServerProvider WITH_STORAGE = new Chooser(List.of(
            new ServerChoice("storage", List.of("inside", "beside"), true),
            new ServerChoice("level", List.of("all", "one"), false)));

    @Test
    void what_is_not_given_is_what_the_data_were_made_with_or_else_the_first() {
        assertThat(complete(Map.of(), Map.of())).isEqualTo(Map.of("storage", "inside", "level", "all"));
        assertThat(complete(Map.of("level", "one"), Map.of("storage", "beside", "level", "all")))
                .isEqualTo(Map.of("storage", "beside", "level", "one"));
        assertThat(complete(Map.of(), Map.of("storage", "beside", "level", "one")))
                .isEqualTo(Map.of("storage", "beside", "level", "one"));
    }

    @Test
    void what_lasts_with_the_data_cannot_be_chosen_again() {
        assertThatThrownBy(() -> complete(Map.of("storage", "beside"), Map.of("storage", "inside", "level", "all")))
                .isInstanceOf(BadServerArgument.class)
                .hasMessageContainingAll("--storage inside", "beside", "--delete");
        assertThat(complete(Map.of("storage", "beside"), Map.of("storage", "beside")))
                .containsEntry("storage", "beside");
    }

    @Test
    void an_unknown_name_or_value_is_refused_with_what_there_is() {
        assertThatThrownBy(() -> complete(Map.of("storage", "above"), Map.of()))
                .isInstanceOf(BadServerArgument.class)
                .hasMessage("--storage above is not possible; choose one of inside, beside");
        assertThatThrownBy(() -> complete(Map.of("nodes", "3"), Map.of()))
                .hasMessage("chooser has no --nodes, only --storage, --level");
        assertThatThrownBy(() -> ServerChoice.complete(new Chooser(List.of()), Map.of("nodes", "3"), Map.of()))
                .hasMessage("chooser has no --nodes");
    }

    private static Map<String, String> complete(Map<String, String> given, Map<String, String> before) {
        return ServerChoice.complete(WITH_STORAGE, given, before);
    }

    /** A server of which only the choices matter. */
    private record Chooser(List<ServerChoice> choices) implements ServerProvider {
        @Override
        public String name() {
            return "chooser";
        }

        @Override
        public String title() {
            return "Chooser";
        }

        @Override
        public String version() {
            return "1";
        }

        @Override
        public RuntimePom files() {
            throw new UnsupportedOperationException();
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
        public void configure(ServerContext context) throws IOException {
            throw new UnsupportedOperationException();
        }

        @Override
        public JavaCommand command(ServerContext context) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void query(ServerContext context) {}
    }
}
