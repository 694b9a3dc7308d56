// Searches that go through every byte of a process; in C, since a debug build of Swift takes minutes.
#ifndef TENON_CMEMORYSEARCH_H
#define TENON_CMEMORYSEARCH_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// What was found of an AES key schedule.
struct tenon_schedule {
    /// Where it begins in the searched bytes.
    size_t offset;
    /// How many of its bytes are there; the whole is 176 (AES-128) or 240 (AES-256).
    size_t size;
    /// The length of the key in bytes: 16 or 32.
    size_t key_size;
    /// The key, computed backwards where the beginning of the schedule is lost.
    uint8_t key[32];
};

/// Finds the next AES key schedule at or after an offset that is a multiple of four.
///
/// A schedule is told by its rule: each word follows from those before it (FIPS 197, section 5.2;
/// Halderman et al., "Lest We Remember", 2008). Parts count too when eight words follow from those
/// before them, since an allocator may have overwritten the beginning. The words are looked for in the
/// order in which the standard computes them, as AES-NI, libgcrypt and most others keep them.
///
/// Returns 1 when there is one, otherwise 0.
int tenon_find_schedule(
    const uint8_t *bytes, size_t count, size_t from, struct tenon_schedule *found);

/// Counts the places of a pattern, and tells the first `limit` of them.
size_t tenon_find_pattern(
    const uint8_t *bytes, size_t count, const uint8_t *pattern, size_t pattern_count,
    size_t *places, size_t limit);

/// Reads the memory of a process; the number of bytes read, or -1.
ssize_t tenon_read_memory(pid_t process, uint64_t address, uint8_t *target, size_t count);

#endif
