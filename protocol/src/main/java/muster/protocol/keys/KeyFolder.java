package muster.protocol.keys;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import muster.protocol.keys.Admitted.Role;

/**
 * The keys of a cluster in one folder: cluster.key, cluster.pub, workers/NAME.key and .pub, clients/NAME.key and .pub. A
 * host needs only its own part of it. All methods throw {@link KeyException}.
 */
public record KeyFolder(Path folder) {
    private static final String CLUSTER = "cluster";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

    /** What the coordinator's host holds: its own secret, and the public keys of all others. */
    public ClusterKeys coordinator() {
        Map<String, Admitted> listed = new LinkedHashMap<>();
        list(Role.WORKER, listed);
        list(Role.CLIENT, listed);
        if (listed.isEmpty()) {
            throw new KeyException(folder + ": lists no worker and no client (workers/*.pub, clients/*.pub);"
                    + " every peer would be refused. Make them with ./muster keys new");
        }
        return new ClusterKeys(KeyFile.secret(folder.resolve(CLUSTER + ".key")), listed);
    }

    private void list(Role role, Map<String, Admitted> listed) {
        for (Path file : files(role, ".pub")) {
            listed.put(KeyFile.publicKey(file), new Admitted(role, name(file)));
        }
    }

    /**
     * What a worker's host holds.
     *
     * @param name of the worker; "" for the only one whose secret is here
     */
    public PeerKeys worker(String name) {
        return peer(Role.WORKER, name, "--name");
    }

    /** The only client whose secret is here, or the one that is called "client". */
    public PeerKeys client() {
        boolean standard = Files.exists(place(Role.CLIENT).resolve("client.key"));
        return peer(Role.CLIENT, standard ? "client" : "", "a folder of its own for each, with --keys");
    }

    private PeerKeys peer(Role role, String name, String choice) {
        String chosen = name.isEmpty() ? only(role, choice) : legal(name);
        String coordinator = KeyFile.publicKey(folder.resolve(CLUSTER + ".pub"));
        return new PeerKeys(chosen, coordinator, KeyFile.secret(place(role).resolve(chosen + ".key")));
    }

    private String only(Role role, String choice) {
        List<Path> secrets = files(role, ".key");
        if (secrets.isEmpty()) {
            throw new KeyException(place(role) + ": no secret key; copy the one of this host here, or make keys with"
                    + " ./muster keys new");
        }
        if (secrets.size() != 1) {
            throw new KeyException(place(role) + ": " + secrets.size()
                    + " secret keys, so it is not clear which to use; copy the one of this host here, or choose with "
                    + choice);
        }
        return name(secrets.getFirst());
    }

    /** Whether there is a cluster's key already: then only further ones can be made. */
    public boolean begun() {
        return Files.exists(folder.resolve(CLUSTER + ".key"));
    }

    public void newCluster() {
        KeyFile.write(folder, CLUSTER, KeyPair.generate());
    }

    public void add(Admitted admitted) {
        KeyFile.write(place(admitted.role()), legal(admitted.name()), KeyPair.generate());
    }

    private static String legal(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new KeyException("'" + name + "' cannot name a key: letters, digits, . - and _ can");
        }
        return name;
    }

    private Path place(Role role) {
        return folder.resolve(role == Role.WORKER ? "workers" : "clients");
    }

    private static String name(Path file) {
        return file.getFileName().toString().replaceFirst("\\.(key|pub)$", "");
    }

    private List<Path> files(Role role, String ending) {
        if (!Files.isDirectory(place(role))) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(place(role))) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new KeyException(place(role) + ": cannot be listed: " + e.getMessage());
        }
    }
}
