package muster.targets.http.request;

/** Takes the body of an answer as it arrives, by the thread that received it; nothing of it is kept for it. */
public interface ResponseBody {
    /** Drops it. */
    ResponseBody NONE = new ResponseBody() {
        @Override
        public void begin(int status) {}

        @Override
        public void bytes(byte[] array, int offset, int length) {}
    };

    /** The answer begins, with its final status; once, as no request is sent again of whose answer a byte was here. */
    void begin(int status);

    /** A part of the body; the array is the caller's. Never throws: what is wrong with it is kept until it is asked for. */
    void bytes(byte[] array, int offset, int length);
}
