package muster.model;

/**
 * Which names of operations are counted: each covered index has one sample of them. Not "transaction", which holds several operations,
 * nor a step of a journey ("JOURNEY.STEP"), which is a part of one; in a named stream both follow its name and a blank.
 */
public final class CountedOperations {
    /** Of several operations; each of them has a series too. */
    public static final String TRANSACTION = "transaction";

    private static final char STEP = '.';

    private CountedOperations() {}

    public static boolean contain(String operation) {
        return !isTransaction(operation) && !isStep(operation);
    }

    public static boolean isTransaction(String operation) {
        return operation.equals(TRANSACTION) || operation.endsWith(" " + TRANSACTION);
    }

    /** Whether it is a part of an operation that is counted. */
    public static boolean isStep(String operation) {
        return operation.indexOf(STEP) >= 0;
    }

    /** The same as {@link #contain}, in SQL. The views say it in their own words. */
    public static String sql(String column) {
        return notTransaction(column) + " AND instr(" + column + ", '" + STEP + "') = 0";
    }

    /** All but transactions, in SQL: what a table of operations lists. */
    public static String notTransaction(String column) {
        return column + " <> '" + TRANSACTION + "' AND " + column + " NOT LIKE '% " + TRANSACTION + "'";
    }
}
