/* Reading members of documents, maps, lists, optionals and host objects. What is absent is an
 * error, false, or no value, depending on who asks. */
#include "cel/eval.h"

enum {
    SUGGEST_KEYS = 64, /* of larger maps no key is suggested: it would cost more than it helps */
    SUGGEST_STEPS = 16 /* what comparing two names costs */
};

/* ---- looking up ---- */

/* In a rule a null member of a document reads as absent, as in the API server. */
static bool reads_absent(const CelEval *ev, const Node *n)
{
    return n->kind == NODE_NULL && !(n->flags & NODE_UNKNOWN) && ev->program->documents;
}

static Found not_in(CelValue of, Str name, CelValue *out)
{
    if (!cel_is_open(of))
        return ABSENT;
    *out = cel_unknown(name);
    return FAILED;
}

static Found find_text_key(CelEval *ev, CelValue map, Str name, uint64_t hash, CelValue *out)
{
    if (map.flags & CEL_NODE) {
        const Node *n = node_get_key(map.as.node, hash, name);
        if (!n || reads_absent(ev, n))
            return not_in(map, name, out);
        *out = cel_node(n);
        return cel_failed(*out) ? FAILED : FOUND;
    }
    return cel_map_find(map, cel_str(name), out) ? FOUND : not_in(map, name, out);
}

/* A member of a host object, by the node's link or else by name. */
static Found find_host(CelEval *ev, CelValue of, const CelExpr *e, CelValue *out)
{
    const HostMember *m = e->link;
    if (!m || m->host != of.host_type)
        m = env_member(ev->program->env, of.host_type, e->name);
    if (!m || !m->field)
        return ABSENT;
    ev->at = e->at;
    *out = m->field->get(ev, of.as.host);
    return cel_failed(*out) ? FAILED : FOUND;
}

Found eval_find_member(CelEval *ev, CelValue of, const CelExpr *e, CelValue *out)
{
    if (of.kind == CEL_MAP)
        return find_text_key(ev, of, e->name, e->hash, out);
    if (of.kind == CEL_HOST)
        return find_host(ev, of, e, out);
    *out = eval_passed(of);
    return cel_failed(of) ? FAILED : NO_MAP;
}

/* An index as an int; numbers of other kinds count when they are whole. */
static bool list_index(CelValue key, int64_t *out)
{
    if (key.kind == CEL_INT) {
        *out = cel_int_of(key);
        return true;
    }
    if (key.kind == CEL_UINT) {
        *out = key.as.uinteger > INT64_MAX ? INT64_MAX : (int64_t)key.as.uinteger;
        return true;
    }
    if (key.kind != CEL_DOUBLE)
        return false;
    double d = cel_double_of(key);
    if (!(d > -1e15 && d < 1e15) || (double)(int64_t)d < d || (double)(int64_t)d > d)
        return false;
    *out = (int64_t)d;
    return true;
}

static Found find_item(CelEval *ev, CelValue list, CelValue key, const CelExpr *e, CelValue *out)
{
    int64_t index = 0;
    if (!list_index(key, &index)) {
        *out = eval_wrong(ev, e->at, list.flags & CEL_NODE ? list : key,
                          "a list has no index of type %s", cel_type_name(key));
        return FAILED;
    }
    if (cel_is_open(list) && !ev->told) { /* what stands where is not known */
        *out = cel_unknown(STR("the rest of a list"));
        return FAILED;
    }
    if (index < 0 || index >= cel_len_of(list))
        return ABSENT;
    *out = cel_item(list, (uint32_t)index);
    return cel_failed(*out) ? FAILED : FOUND;
}

static Found find_key(CelEval *ev, CelValue map, CelValue key, const CelExpr *e, CelValue *out)
{
    if (key.kind == CEL_STRING) {
        Str name = cel_str_of(key);
        return find_text_key(ev, map, name, e->hash ? e->hash : str_hash(name), out);
    }
    return cel_map_find(map, key, out) ? FOUND : not_in(map, STR(""), out);
}

Found eval_find_index(CelEval *ev, CelValue of, CelValue key, const CelExpr *e, CelValue *out)
{
    if (cel_failed(of) || cel_failed(key)) {
        *out = eval_passed(!cel_failed(of) ? key : cel_failed(key) ? eval_worse(of, key) : of);
        return FAILED;
    }
    if (of.kind == CEL_LIST)
        return find_item(ev, of, key, e, out);
    if (of.kind == CEL_MAP)
        return find_key(ev, of, key, e, out);
    *out = of;
    return NO_MAP;
}

/* ---- absence told ---- */

