// The decoder of images gdk-pixbuf (libgdk-pixbuf-2.0-dev).
#ifndef TENON_CGDKPIXBUF_H
#define TENON_CGDKPIXBUF_H

#include <gdk-pixbuf/gdk-pixbuf.h>

#endif
