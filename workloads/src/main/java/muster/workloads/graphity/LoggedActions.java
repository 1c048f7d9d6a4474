package muster.workloads.graphity;

import muster.workloads.Workload.Operations;
import muster.workloads.data.EventLog;
import muster.workloads.operation.EntityId;
import muster.workloads.operation.GraphityOperation;
import muster.workloads.operation.GraphityOperation.Follow;
import muster.workloads.operation.GraphityOperation.Post;
import muster.workloads.operation.GraphityOperation.Unfollow;
import muster.workloads.operation.PostMessage;

/** The events of a log: operation i is event i. */
record LoggedActions(EventLog log, int ordinal, int messageLength) implements Operations {
    @Override
    public long count() {
        return log.size();
    }

    @Override
    public GraphityOperation at(long index) {
        int event = Math.toIntExact(index);
        int user = log.users()[event];
        return switch (log.events()[event]) {
            case FOLLOW -> new Follow(user, log.others()[event]);
            case UNFOLLOW -> new Unfollow(user, log.others()[event]);
            case UPDATE -> post(user, EntityId.of(ordinal, index));
        };
    }

    private Post post(long author, long id) {
        return new Post(author, id, PostMessage.of(id, messageLength));
    }
}
