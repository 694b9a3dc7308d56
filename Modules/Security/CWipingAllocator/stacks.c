#define _GNU_SOURCE
#include "CWipingAllocator.h"
#include "sanitizer.h"

#if defined(__linux__) && !defined(TENON_SANITIZER)

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

/// A signal that nobody blocks: libdispatch leaves it to profilers on its threads.
static const int wipe_signal = SIGPROF;

/// A mapping that grows down to pages which nobody may touch, as stacks do.
struct stack {
    uintptr_t low, high;
};

/// A thread that shall overwrite its stack, and what it has done.
struct thread {
    int number;
    atomic_int answer;
};
/// It has overwritten its stack, or does not know where that ends.
enum { has_wiped = 1, has_passed = 2 };

static struct {
    pthread_mutex_t lock;
    struct stack *stacks;
    size_t count;
    struct thread *threads;
    size_t thread_count;
    /// Whether threads may use what is above, and how many do.
    atomic_int is_open, users;
} shared = {.lock = PTHREAD_MUTEX_INITIALIZER};

/// How long threads are waited for that get no processor, in milliseconds.
enum { patience = 400 };

/// Of the smallest pages that there are; larger ones are multiples.
enum { page_size = 4096 };

/// Overwrites from an address up to the stack pointer of this very call.
///
/// Never inlined, and without a call after the last: all of its own is above the stack pointer.
__attribute__((noinline)) static void wipe_below(uintptr_t low) {
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    // Whole pages go back to the kernel, two pages below this call's own.
    uintptr_t pages = (here & ~(page_size - 1)) - 2 * page_size;
    if (pages > low) {
        if (madvise((void *)low, pages - low, MADV_DONTNEED) == 0) low = pages;
    }
#if defined(__x86_64__)
    uintptr_t count;
    __asm__ volatile(
        "mov %%rsp, %%rcx\n\tsub %%rdi, %%rcx\n\trep stosb"
        : "=&c"(count), "+D"(low)
        : "a"(0)
        : "memory");
#else
    volatile char *end = (volatile char *)here - 512;
    for (volatile char *at = (volatile char *)low; at < end; at++) *at = 0;
#endif
}

/// The lowest address of the stack that an address is in; 0 when it is in none that is known.
static uintptr_t bottom_of(uintptr_t address) {
    for (size_t i = 0; i < shared.count; i++)
        if (shared.stacks[i].low <= address && address < shared.stacks[i].high)
            return shared.stacks[i].low;
    return 0;
}

#if defined(__x86_64__)
/// A part of what XSAVE stores: the registers of vectors and their halves, each kind on its own.
struct component {
    unsigned offset, size;
};
enum { first_component = 1, last_component = 7 };
static struct component components[last_component + 1];

/// Learns where the processor stores what; the standard form is the same for all threads.
static void find_components(void) {
    components[1] = (struct component){160, 256};
    for (unsigned i = 2; i <= last_component; i++) {
        unsigned size = 0, offset = 0, c, d;
        if (__get_cpuid_count(13, i, &size, &offset, &c, &d))
            components[i] = (struct component){offset, size};
    }
}

