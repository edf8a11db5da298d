/* Values of labels: which types have them, and what a value that none has is. */
#include "base/ascii.h"
#include "kube/facts_data.h"

#include <string.h>

static const LabelColumn *column_of(const Facts *f, LabelMode mode, Str key)
{
    Str column = facts_key_cell(f, facts_key_row(f, mode, key), "column");
    return column.len ? facts_label_column(f, column) : NULL;
}

static Str value_at(const Facts *f, const LabelColumn *c, size_t i)
{
    return facts_text(f, f->index.values[c->first + i]);
}

/* Index of a value in its column; count when the column lacks it. */
static size_t value_index(const Facts *f, const LabelColumn *c, Str value)
{
    if (c->bits == FACT_IDENTITY) {
        const InstanceType *t = facts_type_find(f, value);
        return t ? t->index : c->count;
    }
    for (size_t i = 0; i < c->count; i++)
        if (str_eq(value_at(f, c, i), value))
            return i;
    return c->count;
}

static void add_types(const Facts *f, const LabelColumn *c, size_t value, TypeSet out)
{
    if (c->bits == FACT_IDENTITY) {
        types_add(out, value);
        return;
    }
    const uint64_t *bits = f->index.bits + (c->bits + value) * f->index.words;
    for (size_t i = 0; i < f->index.words; i++)
        out.words[i] |= bits[i];
}

/* A type without the label passes NotIn and DoesNotExist, as in Karpenter's Intersects. */
static void add_unlabelled(const Facts *f, const LabelColumn *c, TypeSet out)
{
    const uint64_t *bits = f->index.bits + c->none * f->index.words;
    for (size_t i = 0; i < f->index.words; i++)
        out.words[i] |= bits[i];
}

/* A list that names what the facts do not know, or a bound beyond all they know. */
static bool reaches_beyond(const Facts *f, LabelMode mode, const Req *r, const LabelColumn *c)
{
    for (size_t i = 0; !r->complement && i < r->values.len; i++) {
        ValueVerdict v = facts_value(f, mode, r->key, r->values.items[i]);
        if (v == VALUE_NEWER || v == VALUE_SOLD)
            return true;
    }
    if (!r->has_gte && !r->has_lte)
        return false;
    for (size_t i = 0; i < c->count; i++)
        if (req_allows(r, value_at(f, c, i)) != TRI_NO)
            return false;
    return true;
}

bool facts_types_of(const Facts *f, LabelMode mode, const Req *r, const TypesOut *out)
{
    const LabelColumn *c = column_of(f, mode, r->key);
    if (!c)
        return false;
    for (size_t i = 0; !r->complement && i < r->values.len; i++) {
        size_t at = value_index(f, c, r->values.items[i]);
        if (at < c->count) {
            add_types(f, c, at, out->sure);
            add_types(f, c, at, out->maybe);
        }
    }
    for (size_t i = 0; (r->complement || r->unknown) && i < c->count; i++) {
        Tri allowed = req_allows(r, value_at(f, c, i));
        if (allowed == TRI_YES)
            add_types(f, c, i, out->sure);
        if (allowed != TRI_NO)
            add_types(f, c, i, out->maybe);
    }
    ReqOp op = req_op(r);
    if (op == REQ_NOT_IN || op == REQ_DOES_NOT_EXIST) {
        if (!r->unknown)
            add_unlabelled(f, c, out->sure);
        add_unlabelled(f, c, out->maybe);
    } else if (r->unknown) {
        add_unlabelled(f, c, out->maybe);
    }
    *out->beyond = r->unknown || reaches_beyond(f, mode, r, c);
    return true;
}

/* ---- judging a value ---- */

static bool listed(Str list, Str value)
{
    for (Str item; str_next(&list, ',', &item);)
        if (str_eq(item, value))
            return true;
    return false;
}

static bool separates(char c)
{
    return c == '-' || c == '_' || c == ' ' || c == '.';
}

/* Equal but for case and separators: "OnDemand", "on_demand". */
static bool same_word(Str a, Str b)
{
    size_t i = 0, j = 0;
    for (;;) {
        while (i < a.len && separates(a.ptr[i]))
            i++;
        while (j < b.len && separates(b.ptr[j]))
            j++;
        if (i == a.len || j == b.len)
            return i == a.len && j == b.len;
        if (ascii_lower(a.ptr[i++]) != ascii_lower(b.ptr[j++]))
            return false;
    }
}

