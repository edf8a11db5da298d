/* Table-driven tests on cmocka: CHECK names the row that failed and lets the others run. */
#ifndef TESTS_CHECK_H
#define TESTS_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

/* Fails the test at once, with the row's name and what was found in the message. */
#define CHECK(cond, ...)                                \
    do {                                                \
        if (!(cond)) {                                  \
            print_error("%s:%d: ", __FILE__, __LINE__); \
            print_error(__VA_ARGS__);                   \
            print_error("\n");                          \
            fail();                                     \
        }                                               \
    } while (0)

#endif
