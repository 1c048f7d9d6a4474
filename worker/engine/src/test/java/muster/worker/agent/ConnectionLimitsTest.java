package muster.worker.agent;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import muster.host.ProcFiles;
import muster.workloads.target.TargetException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectionLimitsTest {
    @TempDir
    private Path proc;

    private ConnectionLimits limits(String files, String ports) throws IOException {
        Files.createDirectories(proc.resolve("self/fd"));
        Files.writeString(proc.resolve("self/fd/0"), "");
        Files.writeString(proc.resolve("self/limits"), """
                Limit                     Soft Limit           Hard Limit           Units
                Max processes             63432                63432                processes
                Max open files            %s                4096                 files
                """.formatted(files));
        Files.createDirectories(proc.resolve("sys/net/ipv4"));
        Files.writeString(proc.resolve("sys/net/ipv4/ip_local_port_range"), ports + "\n");
        return new ConnectionLimits(new ProcFiles(proc));
    }

    @Test
    void the_limit_of_open_files_is_named_with_how_to_raise_it() throws IOException {
        assertThatThrownBy(() -> limits("20000", "1024\t65535").check(25_000, 25_000))
                .isInstanceOf(TargetException.class)
                .hasMessage(
                        "25,000 clients need a connection each, and the hard limit of this worker's open files is 20,000, 1 of"
                                + " which are open: raise it (as root ulimit -n 50202, or LimitNOFILE=50202 in a systemd unit), or"
                                + " use more workers");
    }

    @Test
    void so_are_the_ports_of_the_host() throws IOException {
        assertThatThrownBy(() -> limits("unlimited", "50000\t60999").check(25_000, 25_000))
                .isInstanceOf(TargetException.class)
                .hasMessageContaining("this host has 11,000 ports for connections to one address");
    }

    @Test
    void clients_that_share_connections_need_no_more_than_those() throws IOException {
        assertThatCode(() -> limits("1000", "1024\t65535").check(25_000, 782)).doesNotThrowAnyException();
        assertThatThrownBy(() -> limits("800", "1024\t65535").check(25_000, 782))
                .hasMessageStartingWith(
                        "25,000 clients need 782 connections, and the hard limit of this worker's open files");
    }

    @Test
    void with_room_for_all_and_without_connections_nothing_is_reported() throws IOException {
        assertThatCode(() -> limits("65536", "1024\t65535").check(25_000, 25_000))
                .doesNotThrowAnyException();
        assertThatCode(() -> limits("100", "1\t2").check(25_000, 0)).doesNotThrowAnyException();
        assertThatCode(() -> new ConnectionLimits(new ProcFiles(proc.resolve("none"))).check(25_000, 25_000))
                .doesNotThrowAnyException();
    }
}
