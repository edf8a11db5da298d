/* Places: what an expression points at, although the last steps of its path are missing. */
#include "base/limits.h"
#include "cel/eval.h"
#include "doc/path.h"

/* A step taken: the value, and where it stands. With place.missing the value counts for nothing. */
typedef struct Step {
    CelValue value;
    NodePlace place;
} Step;

static NodePlace nowhere(void)
{
    return (NodePlace){NULL, STR("")};
}

static NodePlace value_place(CelEval *ev, CelValue v);

/* The first candidate that exists, else the first that can be placed. */
static bool better(NodePlace *best, NodePlace next)
{
    if (next.node && (!best->node || next.missing.len == 0))
        *best = next;
    return best->node && best->missing.len == 0;
}

static NodePlace list_place(CelEval *ev, CelValue list)
{
    NodePlace best = nowhere();
    for (uint32_t i = 0; i < cel_len_of(list); i++) {
        if (better(&best, value_place(ev, cel_item(list, i))))
            break;
    }
    return best;
}

static NodePlace value_place(CelEval *ev, CelValue v)
{
    if (v.flags & CEL_NODE)
        return (NodePlace){v.as.node, STR("")};
    if (v.kind == CEL_PLACE)
        return *v.as.place;
    if (v.kind == CEL_LIST)
        return list_place(ev, v);
    if (v.kind == CEL_OPTIONAL && v.as.boxed)
        return value_place(ev, *v.as.boxed);
    if (v.kind != CEL_HOST)
        return nowhere();
    const CelHostType *type = env_root(ev->program->env)->hosts[v.host_type].type;
    return type->place ? type->place(v.as.host) : nowhere();
}

static Step step_of(CelEval *ev, CelValue v)
{
    return (Step){v, value_place(ev, v)};
}

/* One more step that is missing, behind those that are. */
static Step missing(CelEval *ev, NodePlace at, CelValue key)
{
    Buf path;
    buf_init(&path, ev->scratch, LIMIT_MESSAGE);
    buf_add(&path, at.missing);
    if (key.kind == CEL_STRING)
        path_step(&path, cel_str_of(key));
    else if (key.kind == CEL_INT && cel_int_of(key) >= 0)
        path_index(&path, (size_t)cel_int_of(key));
    else
        return (Step){cel_null(), nowhere()};
    return (Step){
        cel_null(), {at.node, buf_str(&path)}
    };
}

/* A step below a node of a document. One of the wrong kind is as far as it goes; null is as absent,
 * so that what it lacks is missing below it. */
static Step step_into(CelEval *ev, const Node *from, CelValue key)
{
    const Node *to = NULL;
    if (key.kind == CEL_STRING && from->kind == NODE_MAP)
        to = node_get(from, cel_str_of(key));
    else if (key.kind == CEL_INT && from->kind == NODE_LIST && cel_int_of(key) >= 0)
        to = node_item(from, (size_t)cel_int_of(key));
    else if (from->kind != NODE_NULL)
        return (Step){
            cel_null(), {from, STR("")}
        };
    if (!to)
        return missing(ev, (NodePlace){from, STR("")}, key);
    return (Step){
        cel_node(to), {to, STR("")}
    };
}

static Step walk(CelEval *ev, const CelExpr *e);

/* The key of a SELECT or INDEX. */
static CelValue step_key(CelEval *ev, const CelExpr *e)
{
    return e->kind == EXPR_SELECT ? cel_str(e->name) : eval(ev, e->args[1]);
}

static CelValue opened(CelValue v)
{
    return v.kind == CEL_OPTIONAL && v.as.boxed ? *v.as.boxed : v;
}

static Step walk_path(CelEval *ev, const CelExpr *e)
{
    Step from = walk(ev, e->args[0]);
    from.value = opened(from.value);
    /* What a host's fields yield does not depend on whether its own place is there. */
    if (from.place.node && from.place.missing.len && from.value.kind != CEL_HOST)
        return missing(ev, from.place, step_key(ev, e));
    if (from.place.node && (from.value.flags & CEL_NODE))
        return step_into(ev, from.place.node, step_key(ev, e));
    CelValue v = from.value;
    Found found = e->kind == EXPR_SELECT ? eval_find_member(ev, from.value, e, &v)
                                         : eval_find_index(ev, from.value, step_key(ev, e), e, &v);
    if (found == FOUND)
        return step_of(ev, v);
    bool placed = from.value.kind == CEL_PLACE || from.value.kind == CEL_NULL;
    if (from.place.node && placed)
        return step_into(ev, from.place.node, step_key(ev, e));
    return (Step){cel_null(), nowhere()};
}

static Step walk_candidates(CelEval *ev, const CelExpr *e)
{
    NodePlace best = nowhere();
    for (size_t i = 0; i < e->argc; i++) {
        if (better(&best, walk(ev, e->args[i]).place))
            break;
    }
    return (Step){cel_null(), best};
}

static Step walk(CelEval *ev, const CelExpr *e)
{
    if (e->kind == EXPR_SELECT || e->kind == EXPR_INDEX)
        return walk_path(ev, e);
    if (e->kind == EXPR_LIST)
        return walk_candidates(ev, e);
    if (e->kind == EXPR_COND) {
        CelValue v = eval(ev, e->args[0]);
        if (v.kind == CEL_BOOL)
            return walk(ev, e->args[cel_bool_of(v) ? 1 : 2]);
        return (Step){cel_null(), nowhere()};
    }
    if (e->kind == EXPR_BIND) {
        ev->locals[e->slot] = eval(ev, e->args[0]);
        return walk(ev, e->args[1]);
    }
    return step_of(ev, eval(ev, e));
}

NodePlace cel_eval_place(CelEval *ev, const CelProgram *p)
{
    EvalFrame outer = eval_enter(ev, p);
    NodePlace at = cel_charge(ev, p->root->weight) ? walk(ev, p->root).place : nowhere();
    eval_leave(ev, outer);
    return at;
}
