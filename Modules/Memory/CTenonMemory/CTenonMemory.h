// Swift sees these functions only through Glibc or Darwin, which Core does not link.
#ifndef TENON_MEMORY_H
#define TENON_MEMORY_H

#ifdef __APPLE__
#define __STDC_WANT_LIB_EXT1__ 1
#endif
#include <stdlib.h>
#include <string.h>

/// Overwrites memory with zeros in a way that the compiler may not leave out.
static inline void tenon_wipe(void *memory, size_t count) {
    if (count == 0) return;
#ifdef __APPLE__
    memset_s(memory, count, 0, count);
#else
    explicit_bzero(memory, count);
#endif
}

/// The value of a variable of the environment, or NULL.
static inline const char *tenon_variable(const char *name) { return getenv(name); }

#endif
