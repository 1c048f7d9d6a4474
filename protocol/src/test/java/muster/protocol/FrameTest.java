package muster.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FrameTest {
    private static final Envelope LEASE = Envelope.newBuilder()
            .setEpoch(-1)
            .setSession(7)
            .setLease(Lease.newBuilder().setLease(Long.MAX_VALUE).setFirst(-1).setCount(3))
            .build();

    @Test
    void an_envelope_comes_back_as_it_was() throws MalformedFrame {
        assertThat(Frame.decode(Frame.encode(LEASE))).isEqualTo(LEASE);
    }

    @Test
    void a_frame_of_another_version_is_refused_naming_both() {
        byte[] frame = Frame.encode(LEASE);
        frame[3] = 9;
        assertThatThrownBy(() -> Frame.decode(frame))
                .isInstanceOf(MalformedFrame.OtherVersion.class)
                .hasMessageContaining("version 9")
                .hasMessageContaining("speaks " + Frame.VERSION);
    }

    @Test
    void a_stranger_is_refused_before_anything_is_parsed() {
        assertThatThrownBy(() -> Frame.decode("GET / HTTP/1.1".getBytes(StandardCharsets.US_ASCII)))
                .isInstanceOf(MalformedFrame.class)
                .hasMessageContaining("not a Muster peer");
        assertThatThrownBy(() -> Frame.decode(new byte[3])).hasMessageContaining("3 bytes");
        assertThatThrownBy(() -> Frame.decode(new byte[Frame.MAX_BYTES + 1])).hasMessageContaining("are legal");
    }

    @Test
    void what_no_peer_would_accept_is_not_sent() {
        Envelope large = Envelope.newBuilder()
                .setFileChunk(FileChunk.newBuilder().setContent(ByteString.copyFrom(new byte[Frame.MAX_BYTES])))
                .build();
        assertThatThrownBy(() -> Frame.encode(large))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("FILE_CHUNK");
    }

    @Test
    void truncated_and_scrambled_frames_are_refused_or_read_and_never_anything_else() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        byte[] frame = Frame.encode(LEASE);
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = Arrays.copyOf(frame, 5 + random.nextInt(frame.length - 4));
            bytes[4 + random.nextInt(bytes.length - 4)] = (byte) random.nextInt();
            decodeOrRefuse(bytes, "seed " + seed + " round " + round);
        }
    }

    private static void decodeOrRefuse(byte[] bytes, String about) {
        try {
            assertThat(Frame.decode(bytes)).as(about).isNotNull();
        } catch (MalformedFrame refused) {
            assertThat(refused).as(about).hasMessageStartingWith("not an envelope");
        }
    }

    @Test
    void unknown_fields_of_a_newer_peer_are_skipped() throws MalformedFrame {
        byte[] known = LEASE.toByteArray();
        byte[] unknown = {(byte) 0xfa, 0x3e, 0x02, 0x01, 0x02};
        byte[] frame = Arrays.copyOf(Frame.encode(LEASE), 4 + known.length + unknown.length);
        System.arraycopy(unknown, 0, frame, 4 + known.length, unknown.length);
        Envelope read = Frame.decode(frame);
        assertThat(read.getLease()).isEqualTo(LEASE.getLease());
        assertThat(read.getUnknownFields().asMap()).hasSize(1);
    }
}
