/*
 * Holds back what a program has not synced of its files, for a loss of power without rights and without a device of its own.
 *
 * As a library: loaded with LD_PRELOAD. Files below MUSTER_UNSYNCED_FOLDER that the program writes get an image below MUSTER_UNSYNCED_IMAGES: their
 * content as of the last sync. Writes go to the file as ever, and mark blocks in a map that all processes share; a sync copies the
 * marked blocks to the image. As a program (POWER_OFF), after the program above was killed: unsynced FOLDER IMAGES gives each file the
 * content of its image, and prints how many have changed.
 *
 * Images are named by inode and time of birth, so that they follow renames. The directory itself (names, deletions) is taken to be durable
 * at once, which is kinder than some file systems; nothing that was not synced survives, which is harsher than most. A file that was
 * there before is durable as it was when it was first opened for writing. Files that are mapped for writing, or written through
 * stdio, are copied whole at each sync; msync copies what it is asked for.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define BLOCK 4096L
#define BLOCKS (1L << 26) /* 256 GB a file; the map is sparse */
#define FDS 65536
#define REAL(name, result, ...) \
  static result (*real)(__VA_ARGS__); \
  if (!real) real = (result(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

struct map {
  _Atomic uint8_t whole;      /* every sync copies all of it */
  _Atomic uint64_t low, high; /* blocks in between may be marked */
  _Atomic uint8_t dirty[];    /* a byte a block */
};

struct file {
  int image;
  int synchronous; /* opened with O_SYNC or O_DSYNC */
  struct map *map;
};

static struct file *_Atomic files[FDS]; /* by descriptor; NULL: not looked at, NONE: none of ours */
static struct file none;
#define NONE (&none)
static const char *folder, *images;
static size_t folder_length;
static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER, syncing = PTHREAD_MUTEX_INITIALIZER;

static const char *copied(const char *text) { return text ? strdup(text) : NULL; }

__attribute__((constructor)) static void begin(void) {
  /* Copies: programs that set their title in the process list write over their environment. */
  folder = copied(getenv("MUSTER_UNSYNCED_FOLDER"));
  images = copied(getenv("MUSTER_UNSYNCED_IMAGES"));
  folder_length = folder ? strlen(folder) : 0;
}

/* What must not be lost is not kept: better an end at once than a figure that is wrong. */
static void fail(const char *what) {
  dprintf(2, "muster unsynced: %s: %s\n", what, strerror(errno));
  abort();
}

static int ours(const char *path) {
  return folder && images && strncmp(path, folder, folder_length) == 0 && path[folder_length] == '/';
}

/* ---- real functions ---- */

static int real_open(const char *path, int flags, mode_t mode) {
  REAL("open64", int, const char *, int, ...);
  return real(path, flags, mode);
}
static int real_close(int fd) {
  REAL("close", int, int);
  return real(fd);
}
static ssize_t real_pread(int fd, void *to, size_t size, off_t at) {
  REAL("pread64", ssize_t, int, void *, size_t, off_t);
  return real(fd, to, size, at);
}
static ssize_t real_pwrite(int fd, const void *from, size_t size, off_t at) {
  REAL("pwrite64", ssize_t, int, const void *, size_t, off_t);
  return real(fd, from, size, at);
}
static int real_ftruncate(int fd, off_t size) {
  REAL("ftruncate64", int, int, off_t);
  return real(fd, size);
}
static int real_munmap(void *at, size_t size) {
  REAL("munmap", int, void *, size_t);
  return real(at, size);
}
static void *real_mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset) {
  REAL("mmap64", void *, void *, size_t, int, int, int, off_t);
  return real(at, size, protection, flags, fd, offset);
}

/* ---- images ---- */

/* Through a descriptor of its own: the program's may be open for writing only, or for direct access. */
static int reader(int fd) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  int own = real_open(path, O_RDONLY | O_CLOEXEC, 0);
  if (own < 0) fail(path);
  return own;
}

static void copy(int from, int to, off_t start, off_t end) {
  char block[16 * BLOCK];
  while (start < end) {
    size_t size = end - start < (off_t)sizeof block ? (size_t)(end - start) : sizeof block;
    ssize_t got = real_pread(from, block, size, start);
    if (got < 0) fail("read");
    if (got == 0) return;
    if (real_pwrite(to, block, got, start) != got) fail("image");
    start += got;
  }
}

