/* Any text is an input: it ends in findings whose places lie in it, and in no fault of a rule. */
#include "rule/platform.h"
#include "rule/run.h"

enum { SLACK = 64 << 20, FACTOR = 4000 };

static void check_place(const FindingPlace *p)
{
    size_t len = p->object->doc->source->text.len;
    if (p->span.off > len || p->span.len > len - p->span.off)
        __builtin_trap();
}

static void check_findings(const Run *run)
{
    for (size_t i = 0; i < run->findings.list.len; i++) {
        const Finding *f = &run->findings.list.items[i];
        check_place(&f->place);
        for (size_t k = 0; k < f->related.len; k++)
            check_place(&f->related.items[k]);
    }
}

static RuleSet *builtin(void)
{
    static Arena arena;
    static RuleSet *rules;
    if (!rules) {
        arena_init(&arena, SIZE_MAX);
        rules = ruleset_builtin(&arena);
    }
    return rules;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena a;
    Run run;
    RunInput input = {
        .name = STR("in.yaml"), .text = {(const char *)data, size}
    };
    RunOptions options = {.facts = facts_builtin(),
                          .platform = PLATFORM_UNKNOWN,
                          .annotations = true,
                          .complete = size % 2 == 1};
    arena_init(&a, SIZE_MAX);
    run_load(&a, &input, 1, &options, &run);
    run_judge(&a, builtin(), &options, &run);
    check_findings(&run);
    if (run.faults.len || a.used > SLACK + size * FACTOR)
        __builtin_trap();
    arena_free(&a);
    return 0;
}
