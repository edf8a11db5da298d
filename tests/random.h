/* Random tests: the same numbers everywhere, from a seed that a failure prints. RANDOM_COUNT and
 * RANDOM_SEED in the environment ask for more rounds, or other ones. */
#ifndef TESTS_RANDOM_H
#define TESTS_RANDOM_H

#include <stdint.h>
#include <stdlib.h>

typedef struct Random {
    uint64_t state;
} Random;

/* Knuth's MMIX generator. */
static inline size_t pick(Random *r, size_t count)
{
    r->state = r->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (size_t)(r->state >> 33) % count;
}

static inline uint64_t random_setting(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    return text && *text ? strtoull(text, NULL, 10) : otherwise;
}

static inline uint64_t random_count(uint64_t otherwise)
{
    return random_setting("RANDOM_COUNT", otherwise);
}

static inline Random random_start(void)
{
    return (Random){random_setting("RANDOM_SEED", 1)};
}

#endif
