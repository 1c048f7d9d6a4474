package muster.workloads.answers;

/** The first byte of an encoded value. They are part of the format of references: never change one. */
final class AnswerTag {
    static final int NULL = 1;
    static final int FALSE = 2;
    static final int TRUE = 3;
    /** 64 bits. */
    static final int INTEGER = 4;
    /** Integers that neither 64 bits nor a double hold: decimal text. */
    static final int BIG_INTEGER = 5;
    /** The bits of a double that is no integer of 64 bits. */
    static final int DOUBLE = 6;
    /** More than 15 digits, with a fraction: decimal text. */
    static final int DECIMAL = 7;

    static final int TEXT = 8;
    static final int BYTES = 9;
    /** Seconds of the unix epoch, nanoseconds (32 bits). */
    static final int INSTANT = 10;
    /** Days since 1970-01-01. */
    static final int DATE = 11;
    /** Nanoseconds of the day. */
    static final int LOCAL_TIME = 12;

    static final int UTC_TIME = 13;
    /** Months, days, seconds, nanoseconds. */
    static final int DURATION = 14;
    /** Coordinate system, number of coordinates, doubles. */
    static final int POINT = 15;

    static final int LIST = 16;
    static final int SET = 17;
    static final int MAP = 18;
    static final int NODE = 19;
    static final int EDGE = 20;
    static final int PATH = 21;
    static final int ROW = 22;

    private AnswerTag() {}
}
