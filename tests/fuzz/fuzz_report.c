/* Any input ends in a report of every format; those that should be JSON are. */
#include <cjson/cJSON.h>

#include "report/report.h"
#include "rule/platform.h"

static RuleSet *rules(void)
{
    static Arena arena;
    static RuleSet *made;
    if (!made) {
        arena_init(&arena, SIZE_MAX);
        made = ruleset_builtin(&arena);
    }
    return made;
}

static void write(const Reporter *r, const Report *report)
{
    Arena a;
    arena_init(&a, SIZE_MAX);
    Buf out;
    buf_init(&out, &a, SIZE_MAX);
    r->write(&out, report);
    Str text = buf_str(&out);
    if (str_eq(str_c(r->name), STR("json")) || str_eq(str_c(r->name), STR("sarif"))) {
        cJSON *json = cJSON_ParseWithLength(text.ptr, text.len);
        if (!json)
            __builtin_trap();
        cJSON_Delete(json);
    }
    arena_free(&a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    RuleSet *set = rules();
    Arena a, scratch;
    arena_init(&a, SIZE_MAX);
    arena_init(&scratch, SIZE_MAX);
    RunInput input = {
        .name = STR("fuzz.yaml"), .text = {(const char *)data, size}
    };
    RunOptions options = {
        .facts = facts_builtin(), .platform = PLATFORM_UNKNOWN, .annotations = true};
    Run run = {0};
    run_load(&a, &input, 1, &options, &run);
    run_judge(&a, set, &options, &run);
    Report report;
    report_init(&report, &scratch, &run, SEVERITY_INFO);
    for (const Reporter *r = REPORTERS; r->name; r++)
        write(r, &report);
    arena_free(&scratch);
    arena_free(&a);
    return 0;
}