/// Empties the vector registers of a thread that waits in a call of the kernel.
///
/// Whoever copies memory leaves the last bytes there, and nobody else may use those registers for
/// weeks. A function that calls the kernel expects nothing in them (System V ABI, section 3.2.3); where
/// a thread computes, they are left alone.
static void empty_registers(siginfo_t *information, ucontext_t *context) {
    const unsigned char *next = (const unsigned char *)context->uc_mcontext.gregs[REG_RIP];
    unsigned char *state = (unsigned char *)context->uc_mcontext.fpregs;
    // The kernel writes nothing here, and what was on the stack before stays.
    memset(context->uc_mcontext.__reserved1, 0, sizeof context->uc_mcontext.__reserved1);
    if (state == NULL) return;
    // The information ends the kernel's own part, and the registers begin at a multiple of 64 bytes.
    unsigned char *gap = (unsigned char *)(information + 1);
    if (gap < state && state - gap < 64) memset(gap, 0, state - gap);
    // The processor leaves this out, and the kernel too: what was on the stack before stays there.
    memset(state + 416, 0, 48);
    uint32_t head[5];
    uint64_t present;
    memcpy(head, state + 464, sizeof head);
    // As in <asm/sigcontext.h>: FP_XSTATE_MAGIC1, sizes and features.
    int is_extended = head[0] == 0x46505853;
    // So does the room that aligns the frame, up to the 128 bytes that belong to the function.
    unsigned char *end = state + (is_extended ? head[1] : 512);
    unsigned char *live = (unsigned char *)context->uc_mcontext.gregs[REG_RSP] - 128;
    if (end < live && live - end < 4096) memset(end, 0, live - end);
    if (!is_extended) return;
    // And the gaps between what it stores, such as where older processors have bounds.
    for (unsigned i = 2, at = 576; i <= last_component; i++) {
        if (components[i].size == 0 || components[i].offset + components[i].size > head[4])
            continue;
        if (at < components[i].offset) memset(state + at, 0, components[i].offset - at);
        at = components[i].offset + components[i].size;
    }
    // Behind the instruction of the call, or before it when the kernel will begin the call again.
    int is_waiting = (next[-2] == 0x0F && next[-1] == 0x05) || (next[0] == 0x0F && next[1] == 0x05);
    if (!is_waiting) return;
    memcpy(&present, state + 512, sizeof present);
    for (unsigned i = first_component; i <= last_component; i++) {
        // Numbers 3 and 4 are of MPX, which hold bounds and no data.
        if (i == 3 || i == 4 || components[i].size == 0
            || components[i].offset + components[i].size > head[4])
            continue;
        memset(state + components[i].offset, 0, components[i].size);
        present &= ~(1ull << i);
    }
    memcpy(state + 512, &present, sizeof present);
}
#else
static void find_components(void) {}
static void empty_registers(siginfo_t *information, ucontext_t *context) {
    (void)information, (void)context;
}
#endif

static void on_signal(int number, siginfo_t *information, void *context) {
    (void)number;
    int saved = errno;
    atomic_fetch_add(&shared.users, 1);
    if (atomic_load(&shared.is_open)) {
        int own = (int)syscall(SYS_gettid);
        struct thread *thread = shared.threads;
        while (thread < shared.threads + shared.thread_count && thread->number != own) thread++;
        if (thread < shared.threads + shared.thread_count) {
            uintptr_t low = bottom_of((uintptr_t)__builtin_frame_address(0));
            if (low != 0) wipe_below(low);
            empty_registers(information, context);
            atomic_store(&thread->answer, low != 0 ? has_wiped : has_passed);
        }
    }
    atomic_fetch_sub(&shared.users, 1);
    errno = saved;
}

/// Reads which mappings are stacks: those in front of which a page is out of bounds, and the first.
static int find_stacks(void) {
    FILE *maps = fopen("/proc/self/maps", "re");
    if (maps == NULL) return 0;
    size_t room = 64;
    shared.stacks = malloc(room * sizeof(struct stack));
    shared.count = 0;
    char line[512];
    uintptr_t guard = 0;
    while (shared.stacks != NULL && fgets(line, sizeof line, maps) != NULL) {
        unsigned long low, high;
        char mode[8];
        if (sscanf(line, "%lx-%lx %7s", &low, &high, mode) != 3) continue;
        int is_first = strstr(line, "[stack]") != NULL;
        if (strncmp(mode, "rw-p", 4) == 0 && (is_first || guard == low)) {
            if (shared.count == room) {
                room *= 2;
                struct stack *more = realloc(shared.stacks, room * sizeof(struct stack));
                if (more == NULL) break;
                shared.stacks = more;
            }
            shared.stacks[shared.count++] = (struct stack){low, high};
        }
        guard = strncmp(mode, "---p", 4) == 0 ? high : 0;
    }
    fclose(maps);
    return shared.stacks != NULL;
}

static void rest(void) {
    struct timespec pause = {0, 50000};
    nanosleep(&pause, NULL);
}

