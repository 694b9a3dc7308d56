#include "CTenonCore.h"
#include <signal.h>
#include <sys/resource.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

void tenon_forbid_dumps(void) {
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
#ifdef __linux__
    // Here since prctl(2) takes a variable number of arguments, which Swift does not import.
    prctl(PR_SET_DUMPABLE, 0UL, 0UL, 0UL, 0UL);
#endif
    // Swift's runtime prints what registers point to when the process crashes.
    static const int signals[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGTRAP};
    for (unsigned long i = 0; i < sizeof signals / sizeof signals[0]; i++)
        signal(signals[i], SIG_DFL);
}
