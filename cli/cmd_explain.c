#include "cli/cmd.h"
#include "rule/rule.h"

typedef struct ExplainOptions {
    Str rules;
} ExplainOptions;

/* clang-format off */
static const Opt OPTIONS[] = {
    {"rules", '\0', OPT_TEXT, offsetof(ExplainOptions, rules), "DIR", "add the rules of a folder to the built-in ones"},
    {NULL, 0, OPT_SWITCH, 0, NULL, NULL},
};
/* clang-format on */

static const OptSpec SPEC = {
    .command = "explain",
    .arguments = "RULE",
    .summary = "Tells why a rule exists, how to repair what it finds, and shows examples.",
    .options = OPTIONS,
    .most = 1,
};

enum {
    COLUMNS = 80 /* of prose */
};

/* Fills lines with the words of one paragraph, or copies a line that is indented by itself. */
static void prose_write(Buf *out, Str text)
{
    size_t column = 0;
    Str line, word;
    while (str_next(&text, '\n', &line)) {
        bool fixed = !str_trim(line).len || line.ptr[0] == ' ' || line.ptr[0] == '-';
        if (fixed && column)
            buf_char(out, '\n');
        column = fixed ? 0 : column;
        while (str_next(&line, ' ', &word)) {
            if (column && column + 1 + word.len > COLUMNS) {
                buf_char(out, '\n');
                column = 0;
            }
            buf_add(out, column ? STR(" ") : STR("  "));
            buf_add(out, word);
            column += word.len + (column ? 1 : 2);
        }
        if (fixed) {
            buf_char(out, '\n');
            column = 0;
        }
    }
    if (column)
        buf_char(out, '\n');
}

static void section_write(Buf *out, const char *title, Str text)
{
    if (!text.len)
        return;
    buf_printf(out, "\n%s\n", title);
    prose_write(out, str_trim(text));
}

static void example_write(Buf *out, const RuleExample *example)
{
    Str text = example->input, line;
    buf_printf(out, "\n%s: %.*s\n", example->bad ? "Bad" : "Good", STR_ARG(example->title));
    while (str_next(&text, '\n', &line)) {
        if (line.len)
            buf_printf(out, "    %.*s", STR_ARG(line));
        buf_char(out, '\n');
    }
}

static void params_write(Buf *out, const RuleInfo *info)
{
    for (size_t i = 0; i < info->params.len; i++) {
        const RuleSetting *p = &info->params.items[i];
        if (!i)
            buf_printf(out,
                       "\nParameters, in gpulint.yaml: rules: {%.*s: {params: {%.*s: %.*s}}}\n",
                       STR_ARG(info->id), STR_ARG(p->name), STR_ARG(p->value));
        buf_printf(out, "  %.*s (%.*s, %.*s by default): %.*s\n", STR_ARG(p->name),
                   STR_ARG(p->type), STR_ARG(p->value), STR_ARG(p->doc));
    }
}

static void info_write(Buf *out, const RuleInfo *info)
{
    buf_printf(out, "%.*s\n%.*s, ", STR_ARG(info->id), STR_ARG(severity_name(info->severity)));
    if (info->area.len)
        buf_printf(out, "%.*s rules, ", STR_ARG(info->area));
    buf_add(out, STR("judged on "));
    for (size_t i = 0; i < info->on.len; i++)
        buf_printf(out, "%s%.*s", i ? ", " : "", STR_ARG(info->on.items[i]));
    for (size_t i = 0; i < info->aliases.len; i++)
        buf_printf(out, "%s%.*s", i ? ", " : "; formerly ", STR_ARG(info->aliases.items[i]));
    buf_printf(out, "\n\n%.*s\n", STR_ARG(info->title));
    section_write(out, "Why", info->why);
    section_write(out, "How to repair it", info->how);
    params_write(out, info);
    bool shown[2] = {false, false};
    for (size_t i = 0; i < info->examples.len; i++) {
        const RuleExample *example = &info->examples.items[i];
        if (!shown[example->bad])
            example_write(out, example);
        shown[example->bad] = true;
    }
    for (size_t i = 0; i < info->see.len; i++)
        buf_printf(out, "%s  %.*s\n", i ? "" : "\nSee\n", STR_ARG(info->see.items[i]));
    buf_printf(out, "\nTo accept one finding: # gpulint: ignore[%.*s] the reason\n",
               STR_ARG(info->id));
}

int cmd_explain(Arena *a, char *const *argv)
{
    ExplainOptions options = {0};
    Strs rest = {0};
    int code = cmd_options(a, &SPEC, argv, &options, &rest);
    if (code != EXIT_NOT_YET)
        return code;
    if (!rest.len)
        return cmd_usage("explain needs the id of a rule (gpulint rules lists them)");
    Diags diags;
    diags_init(&diags, a);
    RuleSet *set = ruleset_builtin(a);
    if (options.rules.len && !ruleset_add_folder(set, options.rules, &diags))
        return cmd_diags(&diags);
    const Rule *rule = ruleset_find(set, rest.items[0]);
    if (!rule) {
        Str near = ruleset_suggest(set, rest.items[0]);
        return cmd_usage("there is no rule '%.*s'%s%.*s%s", STR_ARG(rest.items[0]),
                         near.len ? "; did you mean '" : "", STR_ARG(near), near.len ? "'?" : "");
    }
    Buf out;
    buf_init(&out, a, SIZE_MAX);
    info_write(&out, rule_info(a, rule));
    return cmd_print(&out);
}
