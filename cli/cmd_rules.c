#include "base/json_out.h"
#include "cli/cmd.h"
#include "rule/rule.h"

typedef struct RulesOptions {
    Str format, rules;
} RulesOptions;

/* clang-format off */
static const Opt OPTIONS[] = {
    {"format", '\0', OPT_TEXT, offsetof(RulesOptions, format), "table|json|markdown", "how the list is written (table)"},
    {"rules",  '\0', OPT_TEXT, offsetof(RulesOptions, rules),  "DIR",                 "add the rules of a folder to the built-in ones"},
    {NULL, 0, OPT_SWITCH, 0, NULL, NULL},
};
/* clang-format on */

static const OptSpec SPEC = {
    .command = "rules",
    .arguments = "",
    .summary = "Lists the rules.",
    .options = OPTIONS,
    .notes = "gpulint explain RULE tells why a rule exists and how to repair what it finds.\n",
};

static const Str NEEDS[] = {
    [NEEDS_OBJECT] = STR_INIT("object"),
    [NEEDS_RELATED] = STR_INIT("related"),
    [NEEDS_WHOLE] = STR_INIT("whole"),
};

typedef struct Listing {
    Buf *out;
    VEC(const RuleInfo *) rules;
    Arena *scratch; /* for json: not where out lies */
} Listing;

static Str on_text(Arena *a, const RuleInfo *info)
{
    Buf out;
    buf_init(&out, a, SIZE_MAX);
    for (size_t i = 0; i < info->on.len; i++)
        buf_printf(&out, "%s%.*s", i ? ", " : "", STR_ARG(info->on.items[i]));
    return buf_str(&out);
}

static void cell_write(Buf *out, Str text, size_t width)
{
    buf_add(out, text);
    buf_fill(out, ' ', (text.len < width ? width - text.len : 0) + 2);
}

static void table_write(Listing *l)
{
    size_t id = 0, on = 0;
    for (size_t i = 0; i < l->rules.len; i++) {
        const RuleInfo *info = l->rules.items[i];
        size_t width = on_text(l->scratch, info).len;
        id = info->id.len > id ? info->id.len : id;
        on = width > on ? width : on;
    }
    for (size_t i = 0; i < l->rules.len; i++) {
        const RuleInfo *info = l->rules.items[i];
        cell_write(l->out, info->id, id);
        cell_write(l->out, severity_name(info->severity), sizeof "warning" - 1);
        cell_write(l->out, on_text(l->scratch, info), on);
        buf_printf(l->out, "%.*s\n", STR_ARG(info->title));
    }
}

static void markdown_write(Listing *l)
{
    buf_add(l->out, STR("| rule | severity | judged on | needs | what it finds |\n"
                        "|---|---|---|---|---|\n"));
    for (size_t i = 0; i < l->rules.len; i++) {
        const RuleInfo *info = l->rules.items[i];
        buf_printf(l->out, "| `%.*s` | %.*s | %.*s | %.*s | %.*s |\n", STR_ARG(info->id),
                   STR_ARG(severity_name(info->severity)), STR_ARG(on_text(l->scratch, info)),
                   STR_ARG(NEEDS[info->needs]), STR_ARG(info->title));
    }
}

static Json rule_json(Arena *scratch, const RuleInfo *info)
{
    Json json = json_object(scratch);
    json_put_str(json, "id", info->id);
    json_put_str(json, "title", info->title);
    json_put_str(json, "severity", severity_name(info->severity));
    Json on = json_put_list(json, "on");
    for (size_t i = 0; i < info->on.len; i++)
        json_put_str(on, NULL, info->on.items[i]);
    json_put_str(json, "needs", NEEDS[info->needs]);
    json_put_str(json, "area", info->area);
    return json;
}

static void json_write(Listing *l)
{
    JsonFrame frame = {.out = l->out};
    json_open(&frame, NULL, '{');
    json_item(&frame, "version", json_int(l->scratch, 1));
    json_open(&frame, "rules", '[');
    for (size_t i = 0; i < l->rules.len; i++)
        json_item(&frame, NULL, rule_json(l->scratch, l->rules.items[i]));
    json_close(&frame, ']');
    json_close(&frame, '}');
    buf_char(l->out, '\n');
}

static const struct {
    const char *name;
    void (*write)(Listing *l);
} FORMATS[] = {
    {"table",    table_write   },
    {"json",     json_write    },
    {"markdown", markdown_write},
};

int cmd_rules(Arena *a, char *const *argv)
{
    RulesOptions options = {.format = STR("table")};
    Strs rest = {0};
    int code = cmd_options(a, &SPEC, argv, &options, &rest);
    if (code != EXIT_NOT_YET)
        return code;
    Diags diags;
    diags_init(&diags, a);
    RuleSet *set = ruleset_builtin(a);
    if (options.rules.len && !ruleset_add_folder(set, options.rules, &diags))
        return cmd_diags(&diags);
    Arena written;
    arena_init(&written, SIZE_MAX);
    Buf out;
    buf_init(&out, &written, SIZE_MAX);
    Listing listing = {.out = &out, .scratch = a};
    for (size_t i = 0; i < ruleset_total(set); i++)
        *vec_push(a, &listing.rules) = rule_info(a, ruleset_at(set, i));
    for (size_t i = 0; i < sizeof FORMATS / sizeof *FORMATS; i++) {
        if (str_eq(options.format, str_c(FORMATS[i].name)))
            FORMATS[i].write(&listing);
    }
    code = cmd_print(&out);
    arena_free(&written);
    return code;
}
