// What draws pictures on terminals, chafa (libchafa-dev).
#ifndef TENON_CCHAFA_H
#define TENON_CCHAFA_H

#include <chafa.h>

#endif
