// Linked into every executable of a build with a sanitizer; 'tools/test --sanitize' compiles it.
//
// It is not instrumented itself. With -DTHREAD it tells the thread sanitizer of the order that parts of
// Swift's runtime keep, which are not instrumented and do not tell it themselves: without this, each
// value behind a contended Mutex and each lazy global is reported as a race.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

// Tests start programs with environments of their own, so the options are built in. Reports go to files,
// and leave the output and the status of a program as they are in other builds.
#define OPTIONS "log_path=" REPORTS ":external_symbolizer_path=" SYMBOLIZER

#ifdef ADDRESS

// Leaks are not looked for: the runtime keeps its metadata for ever.
const char *__asan_default_options(void) { return "detect_leaks=0:" OPTIONS; }

#endif

#ifdef THREAD

// Without the sleep of a second at each end, tests that start many programs take as long as usual.
const char *__tsan_default_options(void) { return "exitcode=0:atexit_sleep_ms=0:" OPTIONS; }

void __tsan_acquire(void *address) __attribute__((weak));
void __tsan_release(void *address) __attribute__((weak));

// Build tools that run while the package is built are linked with this file and have no sanitizer.
static void acquire(void *address) {
    if (address && __tsan_acquire) __tsan_acquire(address);
}

static void release(void *address) {
    if (address && __tsan_release) __tsan_release(address);
}

/// The function of the same name that this one stands in front of.
#define NEXT(function, name) \
    ({ \
        static __typeof__(&function) found; \
        if (!found) found = (__typeof__(&function))dlsym(RTLD_NEXT, name); \
        found; \
    })

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

// MARK: - Mutex: what is not inlined, and so runs only when two threads want it at once

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void lock_slow(uint32_t thread, SELF void *mutex) __asm__(LOCK);
SWIFT void lock_slow(uint32_t thread, SELF void *mutex) {
    NEXT(lock_slow, LOCK)(thread, mutex);
    acquire(mutex);
}

SWIFT bool try_lock_slow(SELF void *mutex) __asm__(TRY_LOCK);
SWIFT bool try_lock_slow(SELF void *mutex) {
    bool is_locked = NEXT(try_lock_slow, TRY_LOCK)(mutex);
    if (is_locked) acquire(mutex);
    return is_locked;
}

SWIFT void unlock_slow(SELF void *mutex) __asm__(UNLOCK);
SWIFT void unlock_slow(SELF void *mutex) {
    release(mutex);
    NEXT(unlock_slow, UNLOCK)(mutex);
}

// MARK: - GLib: what one thread hands to the main loop of another

struct handed {
    int (*function)(void *);
    void *data;
    void (*destroy)(void *);
};

static int run_handed(void *pointer) {
    struct handed *handed = pointer;
    acquire(handed);
    return handed->function(handed->data);
}

static void destroy_handed(void *pointer) {
    struct handed *handed = pointer;
    if (handed->destroy) handed->destroy(handed->data);
    free(handed);
}

unsigned g_idle_add_full(
    int priority, int (*function)(void *), void *data, void (*destroy)(void *)) {
    struct handed *handed = malloc(sizeof(*handed));
    if (!handed) abort();
    *handed = (struct handed){function, data, destroy};
    release(handed);
    return NEXT(g_idle_add_full, "g_idle_add_full")(
        priority, run_handed, handed, destroy_handed);
}

// MARK: - Lazy globals

struct once {
    void *flag;
    void (*body)(void *);
    void *context;
};

static void run_once(void *pointer) {
    struct once *once = pointer;
    once->body(once->context);
    release(once->flag);
}

void swift_once(void *flag, void (*body)(void *), void *context) {
    struct once once = {flag, body, context};
    NEXT(swift_once, "swift_once")(flag, run_once, &once);
    acquire(flag);
}

// MARK: - Continuations that are resumed before they are awaited

SWIFT void *swift_task_getCurrent(void) __attribute__((weak));

/// A caller gives back the frame of what it awaited; the task was released when it was resumed.
SWIFT void swift_task_dealloc(void *memory) {
    NEXT(swift_task_dealloc, "swift_task_dealloc")(memory);
    if (swift_task_getCurrent) acquire(swift_task_getCurrent());
}

#endif