/* Does the family go on where `family` stops: p6 for p6-b200, g4 for g4dn? */
static bool extends(Str known, Str family)
{
    return family.len && ascii_digit(family.ptr[family.len - 1]) && known.len > family.len &&
           str_starts(known, family) && !ascii_digit(known.ptr[family.len]);
}

/* Is a type sold, though its labels are not in the facts? */
static bool type_sold(const Facts *f, Str name)
{
    return facts_find(facts_table(f, STR("accelerators")), name, 0) != SIZE_MAX ||
           facts_find(facts_table(f, STR("on-demand-prices")), name, 0) != SIZE_MAX;
}

/* The same of any type of a family. */
static bool family_sold(const Facts *f, Str family)
{
    enum { LONGEST = 32 }; /* of families: a dozen characters */
    char prefix[LONGEST];
    if (family.len + 1 > LONGEST)
        return false;
    memcpy(prefix, family.ptr, family.len);
    prefix[family.len] = '.';
    Str start = {prefix, family.len + 1};
    return facts_has_prefix(facts_table(f, STR("accelerators")), start) ||
           facts_has_prefix(facts_table(f, STR("on-demand-prices")), start);
}

static const Str SAGEMAKER = STR_INIT("ml.");

static bool family_lacks_suffix(const Facts *f, Str family)
{
    const LabelColumn *c = facts_label_column(f, facts_name(f, NAME_FAMILY));
    if (value_index(f, c, family) < c->count || family_sold(f, family))
        return false;
    for (size_t i = 0; i < c->count; i++)
        if (extends(value_at(f, c, i), family))
            return true;
    return false;
}

static bool has_digit(Str s)
{
    for (size_t i = 0; i < s.len; i++)
        if (ascii_digit(s.ptr[i]))
            return true;
    return false;
}

/* "use1-az4", not "us-east-1a". */
static bool looks_like_zone_id(Str v)
{
    size_t at = str_find(v, STR("-az"));
    return at < v.len && at + 3 < v.len && ascii_digit(v.ptr[at + 3]) &&
           !has_digit(str_slice(v, 0, 1));
}

/* "us-east-1a": two dashes at least, a digit and a letter at the end. */
static bool looks_like_zone_name(Str v)
{
    return v.len > 2 && ascii_digit(v.ptr[v.len - 2]) && !ascii_digit(v.ptr[v.len - 1]) &&
           str_find_char(v, '-') != str_rfind_char(v, '-');
}

static ValueVerdict judge_type_name(const Facts *f, Str value)
{
    Str family, size;
    if (!str_cut(value, '.', &family, &size) || str_starts(value, SAGEMAKER))
        return VALUE_WRONG;
    if (type_sold(f, value))
        return VALUE_SOLD;
    return family_lacks_suffix(f, family) ? VALUE_WRONG : VALUE_NEWER;
}

static ValueVerdict judge_column(const Facts *f, const LabelColumn *c, Str value)
{
    if (value_index(f, c, value) < c->count)
        return VALUE_KNOWN;
    for (size_t i = 0; i < c->count; i++)
        if (same_word(value_at(f, c, i), value))
            return VALUE_WRONG;
    int64_t n;
    if (c->integers && !str_int(value, &n))
        return VALUE_WRONG;
    Str column = facts_text(f, c->key);
    if (str_eq(column, facts_name(f, NAME_INSTANCE_TYPE)))
        return judge_type_name(f, value);
    if (str_eq(column, facts_name(f, NAME_FAMILY)) && family_sold(f, value))
        return VALUE_SOLD;
    bool wrong = (str_eq(column, facts_name(f, NAME_FAMILY)) && family_lacks_suffix(f, value)) ||
                 (str_eq(column, facts_name(f, NAME_CATEGORY)) && has_digit(value));
    return wrong ? VALUE_WRONG : VALUE_NEWER;
}

