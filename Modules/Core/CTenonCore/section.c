#define _DEFAULT_SOURCE
#include "CTenonCore.h"
#include <string.h>

// The linker defines both symbols when at least one object file has the section. They are weak
// so that an executable without plugins links, too. Hidden: each image sees its own section only.
extern const char __start_tenon_plugins[] __attribute__((weak, visibility("hidden")));
extern const char __stop_tenon_plugins[] __attribute__((weak, visibility("hidden")));

const void *tenon_plugin_section_start(void) { return __start_tenon_plugins; }

const void *tenon_plugin_section_end(void) { return __stop_tenon_plugins; }

void tenon_wipe(void *memory, size_t count) {
    if (count > 0) explicit_bzero(memory, count);
}
