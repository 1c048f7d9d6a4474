package muster.workloads.oracle;

import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/** Which posts must and which may be in a reader's feed, newest first. */
final class ExpectedFeed {
    private final NavigableMap<Long, Effect> posts = new TreeMap<>(Collections.reverseOrder());

    void post(long id, Effect effect) {
        if (effect.possible()) {
            posts.put(id, effect);
        }
    }

    /** What is wrong with these posts as the answer to a request for the {@code k} newest; "" if nothing is. */
    String wrong(List<Long> observed, int k) {
        if (observed.size() > k) {
            return observed.size() + " posts where " + k + " were asked for";
        }
        for (int i = 0; i < observed.size(); i++) {
            if (i > 0 && observed.get(i) >= observed.get(i - 1)) {
                return "post " + observed.get(i) + " stands behind " + observed.get(i - 1) + ", which is not newer";
            }
            if (!posts.containsKey(observed.get(i))) {
                return "post " + observed.get(i) + " cannot be in it";
            }
        }
        return missing(observed, k);
    }

    /** Every post that is there for certain and newer than the last one shown must be shown, all of them in a short feed. */
    private String missing(List<Long> observed, int k) {
        Set<Long> shown = new HashSet<>(observed);
        for (Map.Entry<Long, Effect> post : posts.entrySet()) {
            if (observed.size() == k && post.getKey() < observed.getLast()) {
                return "";
            }
            if (post.getValue().least() > 0 && !shown.contains(post.getKey())) {
                return "post " + post.getKey() + " is missing";
            }
        }
        return "";
    }
}
