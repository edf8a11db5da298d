/* Which names the selectors of a claim read, and which of them the devices do not have. Found by
 * evaluating on the devices as known, so that guards of every form count. */
#include "base/limits.h"
#include "dra/dra_data.h"
#include "kube/kind.h"

typedef struct Reader {
    Dra *dra;
    Matcher *matcher;
    const DeviceClass *device_class;
    SelectorList before, own; /* of the class, and those that are read */
    DeviceSelector *selector;
    ClaimReads *out;
} Reader;

static const Facts *facts_of(const Reader *r)
{
    return r->matcher->model->facts;
}

static Str row_cell(const Reader *r, size_t row, const char *header)
{
    const FactTable *t = facts_table(facts_of(r), STR("dra-attributes"));
    return row == SIZE_MAX ? STR("") : cell_text(t, row, header);
}

static AttributeName name_of(const ClaimRead *read)
{
    return (AttributeName){read->driver, read->kind, read->domain, read->name};
}

/* Another type than the constant that it is compared with. */
static bool never_equal(Str type, const CelValue *with)
{
    if (!with || !type.len || with->kind == CEL_LIST || with->kind == CEL_NULL)
        return false;
    bool number = with->kind == CEL_INT || with->kind == CEL_UINT || with->kind == CEL_DOUBLE;
    if (str_eq(type, STR("string")))
        return with->kind != CEL_STRING;
    if (str_eq(type, STR("version")))
        return with->kind != CEL_OPAQUE;
    if (str_eq(type, STR("int")))
        return !number;
    return str_eq(type, STR("bool")) && with->kind != CEL_BOOL;
}

/* ---- faults ---- */

static ReadFault missing_fault(const Reader *r, const ClaimRead *read, const DraDevice *d)
{
    const Facts *f = facts_of(r);
    AttributeName n = name_of(read);
    if (attribute_row(f, n) != SIZE_MAX) /* else it has one, and only its value is not known */
        return attribute_decided(f, n, d->kind) ? READ_LACKS : READ_FINE;
    return attribute_fault(f, n);
}

static bool inside(Span outer, Span at)
{
    return at.off >= outer.off && at.off <= outer.off + outer.len;
}

/* The read that an error is about: the name itself, or the last one before the operation. */
static ClaimRead *blamed(const Reader *r, size_t first, const Match *m)
{
    ClaimRead *best = NULL;
    if (m->code != CEL_ERR_NO_KEY && m->code != CEL_ERR_NO_OVERLOAD)
        return NULL; /* not about what the device has */
    for (size_t i = 0; i < r->selector->path_count; i++) {
        const CelPath *p = &r->selector->paths[i];
        if (p->count != 3)
            continue;
        ClaimRead *read = &r->out->list.items[first++];
        if (m->code == CEL_ERR_NO_KEY && (inside(p->at, m->at) || inside(m->at, p->at)) && !p->asks)
            return read;
        if (m->code != CEL_ERR_NO_KEY && p->at.off <= m->at.off + m->at.len)
            best = read;
    }
    return best;
}

static void note(const Reader *r, ClaimRead *read, const DraDevice *d, const Match *m)
{
    ReadFault fault = m->code == CEL_ERR_NO_KEY ? missing_fault(r, read, d) : READ_TYPE;
    if (fault == READ_FINE || (read->fault && read->fault != READ_NEVER))
        return;
    read->fault = fault;
    read->error = m->message;
    read->device = d->name;
}

/* Does the scheduler get as far as this selector with the device? */
static bool reached(const Reader *r, const DraDevice *d)
{
    Matcher *m = r->matcher;
    if (d->outside || !str_eq(d->driver, r->device_class->driver))
        return false;
    for (size_t i = 0; i < r->before.len; i++)
        if (match_device(m, r->before.items[i], d).answer != MATCH_YES)
            return false;
    for (size_t i = 0; r->own.items[i] != r->selector; i++)
        if (match_device(m, r->own.items[i], d).answer == MATCH_NO)
            return false;
    return true;
}

/* Runs the selector on every device of the class that types have. */
static void run(const Reader *r, size_t first)
{
    const DeviceModel *m = r->matcher->model;
    size_t devices = 0, failed = 0;
    ClaimRead *last = NULL;
    for (size_t i = 0; i < m->devices.len; i++) {
        const DraDevice *d = m->devices.items[i];
        if (!reached(r, d))
            continue;
        devices++;
        Match match = match_types(r->matcher, r->selector, d);
        if (match.answer != MATCH_ERROR)
            continue;
        ClaimRead *read = blamed(r, first, &match);
        failed += read != NULL;
        if (read)
            note(r, read, d, &match);
        last = read ? read : last;
    }
    if (last && last->fault)
        last->everywhere = failed == devices;
}

static void add_reads(const Reader *r)
{
    for (size_t i = 0; i < r->selector->path_count; i++) {
        const CelPath *p = &r->selector->paths[i];
        if (p->count != 3)
            continue;
        ClaimRead read = {.device_class = r->device_class,
                          .driver = r->device_class->driver,
                          .domain = p->steps[1],
                          .name = p->steps[2],
                          .asks = p->asks};
        read.kind = str_eq(p->steps[0], STR("capacity")) ? CAPACITY : ATTRIBUTE;
        read.at = selector_part(r->dra->arena, r->selector, p->at);
        size_t row = attribute_row(facts_of(r), name_of(&read));
        read.type = row_cell(r, row, "type");
        read.known = row_cell(r, row, "known_before_launch");
        if (row == SIZE_MAX)
            read.meant = attribute_meant(facts_of(r), name_of(&read));
        if (never_equal(read.type, p->with))
            read.fault = READ_NEVER;
        *vec_push(r->dra->arena, &r->out->list) = read;
    }
}