static off_t size_of(int fd) {
  struct stat stat;
  if (fstat(fd, &stat) != 0) fail("fstat");
  return stat.st_size;
}

/* Inodes are used again: with its time of birth each file is another one. Nanoseconds. */
static long long born(int fd) {
  struct statx stat;
  if (statx(fd, "", AT_EMPTY_PATH, STATX_BTIME, &stat) != 0 || !(stat.stx_mask & STATX_BTIME)) {
    fail("the file system keeps no time of birth");
  }
  return stat.stx_btime.tv_sec * 1000000000LL + stat.stx_btime.tv_nsec;
}

/* The image of an open file; the first one who opens it for writing makes it, of what the file holds then. */
static struct file *track(int fd, int flags) {
  struct stat stat;
  if (fstat(fd, &stat) != 0 || !S_ISREG(stat.st_mode)) return NONE;
  char name[PATH_MAX], marks[PATH_MAX + 8];
  snprintf(name, sizeof name, "%s/%lu-%lld", images, (unsigned long)stat.st_ino, born(fd));
  snprintf(marks, sizeof marks, "%s.map", name);
  struct file *file = calloc(1, sizeof *file);
  if (!file) fail("memory");
  pthread_mutex_lock(&opening);
  file->synchronous = (flags & O_SYNC) == O_SYNC || (flags & O_DSYNC);
  int map = real_open(marks, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (map < 0 || real_ftruncate(map, sizeof(struct map) + BLOCKS) != 0) fail(marks);
  file->map = real_mmap(NULL, sizeof(struct map) + BLOCKS, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, map, 0);
  if (file->map == MAP_FAILED) fail("mmap");
  real_close(map);
  file->image = real_open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file->image >= 0) {
    if (flock(file->image, LOCK_EX) != 0) fail("flock");
    int from = reader(fd);
    copy(from, file->image, 0, size_of(from));
    real_close(from);
    flock(file->image, LOCK_UN);
  } else {
    file->image = real_open(name, O_RDWR | O_CLOEXEC, 0);
    if (file->image < 0) fail(name);
  }
  pthread_mutex_unlock(&opening);
  return file;
}

/* The file behind a descriptor; NONE for one that is none of ours or cannot be written. */
static struct file *find(int fd) {
  if (fd < 0 || fd >= FDS || !folder || !images) return NONE;
  struct file *known = atomic_load(&files[fd]);
  if (known) return known;
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  path[length > 0 ? length : 0] = 0;
  int flags = fcntl(fd, F_GETFL);
  struct file *file = ours(path) && (flags & O_ACCMODE) != O_RDONLY ? track(fd, flags) : NONE;
  atomic_store(&files[fd], file);
  return file;
}

static void release(struct file *file) {
  real_munmap(file->map, sizeof(struct map) + BLOCKS);
  real_close(file->image);
  free(file);
}

static void forget(int fd) {
  if (fd < 0 || fd >= FDS) return;
  struct file *file = atomic_exchange(&files[fd], NULL);
  if (file && file != NONE) {
    release(file);
  }
}

static void widen(struct map *map, uint64_t first, uint64_t end) {
  /* low counts down from the end of the map, so that a new map of zeros is empty. */
  uint64_t down = BLOCKS - first, seen = atomic_load(&map->low);
  while (seen < down && !atomic_compare_exchange_weak(&map->low, &seen, down)) {}
  seen = atomic_load(&map->high);
  while (seen < end && !atomic_compare_exchange_weak(&map->high, &seen, end)) {}
}

/* Nobody returns from a sync while another one still copies what it has unmarked. */
static void sync_file(int fd, struct file *file) {
  pthread_mutex_lock(&syncing);
  if (flock(file->image, LOCK_EX) != 0) fail("flock");
  int from = reader(fd);
  off_t size = size_of(from);
  if (atomic_load(&file->map->whole)) {
    copy(from, file->image, 0, size);
  } else {
    uint64_t low = BLOCKS - atomic_exchange(&file->map->low, 0), high = atomic_exchange(&file->map->high, 0);
    for (uint64_t block = low; block < high; block++) {
      if (atomic_exchange(&file->map->dirty[block], 0)) {
        copy(from, file->image, block * BLOCK, (block + 1) * BLOCK);
      }
    }
  }
  if (real_ftruncate(file->image, size) != 0) fail("image");
  real_close(from);
  flock(file->image, LOCK_UN);
  pthread_mutex_unlock(&syncing);
}

