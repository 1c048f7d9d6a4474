package muster.targets.hugegraph;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import muster.targets.support.Algorithm;
import muster.targets.support.StatementText;
import muster.workloads.operation.OperationKind;
import muster.workloads.plan.language.Settings;

/**
 * The scripts of one algorithm of Graphity, in Groovy. A script has a function for each kind of action that a transaction
 * holds, runs {@code actions}, a list of [kind, argument, ...], in order, and returns a list of answers: "ok", "absent",
 * "duplicate", or the list that a feed is.
 *
 * <p>HugeGraph gives clients no locks, and concurrent commits do not see each other. So an action takes a monitor of the
 * server's virtual machine, named after the one user whose posts and followers it changes, and commits before it gives it
 * back. That holds for one server, which is what RocksDB is.
 *
 * <p>Lists are edges with a sort key, which HugeGraph stores in its order: {@code rank} falls with the id of a post, so that the
 * newest comes first. PUBLISHED leads from a user to its posts; in algorithm "graphity" GRAPHITY leads from a user to its
 * followees and bears the rank of their newest post.
 */
final class Scripts {
    private static final String COMMON = """
            def vertex = { id -> def found = graph.vertices(id); found.hasNext() ? found.next() : null }
            def rank = { post -> Long.MAX_VALUE - 1 - (post as long) }
            def locked = { user, body ->
              synchronized (('muster u' + user).intern()) {
                try {
                  def answer = body()
                  graph.tx().commit()
                  return answer
                } catch (Throwable e) {
                  graph.tx().rollback()
                  throw e
                }
              }
            }
            def label = graph.edgeLabel('FOLLOWS').id().asString()
            def follows = { user, followee ->
              graph.edges('Su' + user + '>' + label + '>' + label + '>>Su' + followee)
            }
            def publish = { u, post, message ->
              def p = graph.addVertex(T.label, 'Post', T.id, 'p' + post, 'message', message)
              u.addEdge('PUBLISHED', p, 'rank', rank(post))
            }
            def newest = { authors, k ->
              def posts = []
              authors.eachWithIndex { a, i ->
                g.V(a).outE('PUBLISHED').limit(k - i).each { posts << [it.value('rank'), a, it.inVertex().id()] }
              }
              posts.sort { it[0] }
              posts.take(k)
            }
            def messages = { posts ->
              def texts = posts.isEmpty() ? [:] : graph.vertices(*posts.collect { it[2] }).collectEntries {
                [it.id().toString(), it.value('message')]
              }
              posts.collect { [rank(it[0]), it[1].toString(), texts[it[2].toString()]] }
            }
            def run = [:]
            """;

    private static final String LOAD_USER = """
            run.loadUser = { user, posts, texts -> locked(user) {
              if (vertex('u' + user) != null) return 'duplicate'
              def newestPost = posts.isEmpty() ? -1L : posts[-1] as long
              def u = graph.addVertex(T.label, 'User', T.id, 'u' + user, 'newest', newestPost)
              posts.eachWithIndex { post, i -> publish(u, post, texts[i]) }
              'ok'
            } }
            """;

    private static final String LOAD_FOLLOWS = """
            run.loadFollows = { user, followees -> locked(user) {
              def u = vertex('u' + user)
              if (u == null) return 'absent'
              if (g.V('u' + user).outE('FOLLOWS').limit(1).hasNext()) return 'duplicate'
              def found = followees.isEmpty() ? [] : graph.vertices(*followees.collect { 'u' + it }).toList()
              if (found.size() < followees.size()) return 'absent'
              found.each { u.addEdge('FOLLOWS', it) }
              'ok'
            } }
            """;

    private static final String LOAD_CHAIN = """
            run.loadChain = { user, followees -> locked(user) {
              def u = vertex('u' + user)
              if (u == null) return 'absent'
              if (g.V('u' + user).outE('GRAPHITY').limit(1).hasNext()) return 'duplicate'
              g.V('u' + user).out('FOLLOWS').each { u.addEdge('GRAPHITY', it, 'rank', rank(it.value('newest'))) }
              'ok'
            } }
            """;

    private static final String ADD_USER = """
            run.addUser = { user -> locked(user) {
              if (vertex('u' + user) != null) return 'duplicate'
              graph.addVertex(T.label, 'User', T.id, 'u' + user, 'newest', -1L)
              'ok'
            } }
            """;