static void read_all(Reader *r)
{
    bool known = r->device_class && device_driver_known(r->matcher->model, r->device_class->driver);
    r->out->open |= r->own.open || !r->device_class;
    if (!r->device_class || !r->device_class->driver.len)
        return;
    for (size_t i = 0; i < r->own.len; i++) {
        size_t first = r->out->list.len;
        r->selector = r->own.items[i];
        add_reads(r);
        if (known && r->selector->program)
            run(r, first);
    }
}

const ClaimReads *dra_reads(Dra *d, const Claim *c)
{
    ClaimState *state = dra_state(d, c);
    if (state->reads)
        return state->reads;
    ClaimReads *out = arena_new(d->arena, ClaimReads);
    const Question *q = dra_question(d, c);
    Reader r = {.dra = d, .matcher = dra_matcher(d), .out = out};
    state->reads = out;
    out->open = !q;
    for (size_t i = 0; q && i < q->wanted.len; i++)
        for (uint32_t k = 0; k < q->wanted.items[i].count; k++) {
            const Ask *a = &q->wanted.items[i].asks[k];
            r.device_class = a->request->device_class;
            r.before = a->of_class;
            r.own = a->own;
            read_all(&r);
        }
    return out;
}

/* A pointer's own bytes are its key. */
static Str key_of(const DeviceClass *const *c)
{
    return (Str){(const char *)c, sizeof *c};
}

const ClaimReads *dra_class_reads(Dra *d, const DeviceClass *c)
{
    ClaimReads *out = arena_new(d->arena, ClaimReads);
    Reader r = {.dra = d, .matcher = dra_matcher(d), .device_class = c, .out = out};
    const DeviceSelectors *own = dra_class_selectors(d, c);
    ClaimReads **known = (ClaimReads **)map_at(&d->class_reads, arena_copy(d->arena, key_of(&c)));
    if (*known)
        return *known;
    *known = out;
    r.own = (SelectorList){own->list.items, own->list.len, own->open};
    r.matcher->steps = 0;
    r.matcher->limit = LIMIT_CLAIM_STEPS;
    read_all(&r);
    return out;
}

/* ---- thresholds ---- */

static bool sold_fits(const Question *q, const Ask *a, const DraDevice *d)
{
    bool all = true;
    for (size_t i = 0; all && i < a->of_class.len; i++)
        all = match_sold(q->matcher, a->of_class.items[i], d);
    for (size_t i = 0; all && i < a->own.len; i++)
        all = match_sold(q->matcher, a->own.items[i], d);
    return all;
}

static void miss_ask(Dra *d, const Question *q, const Ask *a, ClaimMisses *out)
{
    const DeviceModel *m = q->matcher->model;
    for (size_t i = 0; i < m->devices.len; i++) {
        const DraDevice *one = m->devices.items[i];
        Misfit why;
        if (question_fits(q, a, one, &why) != TRI_NO || !why.selector || why.of_class ||
            why.match.answer != MATCH_NO || !sold_fits(q, a, one))
            continue;
        static const CelPath MEMORY = {
            .steps = {STR_INIT("capacity"), STR_INIT(""), STR_INIT("memory")},
              .count = 3
        };
        CelPath path = MEMORY;
        path.steps[1] = one->driver;
        Span at = cel_program_clause(why.selector->program, why.match.clause);
        *vec_push(d->arena, &out->list) = (ClaimMiss){one, match_value(q->matcher, one, &path),
                                                      selector_part(d->arena, why.selector, at)};
    }
}

static bool reads_capacity(const DeviceSelector *s, Span clause)
{
    for (size_t i = 0; i < s->path_count; i++)
        if (inside(clause, s->paths[i].at) && str_eq(s->paths[i].steps[0], STR("capacity")))
            return true;
    return false;
}

/* One card tells for all of them. */
static void unitless_selector(Dra *d, const Question *q, const DraDevice *card,
                              const DeviceSelector *s, ClaimMisses *out)
{
    for (size_t i = 0; s->program && i < cel_program_clauses(s->program); i++) {
        Span at = cel_program_clause(s->program, i);
        if (reads_capacity(s, at) && match_unitless(q->matcher, s, card, i))
            *vec_push(d->arena, &out->unitless) =
                (ClaimMiss){card, STR(""), selector_part(d->arena, s, at)};
    }
}

static void unitless_ask(Dra *d, const Question *q, const Ask *a, ClaimMisses *out)
{
    const DeviceModel *m = q->matcher->model;
    const DraDevice *card = NULL;
    for (size_t i = 0; !card && i < m->devices.len; i++)
        if (m->devices.items[i]->bare[0].driver.len &&
            str_eq(m->devices.items[i]->driver, a->request->device_class->driver))
            card = m->devices.items[i];
    for (size_t i = 0; card && i < a->own.len; i++)
        unitless_selector(d, q, card, a->own.items[i], out);
}

const ClaimMisses *dra_misses(Dra *d, const Claim *c)
{
    ClaimState *state = dra_state(d, c);
    if (state->misses)
        return state->misses;
    ClaimMisses *out = arena_new(d->arena, ClaimMisses);
    const Question *q = dra_question(d, c);
    state->misses = out;
    for (size_t i = 0; q && i < q->wanted.len; i++)
        for (uint32_t k = 0; k < q->wanted.items[i].count; k++)
            if (q->wanted.items[i].asks[k].modelled) {
                miss_ask(d, q, &q->wanted.items[i].asks[k], out);
                unitless_ask(d, q, &q->wanted.items[i].asks[k], out);
            }
    return out;
}