ValueVerdict facts_value(const Facts *f, LabelMode mode, Str key, Str value)
{
    size_t row = facts_key_row(f, mode, key);
    Str all = facts_key_cell(f, row, "values"), canonical = facts_label_canonical(f, key);
    if (all.len)
        return listed(all, value) ? VALUE_KNOWN : VALUE_WRONG;
    if ((str_eq(canonical, facts_name(f, NAME_ZONE)) && looks_like_zone_id(value)) ||
        (str_eq(canonical, facts_name(f, NAME_ZONE_ID)) && looks_like_zone_name(value)))
        return VALUE_WRONG;
    const LabelColumn *c = column_of(f, mode, key);
    return c ? judge_column(f, c, value) : VALUE_KNOWN;
}

static Str nearest_of(Str value, Str best, Str candidate, size_t *distance)
{
    if (same_word(candidate, value)) {
        *distance = 0;
        return candidate;
    }
    size_t most = value.len < 5 ? 1 : 2, d = str_distance(value, candidate, most);
    if (d > most || d >= *distance)
        return best;
    *distance = d;
    return candidate;
}

static Str nearest_listed(Str list, Str value)
{
    Str best = STR("");
    size_t distance = SIZE_MAX;
    for (Str item; str_next(&list, ',', &item);)
        best = nearest_of(value, best, item, &distance);
    return best;
}

/* Of names of types and families only those of the same category: no c5 for p5. */
static Str nearest_in_column(const Facts *f, const LabelColumn *c, Str value)
{
    Str best = STR(""), column = facts_text(f, c->key);
    bool category = str_eq(column, facts_name(f, NAME_INSTANCE_TYPE)) ||
                    str_eq(column, facts_name(f, NAME_FAMILY));
    size_t distance = SIZE_MAX;
    for (size_t i = 0; i < c->count; i++) {
        Str known = value_at(f, c, i);
        if (!category || str_eq_nocase(type_letters(known), type_letters(value)))
            best = nearest_of(value, best, known, &distance);
    }
    return best;
}

/* The families that were meant, a few of them: "p6-b200, p6-b300". */
static Str families_meant(Arena *a, const Facts *f, Str family, Str after)
{
    enum { SHOWN = 4 };
    const LabelColumn *c = facts_label_column(f, facts_name(f, NAME_FAMILY));
    Str text = STR("");
    for (size_t i = 0, n = 0; i < c->count && n < SHOWN; i++) {
        Str known = value_at(f, c, i);
        if (!extends(known, family))
            continue;
        Str whole = arena_printf(a, "%.*s%.*s", STR_ARG(known), STR_ARG(after));
        if (after.len && !facts_type_find(f, whole))
            continue;
        text = arena_printf(a, "%.*s%s%.*s", STR_ARG(text), n++ ? ", " : "", STR_ARG(whole));
    }
    return text;
}

static Str type_meant(Arena *a, const Facts *f, const LabelColumn *c, Str value)
{
    Str bare = str_starts(value, SAGEMAKER) ? str_skip(value, SAGEMAKER.len) : value;
    if (facts_type_find(f, bare))
        return bare;
    size_t dot = str_find_char(bare, '.');
    Str meant = families_meant(a, f, str_slice(bare, 0, dot), str_skip(bare, dot));
    return meant.len ? meant : nearest_in_column(f, c, bare);
}

Str facts_value_meant(Arena *a, const Facts *f, LabelMode mode, Str key, Str value)
{
    const FactTable *synonyms = facts_table(f, STR("label-synonyms"));
    size_t column = facts_column(synonyms, STR("key")), row;
    Str canonical = facts_label_canonical(f, key);
    for (size_t n = 0; (row = facts_find(synonyms, value, n)) != SIZE_MAX; n++)
        if (str_eq(facts_cell(synonyms, row, column), canonical))
            return facts_cell(synonyms, row, facts_column(synonyms, STR("value")));
    Str all = facts_key_cell(f, facts_key_row(f, mode, key), "values");
    if (all.len)
        return nearest_listed(all, value);
    const LabelColumn *c = column_of(f, mode, key);
    if (!c)
        return STR("");
    Str name = facts_text(f, c->key);
    if (str_eq(name, facts_name(f, NAME_INSTANCE_TYPE)))
        return type_meant(a, f, c, value);
    Str families =
        str_eq(name, facts_name(f, NAME_FAMILY)) ? families_meant(a, f, value, STR("")) : STR("");
    return families.len ? families : c->integers ? STR("") : nearest_in_column(f, c, value);
}