static Str near_key(CelEval *ev, CelValue map, Str name)
{
    Str best = STR("");
    size_t distance = 0;
    uint32_t count = map.kind == CEL_MAP ? cel_len_of(map) : 0;
    if (count > SUGGEST_KEYS || !eval_charge(ev, count * SUGGEST_STEPS))
        return best;
    for (uint32_t i = 0; i < count; i++) {
        CelValue key = cel_map_key(map, i);
        if (key.kind == CEL_STRING)
            suggest(name, cel_str_of(key), &best, &distance);
    }
    return best;
}

static CelValue no_key(CelEval *ev, Span at, CelValue map, Str name)
{
    Str near = near_key(ev, map, name);
    ev->at = at;
    ev->in = cel_origin(map);
    if (near.len && !str_eq(near, name))
        return cel_error(ev, CEL_ERR_NO_KEY, "no such key '%.*s', did you mean '%.*s'?",
                         STR_ARG(name), STR_ARG(near));
    return cel_error(ev, CEL_ERR_NO_KEY, "no such key '%.*s'", STR_ARG(name));
}

static CelValue no_member(CelEval *ev, const CelExpr *e, CelValue of, Found found)
{
    if (found == NO_MAP)
        return eval_wrong(ev, e->word, of, "cannot select '%.*s' from %s", STR_ARG(e->name),
                          cel_type_name(of));
    return no_key(ev, e->word, of, e->name);
}

static CelValue no_index(CelEval *ev, const CelExpr *e, CelValue of, CelValue key, Found found)
{
    Span at = e->args[1]->at;
    if (found == NO_MAP)
        return eval_wrong(ev, e->at, of, "%s has no index", cel_type_name(of));
    ev->at = at;
    if (of.kind == CEL_LIST)
        return cel_error(ev, CEL_ERR_INDEX, "index out of bounds: the list has %u elements",
                         cel_len_of(of));
    if (key.kind == CEL_STRING)
        return no_key(ev, at, of, cel_str_of(key));
    return cel_error(ev, CEL_ERR_NO_KEY, "no such key");
}

/* ---- optionals ---- */

static CelValue boxed(CelEval *ev, const CelValue *v)
{
    CelValue *box = v ? arena_new(ev->scratch, CelValue) : NULL;
    if (box)
        *box = *v;
    return (CelValue){.kind = CEL_OPTIONAL, .as.boxed = box};
}

/* What a.?b and a[?b] make of a look-up; a list has no fields, which is an error even here. */
static CelValue as_optional(CelEval *ev, const CelExpr *e, CelValue of, Found found, CelValue v)
{
    if (found == FOUND)
        return boxed(ev, &v);
    if (found == FAILED)
        return v;
    if (found == NO_MAP && ev->program->documents && (of.flags & CEL_NODE))
        return no_member(ev, e, of, NO_MAP);
    if (found == NO_MAP && of.kind == CEL_LIST)
        return no_member(ev, e, of, NO_MAP);
    return boxed(ev, NULL);
}

static CelValue member_optional(CelEval *ev, const CelExpr *e, CelValue of)
{
    if (of.kind == CEL_OPTIONAL) {
        if (!of.as.boxed)
            return of;
        of = *of.as.boxed;
    }
    CelValue v = of;
    Found found = eval_find_member(ev, of, e, &v);
    return as_optional(ev, e, of, found, v);
}

Found eval_unboxed(CelEval *ev, const CelExpr *e, CelValue *out)
{
    if (e->kind != EXPR_SELECT || !(e->flags & EXPR_OPTIONAL)) {
        *out = eval_operand(ev, e);
        if (out->kind != CEL_OPTIONAL)
            return cel_failed(*out) ? FAILED : NO_MAP;
        if (!out->as.boxed)
            return ABSENT;
        *out = *out->as.boxed;
        return FOUND;
    }
    CelValue of;
    Found found = eval_unboxed(ev, e->args[0], &of);
    *out = of;
    if (found == ABSENT)
        return ABSENT;
    found = eval_find_member(ev, of, e, out); /* of a failed value too: passed on */
    if (found == NO_MAP) {                    /* an error or none */
        *out = as_optional(ev, e, of, found, *out);
        return cel_failed(*out) ? FAILED : ABSENT;
    }
    return found;
}

static CelValue index_optional(CelEval *ev, const CelExpr *e, CelValue of)
{
    CelValue key = eval(ev, e->args[1]);
    if (of.kind == CEL_OPTIONAL) {
        if (!of.as.boxed)
            return cel_failed(key) ? eval_passed(key) : of;
        of = *of.as.boxed;
    }
    CelValue v = of;
    Found found = eval_find_index(ev, of, key, e, &v);
    return as_optional(ev, e, of, found, v);
}

/* ---- nodes ---- */

CelValue eval_select_of(CelEval *ev, const CelExpr *e, CelValue of)
{
    CelValue v = of;
    if (of.kind == CEL_OPTIONAL)
        return member_optional(ev, e, of);
    Found found = eval_find_member(ev, of, e, &v);
    return found == FOUND || found == FAILED ? v : no_member(ev, e, of, found);
}

