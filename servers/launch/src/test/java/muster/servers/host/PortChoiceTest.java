package muster.servers.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PortChoiceTest {
    private final SequencedMap<String, Integer> usual = usual();

    private final PortReservation reservation = new PortReservation();

    @AfterEach
    void release() {
        reservation.close();
    }

    private static SequencedMap<String, Integer> usual() {
        SequencedMap<String, Integer> ports = new LinkedHashMap<>();
        ports.put("bolt", 7687);
        ports.put("http", 7474);
        return ports;
    }

    @Test
    void a_base_numbers_the_ports_in_the_order_of_their_roles() {
        assertThat(new PortChoice.From(9000).choose(usual, reservation)).hasToString("bolt 9000, http 9001");
    }

    @Test
    void a_base_without_room_for_all_ports_is_refused() {
        assertThat(new PortChoice.From(65_534).choose(usual, reservation).of("http"))
                .isEqualTo(65_535);
        assertThatThrownBy(() -> new PortChoice.From(65_535).choose(usual, reservation))
                .isInstanceOf(BadServerArgument.class)
                .hasMessage("port base 65535 is outside 1 to 65534");
    }

    @Test
    void a_main_port_is_taken_as_it_is_and_the_others_are_free() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress())) {
            usual.put("http", taken.getLocalPort());
            Ports ports = new PortChoice.Main("bolt", 9000).choose(usual, reservation);
            assertThat(ports.of("bolt")).isEqualTo(9000);
            assertThat(ports.of("http")).isNotEqualTo(taken.getLocalPort()).matches(PortChoice::isFree);
        }
    }

    @Test
    void the_port_that_is_given_may_be_that_of_another_role() {
        Ports ports = new PortChoice.Main("http", usual.get("bolt")).choose(usual, reservation);
        assertThat(ports.of("http")).isEqualTo(usual.get("bolt"));
        assertThat(ports.of("bolt")).isNotEqualTo(usual.get("bolt")).matches(PortChoice::isFree);
        assertThat(ports.byRole().keySet()).containsExactlyElementsOf(usual.keySet());
    }

    @Test
    void free_ports_differ_and_nothing_listens_there() {
        Ports ports = new PortChoice.Free().choose(usual, reservation);

        assertThat(ports.byRole().values()).doesNotHaveDuplicates().allMatch(PortChoice::isFree);
    }

    @Test
    void a_port_with_a_listener_is_not_free_on_whichever_interface_it_listens() throws Exception {
        try (ServerSocket everywhere = new ServerSocket(0)) {
            assertThat(PortChoice.isFree(everywhere.getLocalPort())).isFalse();
        }
    }

    @Test
    void two_starts_at_once_get_different_ports_though_nothing_listens_yet() {
        usual.put("http", PortChoice.anyFree());
        Ports first = new PortChoice.Main("bolt", 9000).choose(usual, reservation);
        assertThat(first.of("http")).isEqualTo(usual.get("http"));
        try (PortReservation other = new PortReservation()) {
            assertThat(new PortChoice.Main("bolt", 9001).choose(usual, other).of("http"))
                    .isNotEqualTo(first.of("http"));
        }
        reservation.close();
        try (PortReservation later = new PortReservation()) {
            assertThat(later.take(first.of("http")))
                    .as("after the first start has ended")
                    .isTrue();
        }
    }

    @Test
    void a_port_that_another_process_has_chosen_is_not_taken_until_that_process_ends() throws Exception {
        int port = PortChoice.anyFree();
        Process other = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        OtherStart.class.getName(),
                        Integer.toString(port))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            assertThat(other.getInputStream().read()).isEqualTo('t');
            assertThat(reservation.take(port)).isFalse();
        } finally {
            other.destroyForcibly().waitFor();
        }
        assertThat(reservation.take(port)).isTrue();
    }

    /** Chooses a port and stops there. */
    static final class OtherStart {
        private OtherStart() {}

        public static void main(String[] arguments) throws IOException {
            boolean taken = new PortReservation().take(Integer.parseInt(arguments[0]));
            System.out.print(taken ? 't' : 'f');
            System.out.flush();
            int unused = System.in.read();
        }
    }
}
