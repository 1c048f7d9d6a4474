package muster.simulator;

import com.google.protobuf.TextFormat;
import muster.protocol.Envelope;

/** What a trace shows of a message. */
final class MessageFormatter {
    private static final int MAX = 200;

    private MessageFormatter() {}

    static String of(Envelope envelope) {
        String text = TextFormat.printer().emittingSingleLine(true).printToString(envelope);
        return text.length() <= MAX ? text : text.substring(0, MAX) + " ...";
    }
}
