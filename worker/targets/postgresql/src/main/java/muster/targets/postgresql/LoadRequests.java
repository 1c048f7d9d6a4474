package muster.targets.postgresql;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import muster.targets.postgresql.data.CopyRows;
import muster.targets.support.GraphityTexts;
import muster.workloads.operation.GraphityOperation.LoadChain;
import muster.workloads.operation.GraphityOperation.LoadFollows;
import muster.workloads.operation.GraphityOperation.LoadUser;
import muster.workloads.operation.OperationKind;
import muster.workloads.operation.PostMessage;

/** The load of Graphity: one statement for all operations of a transaction, with arrays as parameters. */
final class LoadRequests {
    private LoadRequests() {}

    static Request.Prepared users(GraphityTexts sql, List<LoadUser> users, int messageLength, int first) {
        long[] ids = users.stream().mapToLong(LoadUser::user).toArray();
        long[] newest = users.stream().mapToLong(LoadUser::newest).toArray();
        long[] authors = users.stream()
                .flatMapToLong(load -> LongStream.of(load.posts()).map(post -> load.user()))
                .toArray();
        long[] posts = users.stream()
                .flatMapToLong(load -> LongStream.of(load.posts()))
                .toArray();
        String[] messages = LongStream.of(posts)
                .mapToObj(post -> PostMessage.of(post, messageLength))
                .toArray(String[]::new);
        return new Request.Prepared(
                sql.of(OperationKind.LOAD_USER),
                true,
                List.of(ids, newest, authors, posts, messages),
                Answers.users(List.copyOf(users), first));
    }

    static Request.Prepared follows(GraphityTexts sql, List<LoadFollows> follows, int first) {
        int[] places = IntStream.range(0, follows.size())
                .flatMap(at -> IntStream.of(new int[follows.get(at).followees().length])
                        .map(zero -> at))
                .toArray();
        long[] followers = IntStream.of(places)
                .mapToLong(place -> follows.get(place).user())
                .toArray();
        long[] followees = follows.stream()
                .flatMapToLong(load -> LongStream.of(load.followees()))
                .toArray();
        return new Request.Prepared(
                sql.of(OperationKind.LOAD_FOLLOWS),
                true,
                List.of(places, followers, followees),
                Answers.follows(List.copyOf(follows), first));
    }

    static Request.Prepared chains(GraphityTexts sql, List<LoadChain> chains, int first) {
        long[] users = chains.stream().mapToLong(LoadChain::user).toArray();
        return new Request.Prepared(
                sql.of(OperationKind.LOAD_CHAIN), true, List.of(users), Answers.chains(List.copyOf(chains), first));
    }

    /** The rows of a batch in COPY's text format. */
    static String rows(int count, IntFunction<Stream<String>> columns) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            String row = columns.apply(i).map(CopyRows::escaped).collect(Collectors.joining("\t"));
            text.append(row).append('\n');
        }
        return text.toString();
    }
}
