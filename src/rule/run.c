#include "rule/run.h"

#include "kube/input.h"
#include "rule/native.h"
#include "rule/suppress.h"

/* ---- inputs to a fleet ---- */

static void skip(Arena *a, Run *run, Str file, Str reason)
{
    for (size_t i = run->skipped.len; i > 0; i--) {
        const RunSkipped *s = &run->skipped.items[i - 1];
        if (!str_eq(s->file, file))
            break;
        if (str_eq(s->reason, reason))
            return;
    }
    *vec_push(a, &run->skipped) = (RunSkipped){file, reason};
}

static void add_object(Arena *a, Run *run, Object *o)
{
    *vec_push(a, &run->objects) = o;
    fleet_add(run->fleet, o);
}

static InputObjects objects_of(Arena *a, const Run *run, const RunInput *input, Document *doc)
{
    InputObjects found = {0};
    Object *values = input->chart.len ? input_values(a, doc, input->chart) : NULL;
    if (!input->chart.len)
        return input_objects(a, fleet_facts(run->fleet), doc);
    if (values)
        *vec_push(a, &found.objects) = values;
    return found;
}

static void add_document(Arena *a, Run *run, const RunInput *input, Document *doc)
{
    InputObjects found = objects_of(a, run, input, doc);
    for (size_t i = 0; i < found.objects.len; i++) {
        found.objects.items[i]->context = input->context;
        found.objects.items[i]->named_set = input->set;
        add_object(a, run, found.objects.items[i]);
    }
    if (found.kustomization)
        fleet_add_kustomization(run->fleet, found.kustomization);
    if (found.skipped.len && !input->context)
        skip(a, run, input->name, found.skipped);
}

static void tell_unread(Arena *a, Run *run, Str file, const Diags *d)
{
    for (size_t i = 0; i < d->list.len; i++) {
        const Diag *diag = &d->list.items[i];
        LineColumn at = {0, 0};
        if (diag->source)
            at = source_place(diag->source, diag->at.off);
        *vec_push(a, &run->unread) = (RunUnread){file, at.line, at.column, diag->message};
    }
}

static void load_text(Loader *l, Run *run, const RunInput *input)
{
    Arena *a = l->arena;
    const Source *src = source_new(a, input->name, input->text);
    Str template = input_template(src);
    if (template.len) {
        skip(a, run, input->name, template);
        return;
    }
    Diags d;
    diags_init(&d, a);
    const Stream *stream = doc_load(l, src, &d);
    template = d.count ? input_unparsed(src) : STR("");
    if (template.len) {
        skip(a, run, input->name, template);
        return;
    }
    tell_unread(a, run, input->name, &d);
    *vec_push(a, &run->streams) = stream;
    for (size_t i = 0; i < stream->documents.len; i++)
        add_document(a, run, input, stream->documents.items[i]);
}

/* What is judged is known once the fleet has seen the kustomizations. */
static void count_judged(Arena *a, Run *run)
{
    const Source *last = NULL;
    for (size_t i = 0; i < run->objects.len; i++) {
        const Object *o = run->objects.items[i];
        if (o->context)
            continue;
        if (o->left_out.len) {
            skip(a, run, o->doc->source->name, o->left_out);
            continue;
        }
        run->judged++;
        run->files += o->doc->source != last;
        last = o->doc->source;
    }
}

void run_load(Arena *a, const RunInput *inputs, size_t count, const RunOptions *options, Run *out)
{
    Loader loader;
    loader_init(&loader, a);
    *out = (Run){.fleet = fleet_new(a, options->facts, &options->platform)};
    fleet_set_complete(out->fleet, options->complete);
    fleet_set_platforms(out->fleet, options->platforms, options->platform_count);
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < inputs[i].object_count; k++)
            add_object(a, out, inputs[i].objects[k]);
        if (!inputs[i].objects)
            load_text(&loader, out, &inputs[i]);
    }
    fleet_close(out->fleet);
    count_judged(a, out);
}

/* ---- judgement ---- */

void run_judge(Arena *a, RuleSet *rules, const RunOptions *options, Run *run)
{
    EngineOptions engine = {.only = options->only,
                            .rule = options->rule,
                            .now = options->now,
                            .complete = options->complete,
                            .undecided = options->undecided};
    EngineResult result;
    engine_run(a, rules, run->fleet, &engine, &result);
    run->findings = result.findings;
    run->rules = ruleset_count(rules);
    for (size_t i = 0; i < result.faults.len; i++)
        *vec_push(a, &run->faults) = result.faults.items[i];
    for (size_t i = 0; i < result.undecided.len; i++)
        *vec_push(a, &run->undecided) = result.undecided.items[i];
    native_judge(a, rules, options, run);
    if (!options->only)
        native_newer(a, rules, options, run);
    findings_yield(a, &run->findings);
    suppress(a, rules, options, run);
    findings_sort(a, &run->findings);
}
