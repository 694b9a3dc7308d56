// Keeps what a process has let go of from staying in its memory.
#ifndef TENON_CWIPINGALLOCATOR_H
#define TENON_CWIPINGALLOCATOR_H

/// Whether `free` and `realloc` of this process overwrite what they release (1) or not (0).
///
/// They do wherever this is linked into an executable on glibc, but for builds with a sanitizer, which
/// brings an allocator of its own.
int tenon_allocator_wipes(void);

/// Overwrites what ended calls have left on the stacks of all threads, those that have ended too.
///
/// Threads that block the signal SIGPROF, or do not run for 400 ms, are left out.
///
/// Returns the number of threads whose stacks were overwritten.
int tenon_wipe_stacks(void);

#endif
