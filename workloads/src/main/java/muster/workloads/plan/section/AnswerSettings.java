package muster.workloads.plan.section;

import muster.workloads.plan.language.TreeSettings;

/**
 * Section "answers" of a plan.
 *
 * @param reference name of the file with the recorded answers, a data file; empty if answers are not compared
 * @param check the share of answers that are compared, above 0 and up to 1
 */
public record AnswerSettings(String reference, double check) {
    public static final AnswerSettings NONE = new AnswerSettings("", 1);

    private static final double SMALLEST = 1e-6;

    public static AnswerSettings read(TreeSettings root) {
        TreeSettings answers = root.section("answers");
        AnswerSettings settings =
                new AnswerSettings(answers.text("reference", ""), answers.number("check", NONE.check, SMALLEST, 1));
        answers.refuseUnread();
        return settings;
    }

    public boolean compares() {
        return !reference.isEmpty();
    }
}
