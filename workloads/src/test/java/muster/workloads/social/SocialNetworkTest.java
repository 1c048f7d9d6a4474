package muster.workloads.social;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import muster.workloads.dataset.DataSet;
import muster.workloads.dataset.Table;
import muster.workloads.schema.EdgeType;
import org.junit.jupiter.api.Test;

/** The shape of a network of 4,000 people. */
class SocialNetworkTest {
    private static final int PEOPLE = 4_000;
    private static final DataSet DATA = new SocialNetwork(PEOPLE, 42).dataSet();

    private static Stream<Object[]> rows(Table<?> table) {
        return LongStream.range(0, table.batches()).boxed().flatMap(batch -> table.rows(batch).stream());
    }

    private static Table<?> nodes(String label) {
        return DATA.nodes().stream()
                .filter(table -> table.type().label().equals(label))
                .findFirst()
                .orElseThrow();
    }

    private static Table<EdgeType> edges(EdgeType type) {
        return DATA.edges().stream()
                .filter(table -> table.type().equals(type))
                .findFirst()
                .orElseThrow();
    }

    private static Map<Long, Object[]> byId(String label) {
        Map<Long, Object[]> found = new HashMap<>();
        rows(nodes(label))
                .forEach(row -> assertThat(found.put((Long) row[0], row)).isNull());
        return found;
    }

    @Test
    void every_edge_ends_at_nodes_that_are_there_and_no_pair_is_there_twice() {
        Map<String, Set<Long>> ids = new HashMap<>();
        DATA.nodes()
                .forEach(table ->
                        ids.put(table.type().label(), byId(table.type().label()).keySet()));
        for (Table<EdgeType> table : DATA.edges()) {
            Set<List<Object>> pairs = new HashSet<>();
            rows(table).forEach(row -> {
                assertThat(ids.get(table.type().from().label()).contains(row[0]))
                        .isTrue();
                assertThat(ids.get(table.type().to().label()).contains(row[1])).isTrue();
                assertThat(pairs.add(List.of(row[0], row[1])))
                        .as("%s %s", table.type(), row)
                        .isTrue();
            });
            assertThat(pairs).as(table.type().label()).isNotEmpty();
        }
    }

    @Test
    void degrees_have_a_heavy_tail() {
        Map<Long, Integer> degrees = new HashMap<>();
        rows(edges(SocialSchema.KNOWS)).forEach(row -> {
            degrees.merge((Long) row[0], 1, Integer::sum);
            degrees.merge((Long) row[1], 1, Integer::sum);
        });
        List<Integer> sorted = degrees.values().stream().sorted().toList();
        double mean = sorted.stream().mapToInt(Integer::intValue).average().orElseThrow();
        assertThat(mean).isBetween(10.0, 40.0);
        assertThat(sorted.getLast()).isGreaterThan((int) (20 * mean));
        assertThat(sorted.get(sorted.size() / 2)).isLessThan((int) mean);
    }

    @Test
    void friends_share_city_and_interest_far_above_chance() {
        Map<Long, Long> cities = new HashMap<>();
        rows(edges(SocialSchema.IS_LOCATED_IN)).forEach(row -> cities.put((Long) row[0], (Long) row[1]));
        Map<Long, Set<Long>> interests = new HashMap<>();
        rows(edges(SocialSchema.HAS_INTEREST))
                .forEach(row -> interests
                        .computeIfAbsent((Long) row[0], id -> new HashSet<>())
                        .add((Long) row[1]));
        List<Object[]> friends = rows(edges(SocialSchema.KNOWS)).toList();
        List<Object[]> strangers = IntStream.range(0, 20_000)
                .mapToObj(i -> new Object[] {i * 7919L % PEOPLE, i * 104_729L / 3 % PEOPLE})
                .toList();
        assertThat(share(friends, pair -> cities.get(pair[0]).equals(cities.get(pair[1]))))
                .isGreaterThan(5 * share(strangers, pair -> cities.get(pair[0]).equals(cities.get(pair[1]))));
        assertThat(share(friends, pair -> common(interests, pair)))
                .isGreaterThan(1.3 * share(strangers, pair -> common(interests, pair)));
    }

    private static boolean common(Map<Long, Set<Long>> interests, Object[] pair) {
        return interests.get(pair[0]).stream().anyMatch(interests.get(pair[1])::contains);
    }

    private static double share(List<Object[]> pairs, Predicate<Object[]> holds) {
        return pairs.stream().filter(holds).count() / (double) pairs.size();
    }

