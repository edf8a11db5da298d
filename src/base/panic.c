#include "base/panic.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

_Noreturn void panic(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    (void)fputs("gpulint: internal fault: ", stderr);
    (void)vfprintf(stderr, format, args);
    (void)fputc('\n', stderr);
    va_end(args);
    abort();
}
