#define _GNU_SOURCE
#include "CTenonCore.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// Whether a pipe has no name, such as a shell makes for `<(program)`.
static int is_nameless(int descriptor, const struct stat *status) {
#if defined(__linux__)
    static const char prefix[] = "pipe:";
    const ssize_t count = sizeof prefix - 1;
    char path[32], name[sizeof prefix];
    (void)status;
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    return readlink(path, name, count) == count && memcmp(name, prefix, count) == 0;
#else
    (void)descriptor;
    return status->st_nlink == 0;
#endif
}

/// What is wrong with an open file; 0 when it can be read to an end.
static int problem_of(int descriptor, int64_t limit) {
    struct stat status;
    if (fstat(descriptor, &status) != 0) return errno;
    if (S_ISREG(status.st_mode)) {
        if (status.st_size > limit) return TENON_INPUT_TOO_LARGE;
    } else if (!S_ISFIFO(status.st_mode) || !is_nameless(descriptor, &status)) {
        return TENON_INPUT_NO_FILE;
    }
    // Reading a pipe waits for its writer.
    int flags = fcntl(descriptor, F_GETFL);
    return flags < 0 || fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK) < 0 ? errno : 0;
}

int tenon_input_open(const char *path, int64_t limit, int *problem) {
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (descriptor < 0) {
        // The error for a socket, and for a device that is missing.
        *problem = errno == ENXIO ? TENON_INPUT_NO_FILE : errno;
        return -1;
    }
    *problem = problem_of(descriptor, limit);
    if (*problem == 0) return descriptor;
    close(descriptor);
    return -1;
}

long tenon_input_read(int descriptor, void *bytes, size_t count) {
    ssize_t result;
    do result = read(descriptor, bytes, count);
    while (result < 0 && errno == EINTR);
    return result < 0 ? -errno : result;
}
