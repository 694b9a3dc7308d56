// The encoder of QR codes libqrencode (libqrencode-dev).
#ifndef TENON_CQRENCODE_H
#define TENON_CQRENCODE_H

#include <qrencode.h>

#endif
