package muster.report;

/** What tests look for in a page. */
final class Pages {
    private Pages() {}

    /** The page without what unfolds. */
    static String withoutFolds(String page) {
        String rest = page;
        String before;
        do {
            before = rest;
            rest = rest.replaceAll("(?s)<details[^>]*>(?:(?!<details).)*?</details>", "");
        } while (!rest.equals(before));
        return rest;
    }
}
