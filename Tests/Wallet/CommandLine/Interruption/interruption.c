// Preloaded into a program: counts what it changes below one folder, and ends it, or fills its disk,
// at one of these operations.
//
//   INTERRUPTION_FOLDER  what counts is below it
//   INTERRUPTION_AT      the number of the operation, from 1; 0 for none
//   INTERRUPTION_KIND    "kill", or "full": this and each later write finds no space
//   INTERRUPTION_LACKS   what the disk cannot do, with commas between: "tmpfile", "renameat2", "link";
//                        "rename" and "link=EIO" fail without being unsupported
//   INTERRUPTION_COUNT   a file that gets the number of operations when the program ends by itself
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_int count;

static int is_below(const char *path) {
    const char *folder = getenv("INTERRUPTION_FOLDER");
    return folder && path && strncmp(path, folder, strlen(folder)) == 0;
}

static int is_file_below(int descriptor) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t size = readlink(link, path, sizeof path - 1);
    if (size < 0) return 0;
    path[size] = 0;
    return is_below(path);
}

// Whether the operation must fail for want of space; what needs none is only counted.
static int happens(int needs_space) {
    int number = atomic_fetch_add(&count, 1) + 1;
    const char *at = getenv("INTERRUPTION_AT"), *kind = getenv("INTERRUPTION_KIND");
    int wanted = at ? atoi(at) : 0;
    if (wanted == 0 || kind == NULL) return 0;
    if (strcmp(kind, "kill") == 0 && number == wanted) kill(getpid(), SIGKILL);
    if (strcmp(kind, "full") == 0 && number >= wanted && needs_space) {
        errno = ENOSPC;
        return 1;
    }
    return 0;
}

// Whether the disk cannot do this; sets the error then.
static int lacks(const char *what, int error) {
    const char *list = getenv("INTERRUPTION_LACKS"), *end = list;
    while (list && *list) {
        end = strchrnul(list, ',');
        if ((size_t)(end - list) == strlen(what) && strncmp(list, what, end - list) == 0) {
            errno = error;
            return 1;
        }
        list = *end ? end + 1 : end;
    }
    return 0;
}

#define NEXT(name) static __typeof__(name) *next; if (!next) next = dlsym(RTLD_NEXT, #name)

// What is left of the disk, which is nothing once it is full.
#define SPACE(name, type) \
    int name(const char *path, struct type *space) { \
        NEXT(name); \
        int result = next(path, space); \
        const char *at = getenv("INTERRUPTION_AT"), *kind = getenv("INTERRUPTION_KIND"); \
        int wanted = at ? atoi(at) : 0; \
        if (wanted > 0 && kind && strcmp(kind, "full") == 0 && atomic_load(&count) >= wanted) { \
            space->f_bavail = 0; \
        } \
        return result; \
    }
SPACE(statvfs, statvfs)
SPACE(statvfs64, statvfs64)

__attribute__((destructor)) static void report(void) {
    const char *path = getenv("INTERRUPTION_COUNT");
    if (path == NULL) return;
    FILE *file = fopen(path, "w");
    if (file == NULL) return;
    fprintf(file, "%d\n", atomic_load(&count));
    fclose(file);
}

#define OPEN(name) \
    int name(const char *path, int flags, ...) { \
        NEXT(name); \
        va_list list; \
        va_start(list, flags); \
        mode_t mode = va_arg(list, mode_t); \
        va_end(list); \
        if ((flags & O_TMPFILE) == O_TMPFILE && is_below(path) && lacks("tmpfile", EOPNOTSUPP)) return -1; \
        if (flags & (O_CREAT | (O_TMPFILE & ~O_DIRECTORY)) && is_below(path) && happens(1)) return -1; \
        return next(path, flags, mode); \
    }
OPEN(open)
OPEN(open64)

#define WRITE(name, offset) \
    ssize_t name(int descriptor, const void *bytes, size_t size, offset place) { \
        NEXT(name); \
        if (is_file_below(descriptor) && happens(1)) return -1; \
        return next(descriptor, bytes, size, place); \
    }
WRITE(pwrite, off_t)
WRITE(pwrite64, off64_t)

ssize_t write(int descriptor, const void *bytes, size_t size) {
    NEXT(write);
    if (is_file_below(descriptor) && happens(1)) return -1;
    return next(descriptor, bytes, size);
}

#define DESCRIPTOR(name) \
    int name(int descriptor) { \
        NEXT(name); \
        if (is_file_below(descriptor) && happens(0)) return -1; \
        return next(descriptor); \
    }
DESCRIPTOR(fsync)
DESCRIPTOR(fdatasync)

#define TRUNCATE(name, offset) \
    int name(int descriptor, offset size) { \
        NEXT(name); \
        if (is_file_below(descriptor) && happens(0)) return -1; \
        return next(descriptor, size); \
    }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

#define PATH(name) \
    int name(const char *path) { \
        NEXT(name); \
        if (is_below(path) && happens(0)) return -1; \
        return next(path); \
    }
PATH(unlink)
PATH(rmdir)

#define PATHS(name, failure, error) \
    int name(const char *old, const char *new) { \
        NEXT(name); \
        if (is_below(new) && (lacks(failure, EIO) || lacks(#name, error))) return -1; \
        if (is_below(new) && happens(0)) return -1; \
        return next(old, new); \
    }
PATHS(rename, "rename", EIO)
PATHS(link, "link=EIO", EPERM)

int mkdir(const char *path, mode_t mode) {
    NEXT(mkdir);
    if (is_below(path) && happens(1)) return -1;
    return next(path, mode);
}

int unlinkat(int folder, const char *path, int flags) {
    NEXT(unlinkat);
    if (is_file_below(folder) && happens(0)) return -1;
    return next(folder, path, flags);
}

int linkat(int old_folder, const char *old, int folder, const char *new, int flags) {
    NEXT(linkat);
    if (is_below(new) && happens(0)) return -1;
    return next(old_folder, old, folder, new, flags);
}

long syscall(long number, ...) {
    NEXT(syscall);
    va_list list;
    va_start(list, number);
    long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long);
    long d = va_arg(list, long), e = va_arg(list, long), f = va_arg(list, long);
    va_end(list);
    if (number == SYS_renameat2 && is_below((const char *)d)) {
        if (lacks("renameat2", EINVAL) || happens(0)) return -1;
    }
    return next(number, a, b, c, d, e, f);
}
