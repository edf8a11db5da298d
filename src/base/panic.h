/* The only exit for our own bugs and for exhausted memory: prints one line and aborts. */
#ifndef BASE_PANIC_H
#define BASE_PANIC_H

_Noreturn void panic(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
