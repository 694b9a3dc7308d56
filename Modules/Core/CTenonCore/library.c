#include "CTenonCore.h"
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

const void *tenon_file_map(const char *path, size_t *size) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return NULL;
    struct stat status;
    void *start = MAP_FAILED;
    if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0) {
        *size = (size_t)status.st_size;
        start = mmap(NULL, *size, PROT_READ, MAP_PRIVATE, file, 0);
    }
    close(file);
    return start == MAP_FAILED ? NULL : start;
}

void tenon_file_unmap(const void *start, size_t size) { munmap((void *)start, size); }
