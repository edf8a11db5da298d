/* List and map literals that are not constant. */
#include "cel/eval.h"

/* Of an element with a '?': false leaves it out; an unknown one leaves open whether it is there. */
static bool unwrap(CelEval *ev, const CelExpr *e, CelValue *v, bool *open)
{
    if (!(e->flags & EXPR_MAYBE) || v->kind == CEL_ERROR)
        return true;
    if (v->kind == CEL_UNKNOWN) {
        *open = true;
        return false;
    }
    if (v->kind != CEL_OPTIONAL) {
        *v = eval_wrong(ev, e->at, *v, "'?' takes an optional value, not %s", cel_type_name(*v));
        return true;
    }
    if (!v->as.boxed)
        return false;
    *v = *v->as.boxed;
    return true;
}

CelValue eval_list(CelEval *ev, const CelExpr *e)
{
    CelValue *items = arena_array(ev->scratch, CelValue, e->argc);
    size_t count = 0;
    bool open = false;
    for (size_t i = 0; i < e->argc; i++) {
        CelValue v = eval(ev, e->args[i]);
        bool there = unwrap(ev, e->args[i], &v, &open);
        if (v.kind == CEL_ERROR)
            return v;
        if (there)
            items[count++] = v;
    }
    return cel_list(items, count, open);
}

static bool is_key(CelValue v)
{
    return v.kind == CEL_INT || v.kind == CEL_UINT || v.kind == CEL_BOOL || v.kind == CEL_STRING;
}

typedef struct MapBuilder {
    CelValue *pairs;
    uint32_t count;
    bool open;
} MapBuilder;

static CelValue built(const MapBuilder *b)
{
    return (CelValue){
        .kind = CEL_MAP, .flags = b->open ? CEL_OPEN : 0, .len = b->count, .as.pairs = b->pairs};
}

/* One entry more; what is wrong with it, or a null. */
static CelValue add_entry(CelEval *ev, MapBuilder *b, const CelExpr *at, CelValue key, CelValue v)
{
    CelValue found;
    if (key.kind == CEL_UNKNOWN) {
        b->open = true;
        return cel_null();
    }
    if (key.kind == CEL_ERROR || v.kind == CEL_ERROR)
        return key.kind == CEL_ERROR ? key : v;
    if (!is_key(key))
        return eval_wrong(ev, at->at, key, "%s cannot be a key", cel_type_name(key));
    if (!cel_charge(ev, b->count))
        return cel_budget(ev);
    if (cel_map_find(built(b), key, &found)) {
        ev->at = at->at;
        return cel_error(ev, CEL_ERR_ARGUMENT, "the map has this key twice");
    }
    b->pairs[2 * b->count] = key;
    b->pairs[2 * b->count++ + 1] = v;
    return cel_null();
}

CelValue eval_map(CelEval *ev, const CelExpr *e)
{
    MapBuilder b = {.pairs = arena_array(ev->scratch, CelValue, e->argc)};
    for (size_t i = 0; i < e->argc; i += 2) {
        CelValue key = eval(ev, e->args[i]), v = eval(ev, e->args[i + 1]);
        if (!unwrap(ev, e->args[i + 1], &v, &b.open))
            continue;
        CelValue wrong = add_entry(ev, &b, e->args[i], key, v);
        if (cel_failed(wrong))
            return wrong;
    }
    return built(&b);
}