CelValue eval_select(CelEval *ev, const CelExpr *e)
{
    CelValue of = eval_operand(ev, e->args[0]);
    if (of.kind == CEL_MAP && (of.flags & CEL_NODE)) { /* what nearly all paths are made of */
        const Node *n = node_get_key(of.as.node, e->hash, e->name);
        if (n && n->kind != NODE_NULL)
            return cel_node(n);
    }
    return eval_select_of(ev, e, of);
}

CelValue eval_select_optional(CelEval *ev, const CelExpr *e)
{
    return member_optional(ev, e, eval(ev, e->args[0]));
}

CelValue eval_host_field(CelEval *ev, const CelExpr *e)
{
    const HostMember *m = e->link;
    CelValue of = eval(ev, e->args[0]);
    if (of.kind == CEL_HOST && of.host_type == m->host) {
        ev->at = e->at;
        return m->field->get(ev, of.as.host);
    }
    return eval_select_of(ev, e, of);
}

CelValue eval_index(CelEval *ev, const CelExpr *e)
{
    CelValue of = eval(ev, e->args[0]), v;
    if (of.kind == CEL_OPTIONAL)
        return index_optional(ev, e, of);
    CelValue key = eval(ev, e->args[1]);
    Found found = eval_find_index(ev, of, key, e, &v);
    return found == FOUND || found == FAILED ? v : no_index(ev, e, of, key, found);
}

CelValue eval_index_optional(CelEval *ev, const CelExpr *e)
{
    return index_optional(ev, e, eval(ev, e->args[0]));
}

/* ---- has() ---- */

static CelValue has_member(CelEval *ev, const CelExpr *e, CelValue of)
{
    if (of.kind == CEL_OPTIONAL) {
        if (!of.as.boxed)
            return cel_bool(false);
        of = *of.as.boxed;
    }
    CelValue v = of;
    Found found = eval_find_member(ev, of, e, &v);
    if (found == ABSENT)
        return cel_bool(false);
    bool document = ev->program->documents && (of.flags & CEL_NODE);
    if (found == NO_MAP)
        return of.kind == CEL_LIST || document ? no_member(ev, e, of, NO_MAP) : cel_bool(false);
    if (found == FAILED) { /* of a placeholder it is known that something stands there */
        bool placeholder = v.kind == CEL_UNKNOWN && (v.flags & CEL_NODE);
        return placeholder && !cel_failed(of) ? cel_bool(true) : v;
    }
    return cel_bool(of.kind != CEL_HOST || v.kind != CEL_NULL);
}

CelValue eval_has(CelEval *ev, const CelExpr *e)
{
    CelValue of = eval_operand(ev, e->args[0]);
    if (of.kind == CEL_MAP && (of.flags & CEL_NODE)) {
        const Node *n = node_get_key(of.as.node, e->hash, e->name);
        if (n && n->kind != NODE_NULL)
            return cel_bool(true);
    }
    return has_member(ev, e, of);
}

static Found walk(CelEval *ev, const CelExpr *e, CelValue *out);

static Found outcome(CelValue v)
{
    return cel_failed(v) ? FAILED : FOUND;
}

/* A step of a path below `of`. */
static Found walk_step(CelEval *ev, const CelExpr *e, CelValue of, CelValue *out)
{
    bool select = e->kind == EXPR_SELECT;
    if (of.kind == CEL_OPTIONAL) {
        *out = select ? member_optional(ev, e, of) : index_optional(ev, e, of);
        return outcome(*out);
    }
    CelValue key = select ? cel_null() : eval(ev, e->args[1]);
    Found found = select ? eval_find_member(ev, of, e, out) : eval_find_index(ev, of, key, e, out);
    if (found != NO_MAP)
        return found;
    *out = select ? no_member(ev, e, of, found) : no_index(ev, e, of, key, found);
    return FAILED;
}

/* Evaluates a path so that an absent step is told from a failure. */
static Found walk(CelEval *ev, const CelExpr *e, CelValue *out)
{
    bool step = e->kind == EXPR_SELECT || e->kind == EXPR_INDEX;
    if (!step || (e->flags & EXPR_OPTIONAL)) {
        *out = eval(ev, e);
        return outcome(*out);
    }
    CelValue of;
    Found found = walk(ev, e->args[0], &of);
    if (found == FOUND)
        return walk_step(ev, e, of, out);
    *out = of;
    return found;
}

CelValue eval_has_path(CelEval *ev, const CelExpr *e)
{
    CelValue of;
    Found found = walk(ev, e->args[0], &of);
    if (found == ABSENT)
        return cel_bool(false);
    return found == FAILED ? of : has_member(ev, e, of);
}
