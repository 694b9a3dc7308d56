// Archives in the zip format (libzip-dev) and compression in the gzip format (zlib1g-dev).
#ifndef TENON_CARCHIVE_H
#define TENON_CARCHIVE_H

#include <malloc.h>
#include <zip.h>
#include <zlib.h>

#endif
