/* Calls: arguments first, then the row whose parameters take them. */
#include "cel/eval.h"

#include "base/limits.h"

CelValue eval_no_overload(CelEval *ev, const CelExpr *e, const CelValue *args)
{
    Buf kinds;
    CelValue culprit = args[0];
    buf_init(&kinds, ev->scratch, LIMIT_MESSAGE);
    for (size_t i = 0; i < e->argc; i++) {
        buf_printf(&kinds, "%s%s", i ? ", " : "", cel_type_name(args[i]));
        if (args[i].flags & CEL_NODE)
            culprit = args[i];
    }
    Str name = e->kind == EXPR_CALL ? e->name : str_c(expr_word((ExprKind)e->kind));
    return eval_wrong(ev, e->at, culprit, "found no '%.*s' for (%.*s)", STR_ARG(name),
                      STR_ARG(buf_str(&kinds)));
}

/* All arguments, then the failure that counts; a null kind means there is none. */
static bool eval_args(CelEval *ev, const CelExpr *e, CelValue *args, CelValue *failure)
{
    bool failed = false;
    for (size_t i = 0; i < e->argc; i++) {
        args[i] = eval(ev, e->args[i]);
        if (!cel_failed(args[i]))
            continue;
        *failure = eval_passed(failed ? eval_worse(*failure, args[i]) : args[i]);
        failed = true;
    }
    return !failed;
}

/* A function that cannot read a text or list of a document: what stands there is of another kind
 * than the rule takes it for. */
static CelValue settle(CelEval *ev, const CelExpr *e, const CelValue *args, CelValue v)
{
    bool read =
        ev->program->documents && e->argc && (args[0].flags & CEL_NODE) && v.kind == CEL_ERROR;
    bool list = read && args[0].kind == CEL_LIST && str_eq(e->name, STR("join"));
    if (!list && !(read && args[0].kind == CEL_STRING))
        return v;
    return eval_wrong(ev, e->at, args[0], "%.*s", STR_ARG(v.as.error->message));
}

static CelValue call_rows(CelEval *ev, const CelExpr *e, const CelValue *args)
{
    const Overload *const *rows = e->link;
    for (size_t i = 0; i < e->row_count; i++) {
        if (overload_takes(rows[i], args)) {
            ev->at = e->at;
            CelValue v = settle(ev, e, args, rows[i]->body(ev, args));
            bool element = (v.flags & CEL_AT_LEAST) && !str_eq(e->name, STR("size"));
            return element ? eval_passed(v) : v;
        }
    }
    return eval_no_overload(ev, e, args);
}

static CelValue call_method(CelEval *ev, const CelExpr *e, const HostMember *m,
                            const CelValue *args)
{
    if (m->call->argc != e->argc - 1 || !overload_takes(m->call, args + 1))
        return eval_no_overload(ev, e, args);
    ev->at = e->at;
    return m->method->call(ev, args[0].as.host, args + 1);
}

CelValue eval_call_of(CelEval *ev, const CelExpr *e, const CelValue *args)
{
    if (e->argc && args[0].kind == CEL_HOST && (e->flags & EXPR_MEMBER)) {
        const HostMember *m = env_member(ev->program->env, args[0].host_type, e->name);
        if (m && m->method)
            return call_method(ev, e, m, args);
    }
    return call_rows(ev, e, args);
}

CelValue eval_call(CelEval *ev, const CelExpr *e)
{
    CelValue args[OVERLOAD_ARGS], failure;
    return eval_args(ev, e, args, &failure) ? eval_call_of(ev, e, args) : failure;
}

CelValue eval_method(CelEval *ev, const CelExpr *e)
{
    CelValue args[OVERLOAD_ARGS + 1], failure;
    if (!eval_args(ev, e, args, &failure))
        return failure;
    const HostMember *m = e->link;
    if (args[0].kind != CEL_HOST || args[0].host_type != m->host)
        return eval_no_overload(ev, e, args);
    return call_method(ev, e, m, args);
}

/* The common search, for a text in a list that was written out: only texts can be equal to it.
 * TRI_UNKNOWN leaves it to the general one. */
static Tri find_text(CelValue text, CelValue list)
{
    if (text.kind != CEL_STRING || list.kind != CEL_LIST || (list.flags & (CEL_NODE | CEL_OPEN)))
        return TRI_UNKNOWN;
    for (uint32_t i = 0; i < list.len; i++) {
        CelValue item = list.as.items[i];
        if (item.kind == CEL_UNKNOWN)
            return TRI_UNKNOWN;
        if (item.kind == CEL_STRING && eval_same_text(item, text))
            return TRI_YES;
    }
    return TRI_NO;
}

/* A null member of a document is no member to a rule. */
CelValue eval_in_of(CelEval *ev, const CelExpr *e, const CelValue *args)
{
    if (!eval_charge(ev, args[1].kind == CEL_LIST ? cel_len_of(args[1]) : 1))
        return cel_budget(ev);
    Tri found = find_text(args[0], args[1]);
    if (found != TRI_UNKNOWN)
        return cel_bool(found == TRI_YES);
    bool document = args[1].kind == CEL_MAP && (args[1].flags & CEL_NODE);
    if (document && ev->program->documents && args[0].kind == CEL_STRING) {
        const Node *n = node_get(args[1].as.node, cel_str_of(args[0]));
        if (n && n->kind == NODE_NULL && !(n->flags & NODE_UNKNOWN))
            return cel_bool(false);
    }
    return call_rows(ev, e, args);
}

CelValue eval_in(CelEval *ev, const CelExpr *e)
{
    CelValue args[2] = {cel_null(), cel_null()}, failure;
    return eval_args(ev, e, args, &failure) ? eval_in_of(ev, e, args) : failure;
}
