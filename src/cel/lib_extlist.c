#include "cel/lib.h"

/* A list of which a position is asked must be closed; what keeps all members keeps openness. */

static CelValue slice(CelEval *ev, const CelValue *args)
{
    int64_t start = cel_int_of(args[1]), end = cel_int_of(args[2]), len = cel_len_of(args[0]);
    if (start < 0 || end < 0)
        return cel_error(ev, CEL_ERR_ARGUMENT,
                         "cannot slice(%lld, %lld), negative indexes not supported",
                         (long long)start, (long long)end);
    if (start > end)
        return cel_error(ev, CEL_ERR_ARGUMENT,
                         "cannot slice(%lld, %lld), start index must be less than or equal to end "
                         "index",
                         (long long)start, (long long)end);
    if (cel_is_open(args[0]) && !ev->told)
        return cel_missing_member();
    if (end > len)
        return cel_error(ev, CEL_ERR_ARGUMENT, "cannot slice(%lld, %lld), list is length %lld",
                         (long long)start, (long long)end, (long long)len);
    CEL_CHARGE(ev, (uint64_t)(end - start));
    CelValue *items = arena_array(ev->scratch, CelValue, (size_t)(end - start));
    for (int64_t i = start; i < end; i++)
        items[i - start] = cel_item(args[0], (uint32_t)i);
    return cel_list(items, (size_t)(end - start), false);
}

/* ---- flatten ---- */

typedef struct Flat {
    CelItems items;
    bool open;
} Flat;

/* False when the budget is gone. An unknown element may hold any number of items: what is left
 * is an open list without it. */
static bool flatten_into(CelEval *ev, CelValue list, int64_t depth, Flat *out)
{
    out->open |= cel_is_open(list);
    for (uint32_t i = 0; i < cel_len_of(list); i++) {
        CelValue item = cel_item(list, i);
        if (!cel_charge(ev, 1))
            return false;
        if (depth > 0 && item.kind == CEL_LIST) {
            if (!flatten_into(ev, item, depth - 1, out))
                return false;
        } else if (depth > 0 && item.kind == CEL_UNKNOWN) {
            out->open = true;
        } else {
            *vec_push(ev->scratch, &out->items) = item;
        }
    }
    return true;
}

static CelValue flatten_depth(CelEval *ev, const CelValue *args)
{
    Flat flat = {.open = false};
    int64_t depth = cel_int_of(args[1]);
    if (depth < 0)
        return cel_error(ev, CEL_ERR_ARGUMENT, "level must be non-negative");
    if (!flatten_into(ev, args[0], depth, &flat))
        return cel_budget(ev);
    return cel_items_list(flat.items, flat.open);
}

static CelValue flatten(CelEval *ev, const CelValue *args)
{
    const CelValue once[] = {args[0], cel_int(1)};
    return flatten_depth(ev, once);
}

/* ---- sort ---- */

/* "" or what keeps the keys from having one order. */
static const char *unsortable(const CelValue *keys, uint32_t len)
{
    for (uint32_t i = 0; i < len; i++) {
        if (keys[i].kind != keys[0].kind)
            return "list elements must have the same type";
        if (cel_compare(keys[i], keys[i]) == CEL_NO_ORDER)
            return "list elements must be comparable";
    }
    return "";
}

/* Merges the sorted runs [from, mid) and [mid, to) of `in` into `out`: indexes into keys. */
static void merge(const CelValue *keys, const uint32_t *in, uint32_t *out, const uint32_t cut[3])
{
    uint32_t left = cut[0], right = cut[1];
    for (uint32_t i = cut[0]; i < cut[2]; i++) {
        bool take_left = right == cut[2];
        if (left < cut[1] && right < cut[2])
            take_left = cel_compare(keys[in[left]], keys[in[right]]) != CEL_MORE;
        out[i] = take_left ? in[left++] : in[right++];
    }
}

static const uint32_t *sorted_indexes(CelEval *ev, const CelValue *keys, uint32_t len)
{
    uint32_t *now = arena_array(ev->scratch, uint32_t, len);
    uint32_t *next = arena_array(ev->scratch, uint32_t, len);
    for (uint32_t i = 0; i < len; i++)
        now[i] = i;
    for (uint64_t run = 1; run < len; run *= 2) {
        for (uint64_t from = 0; from < len; from += 2 * run) {
            uint64_t mid = from + run < len ? from + run : len;
            uint64_t to = from + 2 * run < len ? from + 2 * run : len;
            const uint32_t cut[] = {(uint32_t)from, (uint32_t)mid, (uint32_t)to};
            merge(keys, now, next, cut);
        }
        uint32_t *free_one = now;
        now = next;
        next = free_one;
    }
    return now;
}

