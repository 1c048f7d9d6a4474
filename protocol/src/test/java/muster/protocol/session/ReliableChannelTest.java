package muster.protocol.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import muster.protocol.Drain;
import muster.protocol.Envelope;
import org.junit.jupiter.api.Test;

class ReliableChannelTest {
    private static final long S = 1_000_000_000L;

    private final ReliableChannel one = new ReliableChannel();
    private final ReliableChannel other = new ReliableChannel();

    private static Envelope.Builder message() {
        return Envelope.newBuilder().setDrain(Drain.getDefaultInstance());
    }

    @Test
    void duplicate_and_early_messages_are_ignored() {
        Envelope first = one.send(message());
        Envelope second = one.send(message());
        assertThat(other.receive(second, 0)).isFalse();
        assertThat(other.receive(first, 0)).isTrue();
        assertThat(other.receive(first, 0)).isFalse();
        assertThat(other.receive(second, 0)).isTrue();
    }

    @Test
    void unconfirmed_messages_are_sent_again_in_order() {
        assertThat(one.overdue(0)).isEmpty();
        one.send(message());
        one.send(message());
        assertThat(one.overdue(S)).isEmpty();
        List<Long> again = new ArrayList<>();
        one.overdue(2 * S).forEach(message -> again.add(message.getNumber()));
        assertThat(again).containsExactly(1L, 2L);
        assertThat(one.overdue(2 * S + 1)).as("not at once again").isEmpty();
    }

    @Test
    void any_message_of_the_other_side_confirms() {
        other.receive(one.send(message()), 0);
        assertThat(one.receive(other.sendUnreliable(message()), S)).isTrue();
        assertThat(one.overdue(9 * S)).isEmpty();
    }

    @Test
    void what_was_never_sent_cannot_be_confirmed() {
        one.send(message());
        one.receive(message().setConfirmed(7).build(), 0);
        assertThat(one.overdue(2 * S)).hasSize(1);
    }
}
