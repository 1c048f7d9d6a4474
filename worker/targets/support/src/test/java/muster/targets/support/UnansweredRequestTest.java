package muster.targets.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.sql.SQLException;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.OperationFailure.Kind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnansweredRequestTest {
    @ParameterizedTest
    @CsvSource({
        "late, false, PERMANENT, OperationTimeout, no answer in time",
        "late, true, UNKNOWN, OperationTimeout, no answer in time",
        "interrupted, false, TRANSIENT, Interrupted, lost",
        "refused, false, TRANSIENT, ConnectException, lost",
        "refused, true, UNKNOWN, ConnectException, lost",
        "unexplained, false, TRANSIENT, Unexplained, lost"
    })
    void a_lost_answer_leaves_open_what_was_committed(
            String cause, boolean committing, Kind kind, String errorClass, String message) {
        SQLException failure = new SQLException("lost", cause(cause));
        OperationFailure mapped = UnansweredRequest.of(
                failure, committing, "Unexplained", UnansweredRequest.line(failure, failure.getMessage()));
        assertThat(mapped.kind()).isEqualTo(kind);
        assertThat(mapped.errorClass()).isEqualTo(errorClass);
        assertThat(mapped).hasMessage(message);
    }

    private static Throwable cause(String name) {
        return switch (name) {
            case "late" -> new SocketTimeoutException();
            case "interrupted" -> new ClosedByInterruptException();
            case "refused" -> new ConnectException();
            default -> null;
        };
    }
}
