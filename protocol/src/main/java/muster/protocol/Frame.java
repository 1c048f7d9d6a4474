package muster.protocol;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The one frame of the wire: 'M' 'U', the protocol version (unsigned 16 bit, big-endian), one {@link Envelope}. */
public final class Frame {
    /** Grows with every change that an older peer would misread. */
    public static final int VERSION = 1;

    /** The largest legal frame, set on every socket before it binds: a declared 2 GB frame must not stop a peer. */
    public static final int MAX_BYTES = 16 << 20;

    private static final int HEADER_BYTES = 4;

    private Frame() {}

    /** Encodes an envelope; throws {@link IllegalArgumentException} if it would be larger than a peer accepts. */
    public static byte[] encode(Envelope envelope) {
        int size = envelope.getSerializedSize();
        if (size > MAX_BYTES - HEADER_BYTES) {
            throw new IllegalArgumentException(
                    "a " + envelope.getBodyCase() + " of " + size + " bytes is larger than a frame may be");
        }
        byte[] frame = new byte[HEADER_BYTES + size];
        frame[0] = 'M';
        frame[1] = 'U';
        frame[2] = (byte) (VERSION >>> 8);
        frame[3] = (byte) VERSION;
        write(envelope, frame, size);
        return frame;
    }

    private static void write(Envelope envelope, byte[] frame, int size) {
        try {
            CodedOutputStream out = CodedOutputStream.newInstance(frame, HEADER_BYTES, size);
            envelope.writeTo(out);
            out.checkNoSpaceLeft();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Checks size, version and the size that it will have in memory, then parses; a {@link MalformedFrame} says in one line what was wrong. */
    public static Envelope decode(byte[] frame) throws MalformedFrame {
        checkHeader(frame);
        WireBounds.check(frame, HEADER_BYTES);
        try {
            return Envelope.parser().parseFrom(frame, HEADER_BYTES, frame.length - HEADER_BYTES);
        } catch (InvalidProtocolBufferException e) {
            throw new MalformedFrame("not an envelope: " + e.getMessage());
        }
    }

    /** Whether a peer of this version made it, whatever it holds: then what is wrong with it is the peer's doing, not the network's. */
    public static boolean isOurs(byte[] frame) {
        try {
            checkHeader(frame);
            return true;
        } catch (MalformedFrame e) {
            return false;
        }
    }

    private static void checkHeader(byte[] frame) throws MalformedFrame {
        if (frame.length < HEADER_BYTES || frame.length > MAX_BYTES) {
            throw new MalformedFrame(
                    "a frame of " + frame.length + " bytes; " + HEADER_BYTES + " to " + MAX_BYTES + " are legal");
        }
        if (frame[0] != 'M' || frame[1] != 'U') {
            throw new MalformedFrame("the frame does not start with 'MU': not a Muster peer");
        }
        int version = ((frame[2] & 0xff) << 8) | (frame[3] & 0xff);
        if (version != VERSION) {
            throw new MalformedFrame.OtherVersion(version);
        }
    }
}
