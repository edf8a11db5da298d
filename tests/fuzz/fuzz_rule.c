/* Any text is a rule file: it loads and compiles, or says why at places that lie in it. What
 * compiles judges an object to the end. */
#include "rule/platform.h"
#include "rule/ruleset.h"
#include "rule/run.h"

static const char MANIFEST[] = "apiVersion: karpenter.sh/v1\n"
                               "kind: NodePool\n"
                               "metadata: {name: gpu, labels: {'${KEY}': b}}\n"
                               "spec: {limits: {cpu: 8}, template: {spec: {requirements: [{key: a, "
                               "operator: In, values: [b]}]}}}\n";

static void check_diags(const Diags *d)
{
    for (size_t i = 0; i < d->list.len; i++) {
        const Diag *m = &d->list.items[i];
        if (m->source && m->at.off > m->source->text.len)
            __builtin_trap();
    }
}

static void judge(Arena *a, RuleSet *rules)
{
    Run run;
    RunInput input = {.name = STR("in.yaml"), .text = str_c(MANIFEST)};
    RunOptions options = {.facts = facts_builtin(), .platform = PLATFORM_UNKNOWN};
    run_load(a, &input, 1, &options, &run);
    run_judge(a, rules, &options, &run);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena a;
    Diags d;
    Loader loader;
    arena_init(&a, SIZE_MAX);
    diags_init(&d, &a);
    loader_init(&loader, &a);
    RuleSet *rules = ruleset_new(&a);
    const Source *file = source_new(&a, STR("r/a/some-rule.yaml"), (Str){(const char *)data, size});
    const RuleSpec *spec = rule_load(&loader, file, STR("a"), &d);
    if (!spec && d.count == 0)
        __builtin_trap();
    if (spec && ruleset_add(rules, spec, &d) && ruleset_compile(rules, &d))
        judge(&a, rules);
    check_diags(&d);
    arena_free(&a);
    return 0;
}
