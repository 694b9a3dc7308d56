#ifndef TENON_CORE_H
#define TENON_CORE_H

#include <stddef.h>
#include <stdint.h>

/// The first byte of the section that holds the plugin records, or NULL when there is none.
const void *tenon_plugin_section_start(void);

/// The byte after the last one of that section, or NULL when there is none.
const void *tenon_plugin_section_end(void);

/// How many copies of this module the process has loaded, in the executable and its libraries.
int tenon_core_copies(void);

/// Maps a regular file for reading; NULL when it is empty or cannot be read.
const void *tenon_file_map(const char *path, size_t *size);

/// Ends the mapping of a file.
void tenon_file_unmap(const void *start, size_t size);

/// What is wrong with a file that is no error of the system.
enum { TENON_INPUT_NO_FILE = -1, TENON_INPUT_TOO_LARGE = -2 };

/// Opens a regular file of at most some bytes, or a pipe without a name, for reading; never waits.
///
/// Returns the descriptor. Otherwise it is negative, and the problem is an error of the system or one of
/// the above.
int tenon_input_open(const char *path, int64_t limit, int *problem);

/// Reads some bytes, again when a signal interrupts it; 0 at the end, negative for an error of the system.
long tenon_input_read(int descriptor, void *bytes, size_t count);

/// The path of the file that this process runs; empty on systems on which no libraries are loaded.
const char *tenon_program_path(void);

/// Loads a dynamic library for the rest of the process, and tells by how much its addresses moved.
///
/// Returns NULL, or what is wrong, which is valid until the thread loads again.
const char *tenon_library_load(const char *path, uintptr_t *base);

/// Tells the thread sanitizer that this thread has just taken a lock that the sanitizer cannot see,
/// such as Swift's Mutex; does nothing in builds without it. The lock is named by any address.
void tenon_lock_taken(const void *lock);

/// Tells the thread sanitizer that this thread is about to release such a lock.
void tenon_lock_released(const void *lock);

/// Forbids core dumps and reports of crashes of this process, and that programs of the same user look
/// into its memory.
void tenon_forbid_dumps(void);

#endif
