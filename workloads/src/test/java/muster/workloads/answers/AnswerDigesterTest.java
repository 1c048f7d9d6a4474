package muster.workloads.answers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Date;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import muster.workloads.answers.RandomRows.Described;
import org.junit.jupiter.api.Test;

class AnswerDigesterTest {
    private static final long SEED = Long.getLong("muster.seed", new Random().nextLong());

    @Test
    void any_order_of_rows_has_the_same_unordered_digest_and_another_ordered_one() {
        List<Object[]> rows = rows(200);
        List<Object[]> shuffled = new ArrayList<>(rows);
        Collections.shuffle(shuffled, new Random(SEED));
        assertThat(digest(false, shuffled)).as("seed %d", SEED).isEqualTo(digest(false, rows));
        assertThat(digest(true, shuffled)).as("seed %d", SEED).isNotEqualTo(digest(true, rows));
    }

    @Test
    void different_rows_of_one_value_have_different_hashes() {
        Map<String, Long> byText = new LinkedHashMap<>();
        Map<Long, String> byHash = new LinkedHashMap<>();
        RandomRows random = new RandomRows(SEED);
        for (int i = 0; i < 100_000; i++) {
            Object[] row = {random.value(2).value()};
            AnswerDigester digester = digested(false, List.<Object[]>of(row));
            String bytes = Arrays.toString(digester.firstRows());
            long hash = digester.digest().hash();
            assertThat(byText.putIfAbsent(bytes, hash)).isIn(null, hash);
            assertThat(byHash.putIfAbsent(hash, bytes)).as("seed %d", SEED).isIn(null, bytes);
        }
    }

    @Test
    void rows_that_a_sum_of_values_would_confuse_differ() {
        assertThat(digest(false, row(1, 2), row(3, 4))).isNotEqualTo(digest(false, row(1, 4), row(3, 2)));
        assertThat(digest(false, row(1), row(1))).isNotEqualTo(digest(false, row(2), row(2)));
        assertThat(digest(false, row(1), row(1))).isNotEqualTo(digest(false));
        assertThat(digest(false, row(1), row(3))).isNotEqualTo(digest(false, row(2), row(2)));
        assertThat(digest(false, row(8, 0))).isNotEqualTo(digest(false, row(0, 1)));
        assertThat(digest(false, row())).isNotEqualTo(digest(false));
        assertThat(digest(false, row(1), row(2))).isNotEqualTo(digest(false, row(1, 2)));
    }

    @Test
    void columns_count_by_their_order_and_null_is_not_missing() {
        assertThat(hash(1, "a")).isNotEqualTo(hash("a", 1));
        assertThat(hash(1, null)).isNotEqualTo(hash(1)).isNotEqualTo(hash(null, 1));
        assertThat(hash(Map.of("a", 1))).isNotEqualTo(hash(entries("a", 1, "b", null)));
    }

    @Test
    void types_that_look_alike_differ() {
        List<Object> alike = Arrays.asList(
                1,
                "1",
                true,
                "true",
                new byte[] {'1'},
                List.of(1),
                Set.of(1),
                Map.of(1, 1),
                LocalDate.ofEpochDay(1),
                Instant.ofEpochSecond(1),
                LocalTime.ofNanoOfDay(1),
                OffsetTime.of(0, 0, 0, 1, ZoneOffset.UTC),
                new AnswerValue.Node(1),
                new AnswerValue.Edge("", 1),
                new AnswerValue.Path(List.of(1)),
                null,
                "",
                0,
                false,
                List.of(),
                Set.of(),
                Map.of(),
                List.of(List.of()),
                1.5,
                "1.5",
                Double.NaN,
                "NaN");
        assertThat(new HashSet<>(alike.stream().map(AnswerDigesterTest::hash).toList()))
                .hasSameSizeAs(alike);
    }

