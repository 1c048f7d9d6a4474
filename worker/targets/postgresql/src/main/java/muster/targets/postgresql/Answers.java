package muster.targets.postgresql;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import muster.targets.support.ActionOutcome;
import muster.workloads.operation.GraphityOperation.LoadChain;
import muster.workloads.operation.GraphityOperation.LoadFollows;
import muster.workloads.operation.GraphityOperation.LoadUser;
import muster.workloads.target.Outcome;
import muster.workloads.target.Probe;

/** What the answers of statements mean. */
final class Answers {
    private Answers() {}

    /** Of an insert of one row, or a delete; without one it was {@code otherwise}. */
    static Request.Answer changed(int position, Outcome otherwise) {
        return (rows, updated) -> probe -> {
            if (updated == 0) {
                probe.outcome(position, otherwise);
            } else {
                probe.elements(position, 1);
            }
        };
    }

    /** No row: something is absent. One row: whether it was there. */
    static Request.Answer single(int position) {
        return (rows, updated) -> {
            List<Boolean> there = new ArrayList<>();
            rows.forEach(row -> there.add(row.getBoolean(1)));
            return probe -> {
                if (there.isEmpty()) {
                    probe.outcome(position, Outcome.ABSENT);
                } else {
                    ActionOutcome.made(position, there.getFirst(), 1, probe);
                }
            };
        };
    }

    /** No row: the reader is absent. Rows of post, author and message, or one of nulls. */
    static Request.Answer feed(int position) {
        return (rows, updated) -> {
            List<Long> posts = new ArrayList<>();
            rows.forEach(row -> {
                posts.add(row.getObject(1, Long.class));
                // A client of a feed reads its texts.
                var unused = row.getString(3);
            });
            return probe -> feed(position, posts, probe);
        };
    }

    private static void feed(int position, List<Long> rows, Probe probe) {
        if (rows.isEmpty()) {
            probe.outcome(position, Outcome.ABSENT);
            return;
        }
        long[] posts = rows.stream()
                .filter(post -> post != null)
                .mapToLong(post -> post)
                .toArray();
        ActionOutcome.feed(position, posts, probe);
    }

    /** Rows are the users that were not there. */
    static Request.Answer users(List<LoadUser> users, int first) {
        return (rows, updated) -> {
            Set<Long> made = new HashSet<>();
            rows.forEach(row -> made.add(row.getLong(1)));
            return probe -> {
                for (int at = 0; at < users.size(); at++) {
                    LoadUser load = users.get(at);
                    ActionOutcome.made(first + at, !made.contains(load.user()), load.elements(), probe);
                }
            };
        };
    }

    /** A row for each operation that has edges: its place, whether there were edges before, and how many were made. */
    static Request.Answer follows(List<LoadFollows> follows, int first) {
        return (rows, updated) -> {
            boolean[] there = new boolean[follows.size()];
            long[] made = new long[follows.size()];
            rows.forEach(row -> {
                there[row.getInt(1)] = row.getBoolean(2);
                made[row.getInt(1)] = row.getLong(3);
            });
            return probe -> {
                for (int at = 0; at < there.length; at++) {
                    ActionOutcome.made(
                            first + at, there[at], made[at], follows.get(at).elements(), probe);
                }
            };
        };
    }

    /** A row for each link that was made, with its user. */
    static Request.Answer chains(List<LoadChain> chains, int first) {
        return (rows, updated) -> {
            List<Long> users = new ArrayList<>();
            rows.forEach(row -> users.add(row.getLong(1)));
            return probe -> {
                for (int at = 0; at < chains.size(); at++) {
                    LoadChain chain = chains.get(at);
                    long made =
                            users.stream().filter(user -> user == chain.user()).count();
                    long links = chain.elements();
                    ActionOutcome.made(first + at, made == 0 && links > 0, made, links, probe);
                }
            };
        };
    }
}
