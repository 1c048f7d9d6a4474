package muster.targets.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.ServiceLoader;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;
import muster.workloads.target.TargetProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a target says of a server that answers, and of one that does not, refuses, or hangs. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class OpeningContract {
    private final Subject subject;
    private final Opening opening;

    OpeningContract(Subject subject) {
        this.subject = subject;
        this.opening = new Opening(subject);
    }

    @Test
    void the_provider_is_found_and_the_target_reports_its_server_without_secrets() throws Exception {
        assertThat(ServiceLoader.load(TargetProvider.class))
                .hasAtLeastOneElementOfType(subject.provider().getClass());
        try (Target target = opening.graphity()) {
            assertThat(target.facts())
                    .containsEntry("address", text(subject.address()))
                    .containsKeys("database", "server.version", "driver.version");
            assertThat(subject.secrets()).noneMatch(target.facts()::containsValue);
        }
    }

    @Test
    void a_refused_port_is_named_with_its_cause_in_one_line() throws Exception {
        InetSocketAddress closed;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            closed = InetSocketAddress.createUnresolved("127.0.0.1", socket.getLocalPort());
        }
        assertThat(refusal(closed))
                .contains(text(closed))
                .containsIgnoringCase("refused")
                .doesNotContain("\n");
    }

    @Test
    void a_silent_server_is_given_up_after_the_connect_timeout() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            InetSocketAddress address = InetSocketAddress.createUnresolved("127.0.0.1", silent.getLocalPort());
            Instant start = Instant.now();
            assertThat(refusal(address, "target.connectTimeout=1s"))
                    .contains(text(address))
                    .doesNotContain("\n");
            assertThat(Duration.between(start, Instant.now()))
                    .as("the usual one is 10 s")
                    .isLessThan(Duration.ofSeconds(9));
        }
    }

    Iterable<Map.Entry<String, String>> refusals() {
        return subject.refusals().entrySet();
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("refusals")
    void a_wrong_password_and_an_unknown_database_are_refused_in_one_line_without_the_secret(
            Map.Entry<String, String> wrong) {
        String message = refusal(subject.address(), wrong.getValue());
        assertThat(message).as(wrong.getKey()).contains(text(subject.address())).doesNotContain("\n");
        assertThat(subject.secrets()).noneMatch(message::contains);
    }

    private String refusal(InetSocketAddress address, String... sets) {
        TargetException refusal = catchThrowableOfType(
                TargetException.class, () -> opening.at(address, sets).close());
        assertThat(refusal).isNotNull();
        return String.valueOf(refusal.getMessage());
    }

    private static String text(InetSocketAddress address) {
        return address.getHostString() + ":" + address.getPort();
    }
}
