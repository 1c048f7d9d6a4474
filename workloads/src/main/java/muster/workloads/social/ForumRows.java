package muster.workloads.social;

import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Rows of forums and what is in them, by the forum's id. */
record ForumRows(People people, Forums forums, Messages messages, Content content) {
    void forum(long id, Consumer<Object[]> row) {
        Forum forum = forums.forum(id);
        row.accept(new Object[] {id, forums.title(forum), forum.createdMs()});
    }

    void moderator(long id, Consumer<Object[]> row) {
        row.accept(new Object[] {id, people.id(forums.forum(id).moderator())});
    }

    void topic(long id, Consumer<Object[]> row) {
        row.accept(new Object[] {id, (long) forums.forum(id).topic()});
    }

    /** A wall has no members: it has the owner's friends. */
    void members(long id, Consumer<Object[]> row) {
        if (id >= people.count()) {
            forums.forum(id)
                    .audience()
                    .forEach(member -> row.accept(new Object[] {id, people.id(member.rank()), member.sinceMs()}));
        }
    }

    void posts(long id, Consumer<Object[]> row) {
        Forum forum = forums.forum(id);
        for (Message post : messages.posts(forum)) {
            String text = content.post(post, content.tag(forum, post));
            row.accept(new Object[] {post.id(), text, people.language(post.author()), post.createdMs()});
        }
    }

    void contained(long id, Consumer<Object[]> row) {
        messages.posts(forums.forum(id)).forEach(post -> row.accept(new Object[] {id, post.id()}));
    }

    void postCreators(long id, Consumer<Object[]> row) {
        messages.posts(forums.forum(id))
                .forEach(post -> row.accept(new Object[] {post.id(), people.id(post.author())}));
    }

    void tags(long id, Consumer<Object[]> row) {
        Forum forum = forums.forum(id);
        for (Message post : messages.posts(forum)) {
            int first = content.tag(forum, post);
            int second = content.secondTag(post, first);
            row.accept(new Object[] {post.id(), (long) first});
            if (second != first) {
                row.accept(new Object[] {post.id(), (long) second});
            }
        }
    }

    void comments(long id, Consumer<Object[]> row) {
        eachComment(
                id,
                (forum, comment) ->
                        row.accept(new Object[] {comment.id(), content.comment(comment), comment.createdMs()}));
    }

    void commentCreators(long id, Consumer<Object[]> row) {
        eachComment(id, (forum, comment) -> row.accept(new Object[] {comment.id(), people.id(comment.author())}));
    }

    void repliesToPosts(long id, Consumer<Object[]> row) {
        replies(id, true, row);
    }

    void repliesToComments(long id, Consumer<Object[]> row) {
        replies(id, false, row);
    }

    private void replies(long id, boolean toPosts, Consumer<Object[]> row) {
        eachComment(id, (forum, comment) -> {
            if (Message.isPost(comment.parent()) == toPosts) {
                row.accept(new Object[] {comment.id(), comment.parent()});
            }
        });
    }

    void likesOfPosts(long id, Consumer<Object[]> row) {
        Forum forum = forums.forum(id);
        messages.posts(forum).forEach(post -> likes(forum, post, row));
    }

    void likesOfComments(long id, Consumer<Object[]> row) {
        eachComment(id, (forum, comment) -> likes(forum, comment, row));
    }

    private void likes(Forum forum, Message message, Consumer<Object[]> row) {
        messages.likes(forum, message)
                .forEach(like -> row.accept(new Object[] {people.id(like.rank()), message.id(), like.sinceMs()}));
    }

    private void eachComment(long id, BiConsumer<Forum, Message> each) {
        Forum forum = forums.forum(id);
        for (Message post : messages.posts(forum)) {
            messages.comments(forum, post).forEach(comment -> each.accept(forum, comment));
        }
    }
}