static void mark(int fd, struct file *file, off_t start, size_t size) {
  uint64_t first = start / BLOCK, end = (start + size + BLOCK - 1) / BLOCK;
  if (end > BLOCKS) fail("a file of more than 256 GB");
  for (uint64_t block = first; block < end; block++) atomic_store(&file->map->dirty[block], 1);
  widen(file->map, first, end);
  if (file->synchronous) sync_file(fd, file);
}

/* ---- what the program calls ---- */

/* Before a file is opened its content is still what it was. */
static void before_open(const char *path, int flags) {
  if (!folder || !(flags & O_TRUNC) || (flags & O_ACCMODE) == O_RDONLY) return;
  int fd = real_open(path, (flags & ~(O_TRUNC | O_CREAT | O_EXCL)) | O_CLOEXEC, 0);
  if (fd >= 0) {
    forget(fd);
    find(fd);
    forget(fd);
    real_close(fd);
  }
}

static int after_open(int fd, int flags) {
  int saved = errno;
  forget(fd);
  if (fd >= 0 && (flags & O_ACCMODE) != O_RDONLY) {
    struct file *file = find(fd);
    if (file != NONE && (flags & O_TRUNC)) mark(fd, file, 0, 1);
  }
  errno = saved;
  return fd;
}

#define MODE \
  mode_t mode = 0; \
  if (flags & (O_CREAT | __O_TMPFILE)) { \
    va_list rest; \
    va_start(rest, flags); \
    mode = va_arg(rest, mode_t); \
    va_end(rest); \
  }

int open(const char *path, int flags, ...) {
  MODE before_open(path, flags);
  return after_open(real_open(path, flags, mode), flags);
}
int open64(const char *path, int flags, ...) {
  MODE before_open(path, flags);
  return after_open(real_open(path, flags, mode), flags);
}
int openat(int at, const char *path, int flags, ...) {
  MODE REAL("openat64", int, int, const char *, int, ...);
  if (path[0] == '/' || at == AT_FDCWD) before_open(path, flags);
  return after_open(real(at, path, flags, mode), flags);
}
int openat64(int at, const char *path, int flags, ...) {
  MODE REAL("openat64", int, int, const char *, int, ...);
  if (path[0] == '/' || at == AT_FDCWD) before_open(path, flags);
  return after_open(real(at, path, flags, mode), flags);
}
int creat(const char *path, mode_t mode) { return open(path, O_CREAT | O_WRONLY | O_TRUNC, mode); }
int creat64(const char *path, mode_t mode) { return open(path, O_CREAT | O_WRONLY | O_TRUNC, mode); }

static FILE *after_fopen(FILE *stream) {
  int saved = errno;
  if (stream) {
    forget(fileno(stream));
    struct file *file = find(fileno(stream));
    if (file != NONE) atomic_store(&file->map->whole, 1);
  }
  errno = saved;
  return stream;
}
FILE *fopen(const char *path, const char *mode) {
  REAL("fopen64", FILE *, const char *, const char *);
  before_open(path, mode[0] == 'w' ? O_WRONLY | O_TRUNC : O_RDONLY);
  return after_fopen(real(path, mode));
}
FILE *fopen64(const char *path, const char *mode) { return fopen(path, mode); }
FILE *fdopen(int fd, const char *mode) {
  REAL("fdopen", FILE *, int, const char *);
  return after_fopen(real(fd, mode));
}

int close(int fd) {
  forget(fd);
  return real_close(fd);
}
int fclose(FILE *stream) {
  REAL("fclose", int, FILE *);
  forget(fileno(stream));
  return real(stream);
}
int dup2(int from, int to) {
  REAL("dup2", int, int, int);
  if (from != to) forget(to);
  return real(from, to);
}
int dup3(int from, int to, int flags) {
  REAL("dup3", int, int, int, int);
  forget(to);
  return real(from, to, flags);
}

/* At the position of a descriptor; at the end of the file where it appends. */
static ssize_t wrote(int fd, ssize_t size) {
  int saved = errno;
  struct file *file = size > 0 ? find(fd) : NONE;
  if (file != NONE) {
    off_t end = lseek(fd, 0, SEEK_CUR);
    mark(fd, file, end - size, size);
  }
  errno = saved;
  return size;
}
static ssize_t wrote_at(int fd, off_t at, ssize_t size) {
  int saved = errno;
  struct file *file = size > 0 ? find(fd) : NONE;
  if (file != NONE) mark(fd, file, at, size);
  errno = saved;
  return size;
}

