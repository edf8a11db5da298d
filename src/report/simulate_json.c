#include "report/simulate.h"

static void at_put(Json json, const FindingPlace *at)
{
    ReportPlace p = report_place(at);
    json_put_str(json, "file", p.source->name);
    json_put_int(json, "line", p.from.line);
    json_put_int(json, "column", p.from.column);
}

static void amount_put(Json json, const char *key, int64_t n)
{
    if (n < 0 || n == INT64_MAX)
        json_put_null(json, key);
    else
        json_put_int(json, key, n);
}

static void money_put(Json json, int64_t micros)
{
    if (micros < 0 || micros == INT64_MAX)
        json_put_null(json, "usdPerHour");
    else
        json_put_double(json, "usdPerHour", (double)micros / 1e6);
}

static Json pool_json(const Simulation *s, const PlaceOutlook *o)
{
    const Place *p = o->place;
    FindingPlace at = simulate_place_at(s->scratch, p);
    Json json = json_object(s->scratch);
    report_object_put(json, p->object);
    json_put_str(json, "name", p->name);
    at_put(json, &at);
    amount_put(json, "types", o->types);
    if (o->binding.len)
        json_put_str(json, "binding", o->binding);
    else
        json_put_null(json, "binding");
    Json ceiling = json_put_object(json, "ceiling");
    for (size_t i = 0; i < o->ceilings.len; i++)
        amount_put(ceiling, arena_copy(s->scratch, o->ceilings.items[i].resource).ptr,
                   o->ceilings.items[i].most);
    json_put_bool(json, "unlimited", o->micros == INT64_MAX);
    money_put(json, o->micros);
    json_put_int(json, "fits", (int64_t)o->fits);
    json_put_int(json, "unknown", (int64_t)o->unknown);
    return json;
}

static Json claim_json(const Simulation *s, const ClaimOutlook *o)
{
    const Facts *f = fleet_facts(s->outlook->fleet);
    FindingPlace at = simulate_claim_at(s->scratch, o);
    Json json = json_object(s->scratch);
    report_object_put(json, o->claim->object);
    at_put(json, &at);
    json_put_int(json, "types", (int64_t)types_size(f, o->types.sure));
    json_put_bool(json, "open", o->types.open);
    if (o->types.nearest.len)
        json_put_str(json, "nearest", o->types.nearest);
    else
        json_put_null(json, "nearest");
    return json;
}

static void reason_put(Json list, const Simulation *s, const Pod *pod, const PodReason *r)
{
    Json json = json_put_object(list, NULL);
    json_put_str(json, "step", str_c(r->step));
    json_put_str(json, "message", r->message);
    json_put_int(json, "count", (int64_t)r->count);
    Json pools = json_put_list(json, "pools");
    for (size_t i = 0; i < r->shown; i++)
        json_put(pools, NULL, json_str(s->scratch, r->places[i]->name));
    Json related = json_put_list(json, "related");
    SimulateRelated all = simulate_related(s->scratch, pod, r);
    for (size_t i = 0; i < all.count; i++)
        report_related_put(related, &all.list[i]);
}

static void pairs_put(Json json, const Simulation *s, const Pod *pod)
{
    static const char *const WORDS[] = {
        [TRI_YES] = "fits", [TRI_NO] = "never", [TRI_UNKNOWN] = "unknown"};
    Json list = json_put_list(json, "pairs");
    Pair p;
    for (size_t i = 0; outlook_pair(s->outlook, pod, &i, &p);) {
        Json pair = json_put_object(list, NULL);
        json_put_str(pair, "pool", p.place->name);
        json_put_str(pair, "verdict", str_c(WORDS[p.ok]));
        json_put_str(pair, "step", str_c(p.step));
        json_put_str(pair, "message", p.message);
    }
}

static Json workload_json(const Simulation *s, const PodOutlook *o)
{
    FindingPlace at = simulate_pod_at(s->scratch, o->pod);
    Json json = json_object(s->scratch);
    report_object_put(json, o->pod->owner);
    json_put_str(json, "path", o->pod->path);
    at_put(json, &at);
    json_put_str(json, "verdict", str_c(verdict_name(o->verdict)));
    if (o->winner)
        json_put_str(json, "pool", o->winner->name);
    else
        json_put_null(json, "pool");
    Json fits = json_put_list(json, "fits");
    for (size_t i = 0; i < o->fits_shown; i++)
        json_put(fits, NULL, json_str(s->scratch, o->fits[i]->name));
    Json reasons = json_put_list(json, "reasons");
    for (size_t i = 0; i < o->reasons.len; i++)
        reason_put(reasons, s, o->pod, &o->reasons.items[i]);
    if (s->matrix)
        pairs_put(json, s, o->pod);
    return json;
}

static void claims_put(JsonFrame *frame, const Simulation *s)
{
    const Outlook *o = s->outlook;
    json_open(frame, "claims", '[');
    for (size_t i = 0; i < o->claims.len; i++) {
        ArenaMark mark = arena_mark(s->scratch);
        json_item(frame, NULL, claim_json(s, &o->claims.items[i]));
        arena_rewind(s->scratch, mark);
    }
    json_close(frame, ']');
}

void simulate_json(Buf *out, const Simulation *s)
{
    const Outlook *o = s->outlook;
    JsonFrame frame = {.out = out};
    json_open(&frame, NULL, '{');
    json_item(&frame, "version", json_int(s->scratch, 1));
    json_item(&frame, "asOf", json_str(s->scratch, o->as_of));
    json_open(&frame, "pools", '[');
    for (size_t i = 0; i < o->places.len; i++) {
        ArenaMark mark = arena_mark(s->scratch);
        json_item(&frame, NULL, pool_json(s, &o->places.items[i]));
        arena_rewind(s->scratch, mark);
    }
    json_close(&frame, ']');
    json_open(&frame, "workloads", '[');
    for (size_t i = 0; i < o->pods.len; i++) {
        ArenaMark mark = arena_mark(s->scratch);
        json_item(&frame, NULL, workload_json(s, &o->pods.items[i]));
        arena_rewind(s->scratch, mark);
    }
    json_close(&frame, ']');
    if (o->claims.len)
        claims_put(&frame, s);
    json_close(&frame, '}');
    buf_char(out, '\n');
}
