package muster.servers.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ServerSocket;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;

class PortChoiceTest {
    private final SequencedMap<String, Integer> usual = usual();

    private static SequencedMap<String, Integer> usual() {
        SequencedMap<String, Integer> ports = new LinkedHashMap<>();
        ports.put("bolt", 7687);
        ports.put("http", 7474);
        return ports;
    }

    @Test
    void a_base_numbers_the_ports_in_the_order_of_their_roles() {
        assertThat(new PortChoice.From(9000).choose(usual)).hasToString("bolt 9000, http 9001");
    }

    @Test
    void a_base_without_room_for_all_ports_is_refused() {
        assertThat(new PortChoice.From(65_534).choose(usual).of("http")).isEqualTo(65_535);
        assertThatThrownBy(() -> new PortChoice.From(65_535).choose(usual))
                .isInstanceOf(BadServerArgument.class)
                .hasMessage("port base 65535 is outside 1 to 65534");
    }

    @Test
    void a_main_port_is_taken_as_it_is_and_the_others_are_free() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress())) {
            usual.put("http", taken.getLocalPort());
            Ports ports = new PortChoice.Main(9000).choose(usual);
            assertThat(ports.of("bolt")).isEqualTo(9000);
            assertThat(ports.of("http")).isNotEqualTo(taken.getLocalPort()).matches(PortChoice::isFree);
        }
    }

    @Test
    void free_ports_differ_and_nothing_listens_there() {
        Ports ports = new PortChoice.Free().choose(usual);

        assertThat(ports.byRole().values()).doesNotHaveDuplicates().allMatch(PortChoice::isFree);
    }

    @Test
    void a_port_with_a_listener_is_not_free_on_whichever_interface_it_listens() throws Exception {
        try (ServerSocket everywhere = new ServerSocket(0)) {
            assertThat(PortChoice.isFree(everywhere.getLocalPort())).isFalse();
        }
    }
}