    private static final String FOLLOW = """
            run.follow = { user, followee -> locked(followee) {
              def u = vertex('u' + user), v = vertex('u' + followee)
              if (u == null || v == null) return 'absent'
              if (follows(user, followee).hasNext()) return 'duplicate'
              u.addEdge('FOLLOWS', v)
              CHAIN
              'ok'
            } }
            """;

    private static final String FOLLOW_CHAIN = "u.addEdge('GRAPHITY', v, 'rank', rank(v.value('newest')))";

    private static final String UNFOLLOW = """
            run.unfollow = { user, followee -> locked(followee) {
              def edge = follows(user, followee)
              if (!edge.hasNext()) return 'absent'
              edge.next().remove()
              CHAIN
              'ok'
            } }
            """;

    private static final String UNFOLLOW_CHAIN = """
            def v = vertex('u' + followee)
              g.V('u' + user).outE('GRAPHITY').has('rank', rank(v.value('newest'))).toList()
                .findAll { it.inVertex().id() == v.id() }.each { it.remove() }""";

    private static final String POST = """
            run.post = { author, post, message -> locked(author) {
              def u = vertex('u' + author)
              if (u == null) return 'absent'
              if (vertex('p' + post) != null) return 'duplicate'
              publish(u, post, message)
              if (post > u.value('newest')) {
                u.property('newest', post as long)
                CHAIN
              }
              'ok'
            } }
            """;

    private static final String POST_CHAIN = """
            g.V('u' + author).inE('GRAPHITY').toList().each {
                  def follower = it.outVertex()
                  it.remove()
                  follower.addEdge('GRAPHITY', u, 'rank', rank(post))
                }""";

    private static final String FEED = """
            run.feed = { reader, most ->
              def k = most as int
              if (vertex('u' + reader) == null) return 'absent'
              messages(NEWEST)
            }
            """;

    private static final String ST = """
            g.V('u' + reader).out('FOLLOWS').outE('PUBLISHED').toList()
                .collect { [it.value('rank'), it.outVertex().id(), it.inVertex().id()] }.sort { it[0] }.take(k)""";

    private static final String STOU = """
            newest(g.V('u' + reader).out('FOLLOWS').toList()
                .sort { -it.value('newest') }.take(k).collect { it.id() }, k)""";

    private static final String GRAPHITY = """
            newest(g.V('u' + reader).outE('GRAPHITY').limit(k).toList()
                .collect { it.inVertex().id() }.unique(), k)""";

    private static final String RUN = "actions.collect { run[it[0]](*it.tail()) }";

    /** All of it is read, compiled and bound, but nothing is run. */
    private static final String ONLY_PARSE = "actions.size()";

    private final Map<OperationKind, String> functions = new HashMap<>();
    private final String end;
    private final Map<Set<OperationKind>, String> texts = new ConcurrentHashMap<>();

    /** @param run whether the actions are run, or only parsed */
    private Scripts(String feed, boolean chains, boolean run) {
        functions.put(OperationKind.LOAD_USER, LOAD_USER);
        functions.put(OperationKind.LOAD_FOLLOWS, LOAD_FOLLOWS);
        functions.put(OperationKind.LOAD_CHAIN, LOAD_CHAIN);
        functions.put(OperationKind.ADD_USER, ADD_USER);
        functions.put(OperationKind.FOLLOW, StatementText.replaced(FOLLOW, "CHAIN", chains ? FOLLOW_CHAIN : ""));
        functions.put(OperationKind.UNFOLLOW, StatementText.replaced(UNFOLLOW, "CHAIN", chains ? UNFOLLOW_CHAIN : ""));
        functions.put(OperationKind.POST, StatementText.replaced(POST, "CHAIN", chains ? POST_CHAIN : ""));
        functions.put(OperationKind.FEED, StatementText.replaced(FEED, "NEWEST", feed));
        this.end = run ? RUN : ONLY_PARSE;
    }

    static Scripts of(Settings workload, boolean run) {
        return switch (Algorithm.of(workload)) {
            case ST -> new Scripts(ST, false, run);
            case STOU -> new Scripts(STOU, false, run);
            case GRAPHITY -> new Scripts(GRAPHITY, true, run);
        };
    }

    /** One text for each set of kinds, whatever their order and number, so that the server compiles few. */
    String text(Set<OperationKind> kinds) {
        return texts.computeIfAbsent(kinds, set -> COMMON + functions(set) + end);
    }

    /** In one order, whatever that of the set. */
    private String functions(Set<OperationKind> kinds) {
        return kinds.stream()
                .sorted(Comparator.comparingInt(OperationKind::code))
                .map(functions::get)
                .collect(Collectors.joining());
    }
}