    @Test
    void numbers_are_equal_by_value_whatever_type_a_driver_gives_them() {
        for (Object three :
                new Object[] {3L, (short) 3, (byte) 3, 3.0, 3.0f, BigInteger.valueOf(3), new BigDecimal("3.00")}) {
            assertThat(hash(three)).as(three.getClass().getName()).isEqualTo(hash(3));
        }
        assertThat(hash(-0.0)).isEqualTo(hash(0.0)).isEqualTo(hash(0));
        assertThat(hash(Double.NaN))
                .isEqualTo(hash(Float.NaN))
                .isEqualTo(hash(Double.longBitsToDouble(0x7ff8_0000_0000_0001L)));
        assertThat(hash(new BigDecimal("0.1"))).isEqualTo(hash(0.1));
        assertThat(hash(new BigDecimal("1e30")))
                .isEqualTo(hash(BigInteger.TEN.pow(30)))
                .isNotEqualTo(hash(1e30));
        assertThat(hash(BigInteger.TWO.pow(63))).isEqualTo(hash(0x1p63)).isNotEqualTo(hash(Long.MAX_VALUE));
        assertThat(hash((1L << 53) + 1)).isNotEqualTo(hash((double) (1L << 53)));
        assertThat(hash(new BigDecimal("0.12345678901234567")))
                .isNotEqualTo(hash(new BigDecimal("0.12345678901234568")));
    }

    @Test
    void times_are_equal_by_the_moment() {
        Instant moment = Instant.parse("2020-02-29T12:00:00.5Z");
        assertThat(hash(ZonedDateTime.parse("2020-02-29T13:00:00.5+01:00[Europe/Berlin]")))
                .isEqualTo(hash(moment));
        assertThat(hash(LocalDateTime.parse("2020-02-29T12:00:00.5"))).isEqualTo(hash(moment));
        assertThat(hash(Date.from(moment))).isEqualTo(hash(moment));
        assertThat(hash(OffsetTime.parse("00:30+01:00"))).isEqualTo(hash(OffsetTime.parse("23:30Z")));
    }

    @Test
    void entries_of_maps_and_sets_have_no_order_and_those_of_lists_do() {
        assertThat(hash(entries("a", 1, "b", 2)))
                .isEqualTo(hash(entries("b", 2, "a", 1)))
                .isNotEqualTo(hash(entries("a", 2, "b", 1)));
        assertThat(hash(List.of(1, 2)))
                .isEqualTo(hash((Object) new Object[] {1L, 2L}))
                .isNotEqualTo(hash(List.of(2, 1)));
        assertThat(hash(List.of(List.of(1), 2))).isNotEqualTo(hash(List.of(List.of(1, 2))));
    }

    @Test
    void what_has_no_meaning_of_its_own_is_refused() {
        assertThatThrownBy(() -> hash(Thread.currentThread()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("java.lang.Thread");
        Object deep = 1;
        for (int i = 0; i < 100; i++) {
            deep = List.of(deep);
        }
        Object deeper = deep;
        assertThatThrownBy(() -> hash(deeper)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void first_rows_are_kept_as_far_as_they_fit_and_can_be_read() {
        AnswerDigester digester = new AnswerDigester();
        digester.begin(false);
        LongStream.range(0, 10_000).forEach(i -> digester.row(new Object[] {i, "a\"b"}));
        List<String> kept = AnswerRows.texts(digester.firstRows());
        assertThat(digester.firstRows()).hasSizeLessThanOrEqualTo(AnswerDigester.KEPT_BYTES);
        assertThat(kept).hasSizeGreaterThan(500).startsWith("[0, \"a\\\"b\"]", "[1, \"a\\\"b\"]");
        assertThat(digester.digest().rows()).isEqualTo(10_000);
        digester.begin(false);
        assertThat(digester.firstRows()).isEmpty();
    }

    @Test
    void random_rows_can_be_read() {
        List<Object[]> rows = rows(100);
        assertThat(AnswerRows.texts(digested(false, rows).firstRows()))
                .as("seed %d", SEED)
                .isNotEmpty();
    }

    private static List<Object[]> rows(int count) {
        return RandomRows.rows(SEED, count)
                .map(row -> row.stream().map(Described::value).toArray())
                .toList();
    }

    private static Object[] row(Object... values) {
        return values;
    }

    private static Map<Object, Object> entries(Object key1, Object value1, Object key2, Object value2) {
        Map<Object, Object> map = new LinkedHashMap<>();
        map.put(key1, value1);
        map.put(key2, value2);
        return map;
    }

    private static long hash(Object... values) {
        return digest(false, List.<Object[]>of(values == null ? new Object[] {null} : values))
                .hash();
    }

    private static AnswerDigest digest(boolean ordered, Object[]... rows) {
        return digest(ordered, Stream.of(rows).toList());
    }

    private static AnswerDigest digest(boolean ordered, List<Object[]> rows) {
        return digested(ordered, rows).digest();
    }

    private static AnswerDigester digested(boolean ordered, List<Object[]> rows) {
        AnswerDigester digester = new AnswerDigester();
        digester.begin(ordered);
        rows.forEach(digester::row);
        return digester;
    }
}
