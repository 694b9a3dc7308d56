#pragma once
#include <stddef.h>
#include <stdint.h>

/// Runs libFuzzer's loop; its compiler brings the library, but no header.
int LLVMFuzzerRunDriver(
    int *count, char ***arguments, int (*test)(const uint8_t *bytes, size_t count));
