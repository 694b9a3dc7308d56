#define _GNU_SOURCE
#include "CWipingAllocator.h"
#include "sanitizer.h"
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GLIBC__) && !defined(TENON_SANITIZER)

// The allocator of glibc under its other names. Only what releases memory is replaced: for the
// executable and all libraries, since the loader looks into the executable first.
extern void __libc_free(void *memory);
extern void *__libc_realloc(void *memory, size_t size);

/// Whether a block has pages of its own, which the kernel takes back as a whole when it is released.
///
/// It stands in the size in front of each block, as "malloc/malloc.c" of glibc describes.
static int has_own_pages(const void *memory) { return (((const size_t *)memory)[-1] & 2) != 0; }

void free(void *memory) {
    if (memory == NULL) return;
    if (!has_own_pages(memory)) explicit_bzero(memory, malloc_usable_size(memory));
    __libc_free(memory);
}

void *realloc(void *memory, size_t size) {
    if (memory == NULL) return malloc(size);
    if (size == 0) {
        free(memory);
        return NULL;
    }
    size_t old = malloc_usable_size(memory);
    if (has_own_pages(memory)) {
        // Pages are moved, or copied and given back; the last one that stays may hold more.
        if (size < old) explicit_bzero((char *)memory + size, old - size);
        return __libc_realloc(memory, size);
    }
    if (size <= old && size >= old / 2) {
        explicit_bzero((char *)memory + size, old - size);
        return memory;
    }
    void *other = malloc(size);
    if (other == NULL) return NULL;
    memcpy(other, memory, old < size ? old : size);
    free(memory);
    return other;
}

int tenon_allocator_wipes(void) { return 1; }

#else

int tenon_allocator_wipes(void) { return 0; }

#endif
