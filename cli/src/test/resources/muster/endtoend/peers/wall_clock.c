// A wall clock that can be set, in front of the one of the system: the file named by WALL_CLOCK holds
// "NANOSECONDS PPM", by how much it is ahead and how fast it drifts. The monotonic clock is left alone.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const long long SECOND = 1000000000LL;

static int (*next_clock)(clockid_t, struct timespec *);

static int next(clockid_t id, struct timespec *now) {
    if (!next_clock) next_clock = dlsym(RTLD_NEXT, "clock_gettime");
    return next_clock(id, now);
}

static long long ahead(void) {
    const char *name = getenv("WALL_CLOCK");
    char text[64];
    int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return 0;
    ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    if (length <= 0) return 0;
    text[length] = 0;
    char *rest;
    long long step = strtoll(text, &rest, 10);
    struct timespec monotonic;
    next(CLOCK_MONOTONIC, &monotonic);
    return step + (monotonic.tv_sec * SECOND + monotonic.tv_nsec) / 1000000 * strtoll(rest, 0, 10);
}

int clock_gettime(clockid_t id, struct timespec *now) {
    int failed = next(id, now);
    if (!failed && (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE)) {
        long long ns = now->tv_sec * SECOND + now->tv_nsec + ahead();
        now->tv_sec = ns / SECOND;
        now->tv_nsec = ns % SECOND;
    }
    return failed;
}

int gettimeofday(struct timeval *now, void *zone) {
    struct timespec precise;
    (void)zone;
    int failed = clock_gettime(CLOCK_REALTIME, &precise);
    now->tv_sec = precise.tv_sec;
    now->tv_usec = precise.tv_nsec / 1000;
    return failed;
}

time_t time(time_t *where) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (where) *where = now.tv_sec;
    return now.tv_sec;
}
