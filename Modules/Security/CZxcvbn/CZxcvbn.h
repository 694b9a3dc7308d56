// The strength estimator zxcvbn in C, as Debian packages it (libzxcvbn-dev).
#ifndef TENON_CZXCVBN_H
#define TENON_CZXCVBN_H

#include <zxcvbn.h>

#endif
