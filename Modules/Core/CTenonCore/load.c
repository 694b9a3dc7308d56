#define _GNU_SOURCE
#include "CTenonCore.h"

#ifdef __ELF__
#include <dlfcn.h>
#include <link.h>

const char *tenon_program_path(void) { return "/proc/self/exe"; }

const char *tenon_library_load(const char *path, uintptr_t *base) {
    // Everything is bound now, so that a symbol that is missing is told instead of met later.
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return dlerror();
    struct link_map *map;
    if (dlinfo(library, RTLD_DI_LINKMAP, &map) != 0) return dlerror();
    *base = map->l_addr;
    return NULL;
}
#else
const char *tenon_program_path(void) { return ""; }

const char *tenon_library_load(const char *path, uintptr_t *base) {
    (void)path;
    (void)base;
    return "libraries are loaded on ELF systems only";
}
#endif
