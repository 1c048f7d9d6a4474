package muster.endtoend.fuzz;

import java.util.Arrays;
import muster.protocol.Envelope;
import muster.protocol.Frame;
import muster.protocol.MalformedFrame;

/** Frame: whatever is taken can be written and read again. */
public final class FrameFuzz {
    private FrameFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) {
        // Half of the inputs get a right header: the envelope behind it is the larger part.
        byte[] frame = data.clone();
        if (frame.length > 4 && frame[0] % 2 == 0) {
            System.arraycopy(new byte[] {'M', 'U', 0, Frame.VERSION}, 0, frame, 0, 4);
        }
        try {
            Envelope envelope = Frame.decode(frame);
            if (!Frame.decode(Frame.encode(envelope)).equals(envelope)) {
                throw new IllegalStateException("not the same again: " + Arrays.toString(data));
            }
        } catch (MalformedFrame expected) {
            // That is what it is for.
        }
    }
}
