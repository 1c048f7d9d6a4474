package muster.protocol.keys;

import org.zeromq.ZMQ;

/** A CURVE key pair: two keys of 32 bytes, as Z85 text of 40 characters each. */
public record KeyPair(String publicKey, String secretKey) {
    private static final int CHARACTERS = 40;

    public KeyPair {
        if (publicKey.length() != CHARACTERS || secretKey.length() != CHARACTERS) {
            throw new IllegalArgumentException("a key is " + CHARACTERS + " characters of Z85");
        }
    }

    /** A new one, from the platform's secure random numbers. */
    public static KeyPair generate() {
        ZMQ.Curve.KeyPair pair = ZMQ.Curve.generateKeyPair();
        return new KeyPair(pair.publicKey, pair.secretKey);
    }

    /** Never the secret. */
    @Override
    public String toString() {
        return "KeyPair[" + publicKey + "]";
    }
}
