// Swift's module of the C library leaves this header out.
#ifndef TENON_CALLOCATOR_H
#define TENON_CALLOCATOR_H

#include <malloc.h>

#endif
