#ifndef TENON_CORE_H
#define TENON_CORE_H

#include <stddef.h>

/// The first byte of the section that holds the plugin records, or NULL when there is none.
const void *tenon_plugin_section_start(void);

/// The byte after the last one of that section, or NULL when there is none.
const void *tenon_plugin_section_end(void);

/// Overwrites memory with zeros in a way that the compiler may not leave out.
void tenon_wipe(void *memory, size_t count);

#endif
