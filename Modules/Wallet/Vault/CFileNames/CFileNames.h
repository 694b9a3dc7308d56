// renameat2(2) and statfs(2) are hidden from Swift, and syscall(2) takes a variable number of arguments.
#ifndef WALLET_CFILENAMES_H
#define WALLET_CFILENAMES_H

#include <fcntl.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

/// Renames a file; fails with EEXIST instead of replacing another one.
static inline int wallet_rename_to_new(const char *old_path, const char *new_path) {
    return (int)syscall(SYS_renameat2, AT_FDCWD, old_path, AT_FDCWD, new_path, 1 << 0);
}

/// Lets two files change names as one step.
static inline int wallet_rename_exchanging(const char *first, const char *second) {
    return (int)syscall(SYS_renameat2, AT_FDCWD, first, AT_FDCWD, second, 1 << 1);
}

/// The number of the kind of file system that a path is on; 0 when it leads nowhere.
static inline uint32_t wallet_file_system(const char *path) {
    struct statfs status;
    return statfs(path, &status) == 0 ? (uint32_t)status.f_type : 0;
}

#endif
