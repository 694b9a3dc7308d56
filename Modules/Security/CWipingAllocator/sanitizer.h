// Whether a sanitizer is built in, which brings an allocator of its own and looks at all that is released.
#ifndef TENON_SANITIZER_H
#define TENON_SANITIZER_H

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) \
    || __has_feature(memory_sanitizer)
#define TENON_SANITIZER 1
#endif
#endif

#endif
