// Searches that go through every byte of a process; in C, since a debug build of Swift takes minutes.
#ifndef TENON_CMEMORYSEARCH_H
#define TENON_CMEMORYSEARCH_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// The part of an AES key schedule that was found.
struct tenon_schedule {
    /// Where it begins in the searched bytes.
    size_t offset;
    /// How many of its bytes were found; a whole one has 176 (AES-128) or 240 (AES-256).
    size_t size;
    /// The length of the key in bytes: 16 or 32.
    size_t key_size;
    /// The key, computed backwards where the beginning of the schedule is lost.
    uint8_t key[32];
};

/// Finds the next AES key schedule at or after an offset that is a multiple of four.
///
/// A schedule is recognised by its rule: each word follows from those before it (FIPS 197, section
/// 5.2; Halderman et al., "Lest We Remember", 2008). Parts count too when eight words follow from
/// those before them, since an allocator may have overwritten the beginning. The words are looked
/// for in the order in which the standard computes them, as AES-NI, libgcrypt and most others keep
/// them.
///
/// Returns 1 when there is one, otherwise 0.
int tenon_find_schedule(
    const uint8_t *bytes, size_t count, size_t from, struct tenon_schedule *found);

/// Patterns that are looked for all at once.
struct tenon_patterns;

/// Makes a set of patterns of four bytes and more; NULL without memory.
struct tenon_patterns *tenon_patterns_make(
    const uint8_t *const *patterns, const size_t *sizes, size_t count);

/// Releases a set of patterns.
void tenon_patterns_release(struct tenon_patterns *patterns);

/// Finds the next place of a pattern at or after an offset.
///
/// At one place each pattern is found once: begin with `which` = -1 at a new offset, and go on with both
/// as they were left.
///
/// Returns 1 when there is one, otherwise 0.
int tenon_patterns_find(
    const struct tenon_patterns *patterns, const uint8_t *bytes, size_t count, size_t *offset,
    long *which);

/// Reads the memory of a process; the number of bytes read, or -1.
ssize_t tenon_read_memory(pid_t process, uint64_t address, uint8_t *target, size_t count);

#endif
