// syscall(2) takes a variable number of arguments, which Swift does not import, and glibc has
// functions for these calls only since 2.36.
#ifndef WALLET_CPROCESSHANDLE_H
#define WALLET_CPROCESSHANDLE_H

#include <sys/syscall.h>
#include <unistd.h>

/// A descriptor that means one process for ever, also when its number is given to another one.
static inline int wallet_process_open(int process) {
    return (int)syscall(SYS_pidfd_open, process, 0U);
}

/// Sends a signal to exactly the process that the descriptor means.
static inline int wallet_process_signal(int descriptor, int signal) {
    return (int)syscall(SYS_pidfd_send_signal, descriptor, signal, (void *)0, 0U);
}

#endif
