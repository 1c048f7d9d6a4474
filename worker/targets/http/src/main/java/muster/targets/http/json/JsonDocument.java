package muster.targets.http.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.async.ByteArrayFeeder;
import java.io.IOException;
import java.util.List;
import muster.workloads.target.ClientLibrary;

/** A document in UTF-8 that arrives in parts of any size. */
public final class JsonDocument {
    private static final JsonFactory FACTORY = new JsonFactory();

    private final List<JsonItems> readers;
    private final JsonParser parser;
    private final ByteArrayFeeder feeder;
    private boolean ended;
    private String wrong = "";

    public JsonDocument(List<JsonItems> readers) {
        this.readers = List.copyOf(readers);
        try {
            this.parser = FACTORY.createNonBlockingByteArrayParser();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        this.feeder = (ByteArrayFeeder) parser.getNonBlockingInputFeeder();
    }

    /** The next part. What follows a mistake is not read. */
    public void add(byte[] array, int offset, int length) {
        if (!wrong.isEmpty()) {
            return;
        }
        try {
            feeder.feedInput(array, offset, offset + length);
            tokens();
        } catch (IOException | IllegalArgumentException e) {
            wrong = ClientLibrary.line(String.valueOf(e.getMessage()));
        }
    }

    /**
     * There are no more parts.
     *
     * @return what is wrong with the document, in one line; empty if nothing is
     */
    public String end() {
        try {
            if (wrong.isEmpty()) {
                feeder.endOfInput();
                tokens();
                wrong = ended ? "" : "no JSON";
            }
            parser.close();
        } catch (IOException | IllegalArgumentException e) {
            wrong = ClientLibrary.line(String.valueOf(e.getMessage()));
        }
        return wrong;
    }

    private void tokens() throws IOException {
        for (JsonToken token = parser.nextToken();
                token != null && token != JsonToken.NOT_AVAILABLE;
                token = parser.nextToken()) {
            for (JsonItems reader : readers) {
                reader.token(token, parser);
            }
            ended = true;
        }
    }
}
