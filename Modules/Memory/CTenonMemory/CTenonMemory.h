// Swift sees explicit_bzero(3) only through Glibc, which Core does not link.
#ifndef TENON_MEMORY_H
#define TENON_MEMORY_H

#include <string.h>

/// Overwrites memory with zeros in a way that the compiler may not leave out.
static inline void tenon_wipe(void *memory, size_t count) {
    if (count > 0) explicit_bzero(memory, count);
}

#endif
