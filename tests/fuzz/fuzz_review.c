/* Any body gets an answer: 400, or a review with the uid of the request, within its memory. */
#include <cjson/cJSON.h>

#include "base/limits.h"
#include "webhook/review.h"

enum { MEMORY_BASE = 8 << 20, MEMORY_FACTOR = 200 };

static ReviewPolicy *policy(void)
{
    static Arena arena;
    static ReviewPolicy made;
    if (!made.rules) {
        arena_init(&arena, SIZE_MAX);
        made.rules = ruleset_builtin(&arena);
        made.run.facts = facts_builtin();
        made.run.platform.extended_resource_toleration = TRI_YES;
    }
    return &made;
}

static void check_answer(Str text)
{
    cJSON *answer = cJSON_ParseWithLength(text.ptr, text.len);
    const cJSON *response = cJSON_GetObjectItemCaseSensitive(answer, "response");
    const cJSON *uid = cJSON_GetObjectItemCaseSensitive(response, "uid");
    if (!cJSON_IsString(uid) || uid->valuestring[0] == '\0')
        __builtin_trap();
    if (!cJSON_IsBool(cJSON_GetObjectItemCaseSensitive(response, "allowed")))
        __builtin_trap();
    cJSON_Delete(answer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena a;
    arena_init(&a, LIMIT_REQUEST_MEMORY);
    Buf out;
    buf_init(&out, &a, LIMIT_RESPONSE);
    ReviewSummary summary;
    const ReviewInput input = {
        {(const char *)data, size},
        INT64_MAX
    };
    review_answer(&a, policy(), &input, &out, &summary);
    if (out.full || a.used > MEMORY_BASE + size * MEMORY_FACTOR)
        __builtin_trap();
    if (summary.status == 200)
        check_answer(buf_str(&out));
    arena_free(&a);
    return 0;
}
