/* Why a program came out as it did: its tree is walked again, and only into what decided. */
#include "base/limits.h"
#include "cel/eval.h"

enum {
    WHY_TEXT = 100, /* bytes of an expression or a value on one line; longer ones are cut */
    WHY_DEPTH = 16  /* levels; who needs more reads the expression */
};

typedef struct Why {
    Buf *out;
    CelEval *ev;
    size_t depth;
} Why;

static void because(Why *w, const CelExpr *e);

/* One line of text, white space folded, cut where a code point ends. */
static void write_cut(Buf *out, Str text)
{
    bool cut = text.len > WHY_TEXT;
    while (cut && text.len && (text.len > WHY_TEXT || (text.ptr[text.len] & 0xC0) == 0x80))
        text.len--;
    bool blank = false;
    for (size_t i = 0; i < text.len; i++) {
        bool space = (unsigned char)text.ptr[i] <= ' ';
        if (!space && blank)
            buf_char(out, ' ');
        if (!space)
            buf_char(out, text.ptr[i]);
        blank = space;
    }
    if (cut)
        buf_add(out, STR("…"));
}

static void write_value(Why *w, CelValue v)
{
    Buf text;
    buf_init(&text, w->ev->scratch, LIMIT_MESSAGE);
    if (v.kind == CEL_ERROR)
        buf_printf(&text, "error: %.*s", STR_ARG(v.as.error->message));
    else
        cel_print_literal(&text, v);
    write_cut(w->out, buf_str(&text));
    const Node *origin = cel_origin(v);
    if (origin) {
        const Source *s = node_document(origin)->source;
        LineColumn at = source_place(s, origin->span.off);
        buf_printf(w->out, " (%.*s:%u:%u)", STR_ARG(s->name), at.line, at.column);
    }
    buf_char(w->out, '\n');
}

static void write_line(Why *w, Str text, CelValue v)
{
    buf_fill(w->out, ' ', 2 * w->depth + 2);
    write_cut(w->out, text);
    buf_add(w->out, STR(" = "));
    write_value(w, v);
}

static void because_args(Why *w, const CelExpr *e)
{
    for (size_t i = 0; i < e->argc; i++) {
        if (e->args[i])
            because(w, e->args[i]);
    }
}

/* The first side that decides alone; all of them when only all together do. */
static void because_sides(Why *w, const CelExpr *e, bool decider)
{
    for (size_t i = 0; i < e->argc; i++) {
        CelValue side = eval(w->ev, e->args[i]);
        if (side.kind == CEL_BOOL && cel_bool_of(side) == decider) {
            because(w, e->args[i]);
            return;
        }
    }
    because_args(w, e);
}

static void set_member(Why *w, const CelExpr *e, CelValue range, uint32_t i)
{
    CelValue *vars = &w->ev->locals[e->slot];
    bool two = (e->flags & EXPR_TWO_VARS) != 0;
    if (range.kind == CEL_MAP) {
        vars[0] = cel_map_key(range, i);
        if (two)
            vars[1] = cel_map_value(range, i);
    } else {
        if (two)
            *vars++ = cel_int(i);
        *vars = cel_item(range, i);
    }
}

/* The first member for which the predicate is `decider`, and why it is. */
static void because_member(Why *w, const CelExpr *e, bool decider)
{
    CelValue range = eval(w->ev, e->args[0]);
    because(w, e->args[0]);
    if (range.kind != CEL_LIST && range.kind != CEL_MAP)
        return;
    for (uint32_t i = 0; i < cel_len_of(range) && eval_charge(w->ev, e->weight); i++) {
        set_member(w, e, range, i);
        CelValue v = eval(w->ev, e->args[1]);
        if (v.kind != CEL_BOOL || cel_bool_of(v) != decider)
            continue;
        bool two = (e->flags & EXPR_TWO_VARS) != 0;
        write_line(w, e->names[two], w->ev->locals[e->slot + two]);
        because(w, e->args[1]);
        return;
    }
}

static void because_of_kind(Why *w, const CelExpr *e)
{
    switch ((ExprKind)e->kind) {
    case EXPR_AND: because_sides(w, e, false); break;
    case EXPR_OR: because_sides(w, e, true); break;
    case EXPR_ALL: because_member(w, e, false); break;
    case EXPR_EXISTS:
    case EXPR_EXISTS_ONE: because_member(w, e, true); break;
    case EXPR_COND: {
        CelValue condition = eval(w->ev, e->args[0]);
        because(w, e->args[0]);
        if (condition.kind == CEL_BOOL)
            because(w, e->args[cel_bool_of(condition) ? 1 : 2]);
        break;
    }
    case EXPR_CONST:
    case EXPR_IDENT:
    case EXPR_SELECT: /* a path is read as one thing */
    case EXPR_HAS:
    case EXPR_INDEX:
    case EXPR_FAIL: break;
    case EXPR_MAP_OF: /* a member's value decides nothing: the range does */
    case EXPR_MAP_VALUES:
    case EXPR_MAP_ENTRIES:
    case EXPR_FILTER:
    case EXPR_SORT_BY:
    case EXPR_BIND:
    case EXPR_OPT_MAP:
    case EXPR_OPT_FLAT_MAP: because(w, e->args[0]); break;
    case EXPR_CALL:
    case EXPR_NOT:
    case EXPR_NEGATE:
    case EXPR_EQ:
    case EXPR_NE:
    case EXPR_LT:
    case EXPR_LE:
    case EXPR_GT:
    case EXPR_GE:
    case EXPR_IN:
    case EXPR_ADD:
    case EXPR_SUB:
    case EXPR_MUL:
    case EXPR_DIV:
    case EXPR_MOD:
    case EXPR_LIST:
    case EXPR_MAP: because_args(w, e); break;
    }
}

static void because(Why *w, const CelExpr *e)
{
    if (e->kind == EXPR_CONST || w->depth >= WHY_DEPTH || w->ev->spent)
        return;
    CelValue v = eval(w->ev, e);
    write_line(w, str_slice(cel_program_text(w->ev->program), e->at.off, e->at.off + e->at.len), v);
    w->depth++;
    because_of_kind(w, e);
    w->depth--;
}

void cel_why(Buf *out, CelEval *ev, const CelProgram *p)
{
    EvalFrame outer = eval_enter(ev, p);
    Why w = {out, ev, 0};
    because_of_kind(&w, p->root);
    eval_leave(ev, outer);
}
