#include "CTenonCore.h"

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define TENON_THREAD_SANITIZER 1
void __tsan_acquire(void *address);
void __tsan_release(void *address);
#endif
#endif

void tenon_lock_taken(const void *lock) {
#ifdef TENON_THREAD_SANITIZER
    __tsan_acquire((void *)lock);
#else
    (void)lock;
#endif
}

void tenon_lock_released(const void *lock) {
#ifdef TENON_THREAD_SANITIZER
    __tsan_release((void *)lock);
#else
    (void)lock;
#endif
}
