package muster.workloads.social;

import java.util.List;
import muster.workloads.schema.Column;
import muster.workloads.schema.EdgeType;
import muster.workloads.schema.NodeType;
import muster.workloads.schema.ValueType;

/** The types of the network. All keys are called id; times are milliseconds since 1970. */
final class SocialSchema {
    private static final Column ID = number("id");
    private static final Column CREATED = number("creationDate");

    static final NodeType PLACE = new NodeType("Place", ID, List.of(text("name"), text("kind")));
    static final NodeType TAG = new NodeType("Tag", ID, List.of(text("name")));
    static final NodeType PERSON = new NodeType(
            "Person",
            ID,
            List.of(
                    text("firstName"),
                    text("lastName"),
                    text("gender"),
                    number("birthday"),
                    CREATED,
                    text("language"),
                    text("browser")));
    static final NodeType FORUM = new NodeType("Forum", ID, List.of(text("title"), CREATED));
    static final NodeType POST = new NodeType("Post", ID, List.of(text("content"), text("language"), CREATED));
    static final NodeType COMMENT = new NodeType("Comment", ID, List.of(text("content"), CREATED));

    static final EdgeType IS_PART_OF = edge("IS_PART_OF", PLACE, PLACE);
    static final EdgeType IS_LOCATED_IN = edge("IS_LOCATED_IN", PERSON, PLACE);
    static final EdgeType HAS_INTEREST = edge("HAS_INTEREST", PERSON, TAG);
    static final EdgeType KNOWS = edge("KNOWS", PERSON, PERSON, CREATED);
    static final EdgeType HAS_MODERATOR = edge("HAS_MODERATOR", FORUM, PERSON);
    static final EdgeType HAS_MEMBER = edge("HAS_MEMBER", FORUM, PERSON, number("joinDate"));
    static final EdgeType CONTAINER_OF = edge("CONTAINER_OF", FORUM, POST);
    static final EdgeType POST_CREATOR = edge("HAS_CREATOR", POST, PERSON);
    static final EdgeType COMMENT_CREATOR = edge("HAS_CREATOR", COMMENT, PERSON);
    static final EdgeType REPLY_TO_POST = edge("REPLY_OF", COMMENT, POST);
    static final EdgeType REPLY_TO_COMMENT = edge("REPLY_OF", COMMENT, COMMENT);
    static final EdgeType LIKES_POST = edge("LIKES", PERSON, POST, CREATED);
    static final EdgeType LIKES_COMMENT = edge("LIKES", PERSON, COMMENT, CREATED);
    static final EdgeType POST_TAG = edge("HAS_TAG", POST, TAG);
    static final EdgeType FORUM_TAG = edge("HAS_TAG", FORUM, TAG);

    private SocialSchema() {}

    private static Column number(String name) {
        return new Column(name, ValueType.LONG);
    }

    private static Column text(String name) {
        return new Column(name, ValueType.STRING);
    }

    private static EdgeType edge(String label, NodeType from, NodeType to, Column... properties) {
        return new EdgeType(label, from, to, List.of(properties));
    }
}
