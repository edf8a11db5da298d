/* Table-driven tests on cmocka: CHECK names the row that failed and lets the others run. */
#ifndef TESTS_CHECK_H
#define TESTS_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

/* A test function; and, last in a file, the program that runs the file's. */
#define TEST(name) static void name(void **state __attribute__((unused)))
#define TESTS(...)                                        \
    int main(void)                                        \
    {                                                     \
        const struct CMUnitTest tests[] = {__VA_ARGS__};  \
        return cmocka_run_group_tests(tests, NULL, NULL); \
    }

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