    @Test
    void posts_are_about_the_interests_of_their_authors() {
        Map<Long, Set<Long>> interests = new HashMap<>();
        rows(edges(SocialSchema.HAS_INTEREST))
                .forEach(row -> interests
                        .computeIfAbsent((Long) row[0], id -> new HashSet<>())
                        .add((Long) row[1]));
        Map<Long, Long> authors = new HashMap<>();
        rows(edges(SocialSchema.POST_CREATOR)).forEach(row -> authors.put((Long) row[0], (Long) row[1]));
        List<Object[]> tags = rows(edges(SocialSchema.POST_TAG)).toList();
        double own = share(tags, tag -> interests.get(authors.get(tag[0])).contains(tag[1]));
        double other = share(
                tags,
                tag -> interests.get((authors.get(tag[0]) * 31 + 7) % PEOPLE).contains(tag[1]));
        assertThat(own).isGreaterThan(3 * other);
    }

    @Test
    void everything_happens_in_order() {
        Map<Long, Long> joined = times("Person", 5);
        Map<Long, Long> forums = times("Forum", 2);
        Map<Long, Long> messages = times("Post", 3);
        messages.putAll(times("Comment", 2));
        rows(edges(SocialSchema.KNOWS))
                .forEach(row ->
                        assertThat((Long) row[2]).isGreaterThan(Math.max(joined.get(row[0]), joined.get(row[1]))));
        rows(edges(SocialSchema.HAS_MEMBER))
                .forEach(row ->
                        assertThat((Long) row[2]).isGreaterThan(Math.max(forums.get(row[0]), joined.get(row[1]))));
        after(SocialSchema.HAS_MODERATOR, forums, joined);
        after(SocialSchema.POST_CREATOR, messages, joined);
        after(SocialSchema.COMMENT_CREATOR, messages, joined);
        after(SocialSchema.REPLY_TO_POST, messages, messages);
        after(SocialSchema.REPLY_TO_COMMENT, messages, messages);
        rows(edges(SocialSchema.CONTAINER_OF))
                .forEach(row -> assertThat(messages.get(row[1])).isGreaterThan(forums.get(row[0])));
        for (EdgeType likes : List.of(SocialSchema.LIKES_POST, SocialSchema.LIKES_COMMENT)) {
            rows(edges(likes))
                    .forEach(row -> assertThat((Long) row[2])
                            .isGreaterThan(Math.max(joined.get(row[0]), messages.get(row[1]))));
        }
    }

    private static Map<Long, Long> times(String label, int column) {
        Map<Long, Long> times = new HashMap<>();
        rows(nodes(label)).forEach(row -> times.put((Long) row[0], (Long) row[column]));
        return times;
    }

    private static void after(EdgeType type, Map<Long, Long> later, Map<Long, Long> earlier) {
        rows(edges(type)).forEach(row -> assertThat(later.get(row[0])).isGreaterThan(earlier.get(row[1])));
    }

    @Test
    void a_range_has_the_same_bits_on_every_worker_at_any_time() {
        DataSet other = new SocialNetwork(PEOPLE, 42).dataSet();
        List<Table<?>> own = new ArrayList<>(DATA.nodes());
        own.addAll(DATA.edges());
        List<Table<?>> others = new ArrayList<>(other.nodes());
        others.addAll(other.edges());
        for (int i = 0; i < own.size(); i++) {
            Table<?> table = own.get(i);
            for (long batch = table.batches() - 1; batch >= 0; batch -= 1 + table.batches() / 8) {
                assertThat(others.get(i).rows(batch)).usingRecursiveComparison().isEqualTo(table.rows(batch));
            }
        }
        assertThat(new SocialNetwork(PEOPLE, 43)
                        .dataSet()
                        .nodes()
                        .get(2)
                        .rows(0)
                        .getFirst())
                .isNotEqualTo(nodes("Person").rows(0).getFirst());
    }

    @Test
    void rows_have_the_columns_of_their_type() {
        Stream.concat(
                        DATA.nodes().stream()
                                .map(table -> Map.entry(table.type().columns(), table.rows(0))),
                        DATA.edges().stream()
                                .map(table -> Map.entry(table.type().columns(), table.rows(0))))
                .forEach(table -> table.getValue().forEach(row -> {
                    assertThat(row).hasSize(table.getKey().size());
                    for (int i = 0; i < row.length; i++) {
                        assertThat(table.getKey().get(i).type().accepts(row[i].toString()))
                                .isTrue();
                    }
                }));
    }
}
