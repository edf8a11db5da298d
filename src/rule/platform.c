#include "rule/platform.h"

#include "base/date.h"
#include "rule/fields.h"

bool platform_minor(Str text, int32_t *out)
{
    Str major, rest = str_starts(text, STR("v")) ? str_skip(text, 1) : text, minor;
    int64_t number;
    if (!str_cut(rest, '.', &major, &rest) || !str_eq(major, STR("1")))
        return false;
    if (!str_cut(rest, '.', &minor, &rest))
        minor = rest;
    if (!str_int(minor, &number) || number < 0 || number > 9999)
        return false;
    *out = (int32_t)number;
    return true;
}

bool platform_mode(Str text, PoolMode *out)
{
    bool is_auto = str_eq(text, STR("auto"));
    if (!is_auto && !str_eq(text, STR("karpenter")))
        return false;
    *out = is_auto ? MODE_AUTO : MODE_KARPENTER;
    return true;
}

/* ---- in files ---- */

/* A version without quotes is a number to YAML; what was written counts. */
static void version_read(Reader *r, const Node *value, void *out)
{
    Str text = node_scalar(value);
    if (!platform_minor(text, out))
        field_wrong(r, value, "a version like \"1.34\"");
}

static void mode_read(Reader *r, const Node *value, void *out)
{
    if (value->kind != NODE_STRING)
        field_wrong(r, value, "karpenter or auto");
    else if (!platform_mode(node_str(value), out))
        diag_error(r->diags, r->file, value->span, "'%.*s' is none of karpenter, auto",
                   STR_ARG(node_str(value)));
}

static void tri_read(Reader *r, const Node *value, void *out)
{
    bool says = false;
    field_bool(r, value, &says);
    *(Tri *)out = tri_of(says);
}

void field_date(Reader *r, const Node *value, void *out)
{
    if (!date_parse(node_str(value), out))
        field_wrong(r, value, "a date like 2026-10-31");
}

/* A day, as its last second: the form of a node class' status. */
static void end_read(Reader *r, const Node *value, void *out)
{
    int64_t seconds = 0;
    field_date(r, value, &seconds);
    if (seconds)
        *(Str *)out = arena_printf(r->arena, "%.*sT23:59:59Z", STR_ARG(node_str(value)));
}

static void reservation_read(Reader *r, const Node *value, void *out)
{
    static const Field FIELDS[] = {
        {"id",               field_str, offsetof(Reserved, id), true},
        {"instanceType", field_str, offsetof(Reserved, instance_type), false},
        {"zone",              field_str, offsetof(Reserved, zone), false},
        {"type",     field_str, offsetof(Reserved, type), false},
        {"end", end_read, offsetof(Reserved, end), false},
        {0            },
    };
    fields_read(r, value, FIELDS, "a reservation", out);
}

void field_reservations(Reader *r, const Node *value, void *out)
{
    Platform *p = out;
    p->reservations.items = fields_list(r, value, reservation_read, sizeof(Reserved));
    p->reservations.len = p->reservations.items ? value->len : 0;
}

void field_platform(Reader *r, const Node *value, void *out)
{
    /* clang-format off */
    static const Field FIELDS[] = {
        {"kubernetes",                   version_read, offsetof(Platform, kubernetes_minor),             false},
        {"karpenter",                    version_read, offsetof(Platform, karpenter_minor),              false},
        {"mode",                         mode_read,    offsetof(Platform, mode),                         false},
        {"region",                       field_str,    offsetof(Platform, region),                       false},
        {"dra",                          tri_read,     offsetof(Platform, dra),                          false},
        {"extended-resource-toleration", tri_read,     offsetof(Platform, extended_resource_toleration), false},
        {NULL, NULL, 0, false},
    };
    /* clang-format on */
    fields_read(r, value, FIELDS, "platform", out);
}
