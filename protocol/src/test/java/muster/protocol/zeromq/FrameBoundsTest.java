package muster.protocol.zeromq;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import muster.protocol.Frame;
import org.junit.jupiter.api.Test;
import zmq.Msg;

class FrameBoundsTest {
    private static final int MIB = 1 << 20;

    private final AtomicInteger refused = new AtomicInteger();

    @Test
    void a_size_that_no_frame_has_becomes_an_empty_frame() {
        FrameBounds bounds = new FrameBounds(64L * MIB, refused::incrementAndGet);
        for (int size : new int[] {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, Frame.MAX_BYTES + 1}) {
            assertThat(bounds.allocate(size).size()).isZero();
        }
        assertThat(refused).hasValue(4);
        assertThat(bounds.allocate(Frame.MAX_BYTES).size()).isEqualTo(Frame.MAX_BYTES);
        assertThat(bounds.allocate(0).size()).isZero();
        assertThat(refused).hasValue(4);
    }

    @Test
    void large_frames_together_have_a_budget_and_small_ones_none() {
        FrameBounds bounds = new FrameBounds(10L * MIB, refused::incrementAndGet);
        List<Msg> held = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            held.add(bounds.allocate(MIB));
        }
        assertThat(refused).hasValue(2);
        for (int i = 0; i < 1_000; i++) {
            held.add(bounds.allocate(1_000));
        }
        assertThat(refused).hasValue(2);
        assertThat(held).filteredOn(msg -> msg.size() == MIB).hasSize(10);
    }

    @Test
    void what_was_read_and_dropped_makes_room_again() {
        FrameBounds bounds = new FrameBounds(40L * MIB, refused::incrementAndGet);
        long endNs = System.nanoTime() + 100_000_000_000L;
        int taken = 0;
        while (taken < 60 && System.nanoTime() < endNs) {
            taken += bounds.allocate(MIB).size() > 0 ? 1 : 0;
        }
        assertThat(taken).isEqualTo(60);
    }
}