static int64_t milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/// Lists the threads that there are.
static int find_threads(void) {
    DIR *folder = opendir("/proc/self/task");
    if (folder == NULL) return 0;
    size_t room = 64;
    shared.threads = malloc(room * sizeof(struct thread));
    shared.thread_count = 0;
    struct dirent *entry;
    while (shared.threads != NULL && (entry = readdir(folder)) != NULL) {
        int number = atoi(entry->d_name);
        if (number <= 0) continue;
        if (shared.thread_count == room) {
            room *= 2;
            struct thread *more = realloc(shared.threads, room * sizeof(struct thread));
            if (more == NULL) break;
            shared.threads = more;
        }
        shared.threads[shared.thread_count++] = (struct thread){.number = number};
    }
    closedir(folder);
    return shared.threads != NULL;
}

/// Has all threads overwrite their stacks at the same time, and waits for them.
///
/// Where others take the processor, each thread comes when it is its turn; together they take one turn.
/// A thread that comes too late does nothing.
///
/// - Returns: The number of threads that have done it.
static int wipe_threads(void) {
    atomic_store(&shared.is_open, 1);
    for (size_t i = 0; i < shared.thread_count; i++)
        syscall(SYS_tgkill, getpid(), shared.threads[i].number, wipe_signal);
    int done = 0, is_waiting = 1;
    for (int64_t end = milliseconds() + patience; is_waiting && milliseconds() < end; rest()) {
        done = 0, is_waiting = 0;
        for (size_t i = 0; i < shared.thread_count; i++) {
            int answer = atomic_load(&shared.threads[i].answer);
            if (answer == has_wiped) done++;
            // One that has ended meanwhile is not waited for.
            if (answer == 0 && syscall(SYS_tgkill, getpid(), shared.threads[i].number, 0) == 0)
                is_waiting = 1;
        }
    }
    atomic_store(&shared.is_open, 0);
    while (atomic_load(&shared.users) != 0) rest();
    return done;
}

/// Overwrites the stack that glibc kept of a thread that has ended, and keeps it until all are there.
static void *wipe_kept(void *barrier) {
    pthread_attr_t attributes;
    void *low;
    size_t size;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        if (pthread_attr_getstack(&attributes, &low, &size) == 0) wipe_below((uintptr_t)low);
        pthread_attr_destroy(&attributes);
    }
    pthread_mutex_lock(barrier);
    pthread_mutex_unlock(barrier);
    return NULL;
}

/// Takes the stacks of threads that have ended, of which glibc keeps 40 MB for the next ones.
static void wipe_ended(void) {
    enum { count = 6 };
    pthread_t threads[count];
    pthread_mutex_t barrier = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&barrier);
    int started = 0;
    while (started < count
           && pthread_create(&threads[started], NULL, wipe_kept, &barrier) == 0)
        started++;
    pthread_mutex_unlock(&barrier);
    for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
    pthread_mutex_destroy(&barrier);
}

/// Takes the signal; 0 when somebody else has it.
static int take_signal(void) {
    struct sigaction present;
    if (sigaction(wipe_signal, NULL, &present) != 0) return 0;
    if (present.sa_sigaction == on_signal) return 1;
    if (present.sa_handler != SIG_DFL) return 0;
    // With the information, for which the kernel leaves room that it does not write otherwise.
    struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_RESTART | SA_SIGINFO};
    sigfillset(&action.sa_mask);
    find_components();
    return sigaction(wipe_signal, &action, NULL) == 0;
}

int tenon_wipe_stacks(void) {
    pthread_mutex_lock(&shared.lock);
    // Afterwards those that have ended, since some end meanwhile.
    int done = 0;
    if (take_signal() && find_stacks() && find_threads()) done = wipe_threads();
    wipe_ended();
    free(shared.stacks);
    free(shared.threads);
    shared.stacks = NULL, shared.threads = NULL;
    shared.count = shared.thread_count = 0;
    pthread_mutex_unlock(&shared.lock);
    return done;
}

#else

int tenon_wipe_stacks(void) { return 0; }

#endif
