package muster.workloads.social;

import java.util.ArrayList;
import java.util.List;
import muster.workloads.random.Mix;
import muster.workloads.random.WeightTable;

/** Countries with their languages, names and cities. Countries have the ids 0 .. n - 1, cities those after them. */
final class Places {
    /** A country with what its people are called. */
    record Country(String name, int share, String language, String[] cities, String[] firstNames, String[] lastNames) {}

    /** A city; its people have consecutive ranks. */
    record City(int id, String name, Country country, int countryId) {}

    private final List<Country> countries = new ArrayList<>();
    private final List<City> cities = new ArrayList<>();
    private final WeightTable shares;

    Places() {
        TextFile.lines("places.txt").forEach(line -> countries.add(country(line.split("\\|"))));
        List<Long> weights = new ArrayList<>();
        for (int c = 0; c < countries.size(); c++) {
            Country country = countries.get(c);
            String[] names = country.cities();
            for (int i = 0; i < names.length; i++) {
                cities.add(new City(countries.size() + cities.size(), names[i], country, c));
                weights.add((long) country.share() * (names.length - i));
            }
        }
        shares = WeightTable.of(weights.stream().mapToLong(Long::longValue).toArray());
    }

    private static Country country(String[] parts) {
        return new Country(
                parts[0],
                Integer.parseInt(parts[1]),
                parts[2],
                parts[3].split(","),
                parts[4].split(","),
                parts[5].split(","));
    }

    List<Country> countries() {
        return countries;
    }

    List<City> cities() {
        return cities;
    }

    /** The city of a person, by its place among all. */
    int city(long rank, long people) {
        return shares.find(rank * shares.total() / people);
    }

    /** The first rank of a city. */
    long start(int city, long people) {
        return Math.ceilDiv(shares.start(city) * people, shares.total());
    }

    static String pick(String[] from, long hash) {
        return from[(int) Mix.below(from.length, hash)];
    }
}