CelValue cel_sort_by(CelEval *ev, CelValue list, const CelValue *keys)
{
    uint32_t len = cel_len_of(list);
    bool unknown = false;
    CEL_CHARGE(ev, (uint64_t)len * 4);
    for (uint32_t i = 0; i < len; i++)
        unknown |= cel_failed(keys[i]);
    const char *why = unknown ? "" : unsortable(keys, len);
    if (*why)
        return cel_error(ev, CEL_ERR_ARGUMENT, "%s", why);
    CelValue *items = arena_array(ev->scratch, CelValue, len);
    const uint32_t *order = unknown ? NULL : sorted_indexes(ev, keys, len);
    for (uint32_t i = 0; i < len; i++)
        items[i] = cel_item(list, order ? order[i] : i);
    /* With an unknown key no position is known: the same members in an open list say that. */
    return cel_list(items, len, unknown || cel_is_open(list));
}

static CelValue sort(CelEval *ev, const CelValue *args)
{
    uint32_t len = cel_len_of(args[0]);
    CEL_CHARGE(ev, len);
    CelValue *keys = arena_array(ev->scratch, CelValue, len);
    for (uint32_t i = 0; i < len; i++)
        keys[i] = cel_item(args[0], i);
    return cel_sort_by(ev, args[0], keys);
}

/* ---- the others ---- */

static bool is_among(CelEval *ev, const CelItems *items, CelValue v)
{
    for (size_t i = 0; i < items->len; i++) {
        if (cel_equal_in(ev, items->items[i], v) == TRI_YES)
            return true;
    }
    return false;
}

/* An unknown element may equal another one: the rest, open. Alone it is still one member. */
static CelValue distinct(CelEval *ev, const CelValue *args)
{
    CelItems kept = {NULL, 0, 0};
    uint32_t unknowns = 0;
    CelValue unknown = cel_null();
    for (uint32_t i = 0; i < cel_len_of(args[0]); i++) {
        CelValue item = cel_item(args[0], i);
        CEL_CHARGE(ev, 1);
        if (cel_failed(item)) {
            unknown = item;
            unknowns++;
        } else if (!is_among(ev, &kept, item)) {
            *vec_push(ev->scratch, &kept) = item;
        }
    }
    bool open = cel_is_open(args[0]) || unknowns > 1 || (unknowns && kept.len);
    if (unknowns && !kept.len)
        *vec_push(ev->scratch, &kept) = unknown;
    return cel_items_list(kept, open);
}

static CelValue reverse(CelEval *ev, const CelValue *args)
{
    uint32_t len = cel_len_of(args[0]);
    CEL_CHARGE(ev, len);
    CelValue *items = arena_array(ev->scratch, CelValue, len);
    for (uint32_t i = 0; i < len; i++)
        items[i] = cel_item(args[0], len - 1 - i);
    return cel_list(items, len, cel_is_open(args[0]));
}

static CelValue range(CelEval *ev, const CelValue *args)
{
    int64_t n = cel_int_of(args[0]);
    if (n <= 0)
        return cel_list(NULL, 0, false);
    CEL_CHARGE(ev, (uint64_t)n);
    CelValue *items = arena_array(ev->scratch, CelValue, (size_t)n);
    for (int64_t i = 0; i < n; i++)
        items[i] = cel_int(i);
    return cel_list(items, (size_t)n, false);
}

const CelFunc CEL_FUNCS_EXTLIST[] = {
    {"list(A).slice(int, int): list(A)",  slice,         CEL_LIB_EXT_LISTS, 34},
    {"list(list(A)).flatten(): list(A)",  flatten,       CEL_LIB_EXT_LISTS, 34},
    {"list(A).flatten(): list(A)",        flatten,       CEL_LIB_EXT_LISTS, 34},
    {"list(dyn).flatten(int): list(dyn)", flatten_depth, CEL_LIB_EXT_LISTS, 34},
    {"list(A).sort(): list(A)",           sort,          CEL_LIB_EXT_LISTS, 34},
    {"list(A).distinct(): list(A)",       distinct,      CEL_LIB_EXT_LISTS, 34},
    {"list(A).reverse(): list(A)",        reverse,       CEL_LIB_EXT_LISTS, 34},
    {"lists.range(int): list(int)",       range,         CEL_LIB_EXT_LISTS, 34},
    {NULL,                                NULL,          0,                 0 },
};
