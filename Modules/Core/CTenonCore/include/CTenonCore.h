#ifndef TENON_CORE_H
#define TENON_CORE_H

#include <stddef.h>

/// The first byte of the section that holds the plugin records, or NULL when there is none.
const void *tenon_plugin_section_start(void);

/// The byte after the last one of that section, or NULL when there is none.
const void *tenon_plugin_section_end(void);

/// How many copies of this module the process has loaded, in the executable and its libraries.
int tenon_core_copies(void);

/// Overwrites memory with zeros in a way that the compiler may not leave out.
void tenon_wipe(void *memory, size_t count);

/// Forbids core dumps of this process, and that programs of the same user look into its memory.
void tenon_forbid_dumps(void);

#endif
