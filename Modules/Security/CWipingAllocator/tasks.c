#define _GNU_SOURCE
#include "CWipingAllocator.h"
#include "sanitizer.h"

// Swift's runtime gives each task memory for the frames of its functions, and takes it back as a stack
// does: a task that lives long keeps what functions that have returned left there. These stand in
// front of the functions of the runtime that compiled code calls, note the size, and overwrite.

#if defined(__ELF__) && defined(__has_attribute) && !defined(TENON_SANITIZER)
#if __has_attribute(swiftcall)

#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define SWIFT __attribute__((swiftcall))

typedef void *SWIFT (*allocation)(size_t size);
typedef void SWIFT (*release)(void *memory);

/// What is noted in front of each frame; a multiple of the alignment.
struct note {
    size_t size;
    size_t unused;
};

static allocation next_alloc;
static release next_dealloc, next_dealloc_through;

/// Before any task runs.
__attribute__((constructor)) static void find_runtime(void) {
    next_alloc = (allocation)dlsym(RTLD_NEXT, "swift_task_alloc");
    next_dealloc = (release)dlsym(RTLD_NEXT, "swift_task_dealloc");
    next_dealloc_through = (release)dlsym(RTLD_NEXT, "swift_task_dealloc_through");
}

// Weak, for executables into which the runtime itself is linked.
__attribute__((weak)) SWIFT void *swift_task_alloc(size_t size) {
    struct note *note = next_alloc(size + sizeof(struct note));
    note->size = size;
    return note + 1;
}

__attribute__((weak)) SWIFT void swift_task_dealloc(void *memory) {
    struct note *note = (struct note *)memory - 1;
    explicit_bzero(memory, note->size);
    next_dealloc(note);
}

/// Takes back a frame and all that came after it.
__attribute__((weak)) SWIFT void swift_task_dealloc_through(void *memory) {
    struct note *note = (struct note *)memory - 1;
    explicit_bzero(memory, note->size);
    next_dealloc_through(note);
}

#endif
#endif
