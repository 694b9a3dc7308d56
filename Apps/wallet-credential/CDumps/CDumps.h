// prctl(2) takes a variable number of arguments, which Swift does not import.
#ifndef WALLET_CDUMPS_H
#define WALLET_CDUMPS_H

#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>

/// Keeps the memory of this process out of core files and from other programs of the same user.
static inline void wallet_forbid_dumps(void) {
    const struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    prctl(PR_SET_DUMPABLE, 0UL, 0UL, 0UL, 0UL);
    // Swift's runtime prints what registers point to when the process crashes.
    static const int signals[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGTRAP};
    for (unsigned long i = 0; i < sizeof signals / sizeof signals[0]; i++)
        signal(signals[i], SIG_DFL);
}

#endif
