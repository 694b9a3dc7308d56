// The library for PNG files libpng (libpng-dev); its simplified interface, which needs no setjmp.
#ifndef TENON_CPNG_H
#define TENON_CPNG_H

#include <png.h>

#endif
