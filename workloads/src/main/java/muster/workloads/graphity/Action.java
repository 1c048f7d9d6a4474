package muster.workloads.graphity;

import java.util.Arrays;
import java.util.List;
import muster.workloads.operation.OperationKind;

/** What a mix is made of; the code enters the tables, so it never changes. */
enum Action {
    FOLLOW(0, OperationKind.FOLLOW.label()),
    UNFOLLOW(1, OperationKind.UNFOLLOW.label()),
    POST(2, OperationKind.POST.label()),
    ADD_USER(3, OperationKind.ADD_USER.label()),
    FEED(4, OperationKind.FEED.label());

    static final List<Action> ALL = List.of(values());

    private final int code;
    private final String label;

    Action(int code, String label) {
        this.code = code;
        this.label = label;
    }

    /** Its place in a mix and in {@link #ALL}. */
    int code() {
        return code;
    }

    /** The name in plans. */
    String label() {
        return label;
    }

    static List<String> labels() {
        return Arrays.stream(values()).map(Action::label).toList();
    }
}
