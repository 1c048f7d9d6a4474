package muster.workloads.answers;

/** Answers that are known before a run, for {@link AnswerChecks}: recorded by a database, or named by the plan. */
public interface KnownAnswers {
    /** The place of the answer of an operation, by number and key; below 0 if it is not known. */
    int find(int operation, long key);

    /** Whether the answer at this place is the one that was digested last. */
    boolean agrees(int place, AnswerDigester observed);

    AnswerDigest digest(int place);

    /** The first rows of the answer at this place; empty if they were not kept. */
    byte[] firstRows(int place);
}
