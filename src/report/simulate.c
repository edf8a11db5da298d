#include "report/simulate.h"

#include "base/limits.h"
#include "report/snippet.h"

const Simulator SIMULATORS[] = {
    {"text",     simulate_text    },
    {"json",     simulate_json    },
    {"markdown", simulate_markdown},
    {NULL,       NULL             },
};

Str simulate_place_title(Arena *a, const Place *p)
{
    return arena_printf(a, "%s %.*s", p->kind == PLACE_POOL ? "NodePool" : "node group",
                        STR_ARG(p->name));
}

Str simulate_pod_title(Arena *a, const Pod *p)
{
    static const Str USUAL[] = {STR_INIT(""), STR_INIT("spec.template"),
                                STR_INIT("spec.jobTemplate.spec.template")};
    Str title = object_title(a, p->owner);
    for (size_t i = 0; i < sizeof USUAL / sizeof *USUAL; i++)
        if (str_eq(p->path, USUAL[i]))
            return title;
    return arena_printf(a, "%.*s (%.*s)", STR_ARG(title), STR_ARG(p->path));
}

FindingPlace simulate_pod_at(Arena *a, const Pod *p)
{
    const Node *name = object_field(p->owner, STR("metadata.name"));
    return finding_place(a, p->owner, (NodePlace){name ? name : p->owner->root, STR("")});
}

FindingPlace simulate_place_at(Arena *a, const Place *p)
{
    return finding_place(a, p->object, place_at(p));
}

FindingPlace simulate_claim_at(Arena *a, const ClaimOutlook *o)
{
    const Object *object = o->claim->object;
    const Node *name = object_field(object, STR("metadata.name"));
    bool inside = o->types.clause && node_document(o->types.clause) == object->doc;
    const Node *at = inside ? o->types.clause : name ? name : object->root;
    return finding_place(a, object, (NodePlace){at, STR("")});
}

Str simulate_claim_text(Arena *a, const Facts *f, const ClaimOutlook *o)
{
    enum { SHOWN = 3 };
    size_t count = types_size(f, o->types.sure), shown = 0;
    if (o->types.nearest.len)
        return arena_printf(a, "no device; nearest is %.*s", STR_ARG(o->types.nearest));
    if (!count)
        return o->types.open ? STR("not known") : STR("no instance type");
    Buf b;
    buf_init(&b, a, LIMIT_MESSAGE);
    buf_printf(&b, "%zu%s instance type%s (", count, o->types.open ? " or more" : "",
               count == 1 ? "" : "s");
    for (size_t i = types_next(f, o->types.sure, 0); i != SIZE_MAX && shown < SHOWN;
         i = types_next(f, o->types.sure, i + 1)) {
        buf_add(&b, shown++ ? STR(", ") : STR(""));
        buf_add(&b, type_name(f, facts_type(f, i)));
    }
    buf_printf(&b, "%s)", count > SHOWN ? ", ..." : "");
    return buf_str(&b);
}

static Str against_text(Arena *a, const Place *p, const Fit *fit, NodePlace at)
{
    Str title = simulate_place_title(a, p);
    if (!fit || at.node == place_at(p).node)
        return title;
    const char *what = fit->taint && at.node == fit->taint->node   ? "the taint of"
                       : fit->limit && at.node == fit->limit->node ? "the limit of"
                                                                   : "the requirement of";
    return arena_printf(a, "%s %.*s", what, STR_ARG(title));
}

SimulateRelated simulate_related(Arena *a, const Pod *pod, const PodReason *r)
{
    SimulateRelated out = {.count = 0};
    if (r->at.node) {
        out.list[0] = finding_place(a, pod->owner, r->at);
        out.list[out.count++].message = STR("of the pod");
    }
    for (size_t i = 0; i < r->shown; i++) {
        const Node *fault = r->faults[i];
        NodePlace at = fault ? (NodePlace){fault, STR("")}
                             : outlook_against(pod, r->places[i], r->step, r->fits[i]);
        FindingPlace *p = &out.list[out.count++];
        *p = finding_place(a, r->places[i]->object, at);
        p->message = fault ? arena_printf(a, "the cause in %.*s",
                                          STR_ARG(simulate_place_title(a, r->places[i])))
                           : against_text(a, r->places[i], r->fits[i], at);
    }
    return out;
}

void simulate_places_write(Buf *out, const Place *const *places, size_t shown, size_t count)
{
    const char *last = "";
    for (size_t i = 0; i < shown; i++) {
        const char *kind = places[i]->kind == PLACE_POOL ? "NodePool " : "node group ";
        buf_printf(out, "%s%s", i ? ", " : "", kind == last ? "" : kind);
        text_write(out, places[i]->name);
        last = kind;
    }
    if (count > shown)
        buf_printf(out, "%s%zu more", shown ? " and " : "", count - shown);
}

Str simulate_binding(Arena *a, const PlaceOutlook *o)
{
    return o->binding.len
               ? arena_printf(a, "%.*s: %.*s", STR_ARG(o->binding), STR_ARG(o->binding_text))
               : STR("-");
}

Str simulate_ceiling(Arena *a, const PlaceOutlook *o)
{
    Buf b;
    buf_init(&b, a, LIMIT_MESSAGE);
    for (size_t i = 0; i < o->ceilings.len; i++) {
        const Ceiling *c = &o->ceilings.items[i];
        Str most = simulate_amount(a, c->most);
        buf_printf(&b, "%s%.*s %.*s", i ? ", " : "", STR_ARG(most), STR_ARG(c->resource));
    }
    return b.len ? buf_str(&b) : STR("-");
}

Str simulate_types(Arena *a, const PlaceOutlook *o)
{
    bool more = o->types >= 0 && o->place->types_open;
    return arena_printf(a, "%.*s%s", STR_ARG(simulate_amount(a, o->types)), more ? "+" : "");
}

Str simulate_basis(Arena *a, const Outlook *o)
{
    Str region = fleet_platform(o->fleet, NULL)->region;
    return arena_printf(a, "prices on demand in %.*s, facts as of %.*s",
                        STR_ARG(region.len ? region : STR("us-east-1")), STR_ARG(o->as_of));
}

Str simulate_amount(Arena *a, int64_t n)
{
    return n < 0           ? STR("?")
           : n < INT64_MAX ? arena_printf(a, "%lld", (long long)n)
                           : STR("no limit");
}

Str simulate_money(Arena *a, int64_t micros)
{
    enum { MICROS = 1000000, CENT = 10000 };
    if (micros < 0 || micros == INT64_MAX)
        return simulate_amount(a, micros);
    int64_t cents = (micros + CENT / 2) / CENT;
    return arena_printf(a, "%lld.%02lld", (long long)(cents / 100), (long long)(cents % 100));
}