ssize_t write(int fd, const void *from, size_t size) {
  REAL("write", ssize_t, int, const void *, size_t);
  return wrote(fd, real(fd, from, size));
}
ssize_t writev(int fd, const struct iovec *from, int count) {
  REAL("writev", ssize_t, int, const struct iovec *, int);
  return wrote(fd, real(fd, from, count));
}
ssize_t pwrite(int fd, const void *from, size_t size, off_t at) { return wrote_at(fd, at, real_pwrite(fd, from, size, at)); }
ssize_t pwrite64(int fd, const void *from, size_t size, off_t at) { return wrote_at(fd, at, real_pwrite(fd, from, size, at)); }
ssize_t pwritev(int fd, const struct iovec *from, int count, off_t at) {
  REAL("pwritev64", ssize_t, int, const struct iovec *, int, off_t);
  return wrote_at(fd, at, real(fd, from, count, at));
}
ssize_t pwritev64(int fd, const struct iovec *from, int count, off_t at) { return pwritev(fd, from, count, at); }

static void mark_all(int fd) {
  struct file *file = find(fd);
  if (file != NONE) mark(fd, file, 0, size_of(fd) + 1);
}
ssize_t sendfile(int to, int from, off_t *at, size_t size) {
  REAL("sendfile64", ssize_t, int, int, off_t *, size_t);
  ssize_t sent = real(to, from, at, size);
  if (sent > 0) mark_all(to);
  return sent;
}
ssize_t sendfile64(int to, int from, off_t *at, size_t size) { return sendfile(to, from, at, size); }
ssize_t copy_file_range(int from, off_t *at, int to, off_t *to_at, size_t size, unsigned flags) {
  REAL("copy_file_range", ssize_t, int, off_t *, int, off_t *, size_t, unsigned);
  ssize_t sent = real(from, at, to, to_at, size, flags);
  if (sent > 0) mark_all(to);
  return sent;
}
int ftruncate(int fd, off_t size) {
  off_t before = find(fd) != NONE ? size_of(fd) : 0;
  int result = real_ftruncate(fd, size);
  struct file *file = find(fd);
  if (result == 0 && file != NONE) {
    off_t least = size < before ? size : before, most = size < before ? before : size;
    mark(fd, file, least, most - least + 1);
  }
  return result;
}
int ftruncate64(int fd, off_t size) { return ftruncate(fd, size); }
int fallocate(int fd, int mode, off_t at, off_t size) {
  REAL("fallocate64", int, int, int, off_t, off_t);
  int result = real(fd, mode, at, size);
  if (result == 0) wrote_at(fd, at, size);
  return result;
}
int fallocate64(int fd, int mode, off_t at, off_t size) { return fallocate(fd, mode, at, size); }
int posix_fallocate(int fd, off_t at, off_t size) {
  REAL("posix_fallocate64", int, int, off_t, off_t);
  int result = real(fd, at, size);
  if (result == 0) wrote_at(fd, at, size);
  return result;
}
int posix_fallocate64(int fd, off_t at, off_t size) { return posix_fallocate(fd, at, size); }

/* ---- memory that is a file ---- */

/* It outlives the descriptor that it was made with, so it has descriptors of its own. */
struct mapping {
  char *start;
  size_t size;
  off_t offset;
  int from;
  struct file *file;
  struct mapping *next;
};

static struct mapping *mappings;
static _Atomic long mapped_count;
static pthread_mutex_t mapping_lock = PTHREAD_MUTEX_INITIALIZER;

static void map_file(int fd, void *at, size_t size, off_t offset) {
  struct file *file = find(fd);
  if (file == NONE) return;
  atomic_store(&file->map->whole, 1);
  struct mapping *mapping = calloc(1, sizeof *mapping);
  if (!mapping) fail("memory");
  *mapping = (struct mapping){at, size, offset, reader(fd), track(fd, 0), NULL};
  pthread_mutex_lock(&mapping_lock);
  mapping->next = mappings;
  mappings = mapping;
  atomic_fetch_add(&mapped_count, 1);
  pthread_mutex_unlock(&mapping_lock);
}

void *mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset) {
  void *mapped = real_mmap(at, size, protection, flags, fd, offset);
  if (mapped != MAP_FAILED && fd >= 0 && (flags & MAP_SHARED) && (protection & PROT_WRITE)) {
    map_file(fd, mapped, size, offset);
  }
  return mapped;
}
void *mmap64(void *at, size_t size, int protection, int flags, int fd, off_t offset) {
  return mmap(at, size, protection, flags, fd, offset);
}

