#define _GNU_SOURCE
#include "CWipingAllocator.h"
#include "sanitizer.h"

// Up to 2.74, GLib takes small blocks from an allocator of its own, which keeps what they held when they
// are released: among them the text of fields with several lines. This stands in front of its release, in
// executables that are linked with GLib.

#if defined(__ELF__) && !defined(TENON_SANITIZER)

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

typedef void (*release)(size_t size, void *memory);

void g_slice_free1(size_t size, void *memory) {
    // Libraries release blocks before this executable has begun.
    static _Atomic(release) next;
    if (next == NULL) next = (release)dlsym(RTLD_NEXT, "g_slice_free1");
    if (memory != NULL) explicit_bzero(memory, size);
    next(size, memory);
}

#endif
