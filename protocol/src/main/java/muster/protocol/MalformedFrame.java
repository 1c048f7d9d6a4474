package muster.protocol;

/** A frame that is not a message of this protocol version; the message is one line for the log. */
public class MalformedFrame extends Exception {
    public MalformedFrame(String message) {
        super(message);
    }

    /** A Muster peer of another protocol version: it deserves an answer that names both. */
    public static final class OtherVersion extends MalformedFrame {
        public OtherVersion(int version) {
            super("the peer speaks protocol version " + version + ", this side speaks " + Frame.VERSION
                    + ": use the same release of Muster on both");
        }
    }
}