/* A mapping of which only a part goes is kept. */
int munmap(void *at, size_t size) {
  if (atomic_load(&mapped_count) > 0) {
    pthread_mutex_lock(&mapping_lock);
    for (struct mapping **link = &mappings; *link;) {
      struct mapping *mapping = *link;
      if (mapping->start >= (char *)at && mapping->start + mapping->size <= (char *)at + size) {
        *link = mapping->next;
        atomic_fetch_sub(&mapped_count, 1);
        release(mapping->file);
        real_close(mapping->from);
        free(mapping);
      } else {
        link = &mapping->next;
      }
    }
    pthread_mutex_unlock(&mapping_lock);
  }
  return real_munmap(at, size);
}

static void sync_mapping(struct mapping *mapping, char *at, size_t size) {
  char *start = at > mapping->start ? at : mapping->start;
  char *end = at + size < mapping->start + mapping->size ? at + size : mapping->start + mapping->size;
  if (start >= end) return;
  pthread_mutex_lock(&syncing);
  if (flock(mapping->file->image, LOCK_EX) != 0) fail("flock");
  off_t first = mapping->offset + (start - mapping->start);
  copy(mapping->from, mapping->file->image, first, first + (end - start));
  if (real_ftruncate(mapping->file->image, size_of(mapping->from)) != 0) fail("image");
  flock(mapping->file->image, LOCK_UN);
  pthread_mutex_unlock(&syncing);
}

/* MS_ASYNC promises nothing. */
int msync(void *at, size_t size, int flags) {
  REAL("msync", int, void *, size_t, int);
  if (flags & MS_SYNC) {
    pthread_mutex_lock(&mapping_lock);
    for (struct mapping *mapping = mappings; mapping; mapping = mapping->next) sync_mapping(mapping, at, size);
    pthread_mutex_unlock(&mapping_lock);
  }
  return real(at, size, flags);
}

/* ---- syncs ---- */

/* Other descriptors may have written it: a descriptor for reading syncs, too. */
static struct file *find_any(int fd) {
  struct file *file = find(fd);
  if (file != NONE || !folder || (fcntl(fd, F_GETFL) & O_ACCMODE) != O_RDONLY) return file;
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  path[length > 0 ? length : 0] = 0;
  if (ours(path)) {
    atomic_store(&files[fd], track(fd, 0));
  }
  return find(fd);
}
int fsync(int fd) {
  REAL("fsync", int, int);
  struct file *file = find_any(fd);
  if (file != NONE) sync_file(fd, file);
  return real(fd);
}
int fdatasync(int fd) { return fsync(fd); }

#ifdef POWER_OFF
/* ---- the loss of power ---- */

static int changed(const char *path, int file, int image) {
  char one[16 * BLOCK], other[sizeof one];
  off_t size = size_of(image);
  if (size_of(file) != size) return 1;
  for (off_t at = 0; at < size;) {
    ssize_t got = real_pread(image, one, sizeof one, at);
    if (got <= 0 || real_pread(file, other, got, at) != got) fail(path);
    if (memcmp(one, other, got) != 0) return 1;
    at += got;
  }
  return 0;
}

static long lost;

static int restore(const char *path, const struct stat *stat, int type, struct FTW *level) {
  (void)level;
  if (type != FTW_F || !S_ISREG(stat->st_mode)) return 0;
  int file = real_open(path, O_RDWR | O_CLOEXEC, 0);
  if (file < 0) fail(path);
  char name[PATH_MAX];
  snprintf(name, sizeof name, "%s/%lu-%lld", images, (unsigned long)stat->st_ino, born(file));
  int image = real_open(name, O_RDONLY | O_CLOEXEC, 0);
  if (image >= 0 && changed(path, file, image)) {
    copy(image, file, 0, size_of(image));
    if (real_ftruncate(file, size_of(image)) != 0) fail(path);
    lost++;
  }
  if (image >= 0) real_close(image);
  real_close(file);
  return 0;
}

int main(int count, char **words) {
  if (count != 3) return 2;
  images = words[2];
  if (nftw(words[1], restore, 64, FTW_PHYS) != 0) fail(words[1]);
  printf("%ld\n", lost);
  return 0;
}
#endif
