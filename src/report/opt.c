#include "report/opt.h"

#include <string.h>

#include "base/nearest.h"

static const Opt NO_OPTIONS[] = {
    {NULL, 0, OPT_SWITCH, 0, NULL, NULL}
};

typedef struct Parser {
    Arena *arena;
    const Opt *options;
    char *const *argv; /* what is not read yet */
    void *into;
    Str *wrong;
} Parser;

/* Always OPT_WRONG, as the finder's last word. */
static OptResult wrong(Parser *p, Str why)
{
    *p->wrong = why;
    return OPT_WRONG;
}

static const Opt *find(const Opt *options, Str name)
{
    for (const Opt *o = options; o->name; o++) {
        bool is_letter = name.len == 1 && o->letter == name.ptr[0];
        if (is_letter || str_eq(str_c(o->name), name))
            return o;
    }
    return NULL;
}

static OptResult unknown(Parser *p, Str dashes, Str name)
{
    Nearest near = nearest_to(name);
    for (const Opt *o = p->options; o->name; o++)
        nearest_offer(&near, str_c(o->name));
    Str hint = near.best.len
                   ? arena_printf(p->arena, "; did you mean '--%.*s'?", STR_ARG(near.best))
                   : STR("");
    return wrong(p, arena_printf(p->arena, "unknown option '%.*s%.*s'%.*s", STR_ARG(dashes),
                                 STR_ARG(name), STR_ARG(hint)));
}

/* Whether value is one of "a|b|c"; a name without '|' allows anything. */
static bool is_choice(const char *choices, Str value)
{
    if (!strchr(choices, '|'))
        return true;
    Str rest = str_c(choices), choice;
    while (str_next(&rest, '|', &choice)) {
        if (str_eq(choice, value))
            return true;
    }
    return false;
}

static void add_list(Arena *a, Strs *list, Str value)
{
    Str item;
    while (str_next(&value, ',', &item)) {
        item = str_trim(item);
        if (item.len)
            *vec_push(a, list) = item;
    }
}

/* Nothing at all, or nothing between commas: a variable that a script left unset. */
static bool is_blank(const Opt *o, Str value)
{
    for (size_t i = 0; i < value.len; i++)
        if (!strchr(o->kind == OPT_LIST ? ", \t" : " \t", value.ptr[i]))
            return false;
    return true;
}

static OptResult store(Parser *p, const Opt *o, Str value)
{
    void *at = (char *)p->into + o->at;
    switch (o->kind) {
    case OPT_SWITCH: *(bool *)at = true; break;
    case OPT_TEXT: *(Str *)at = value; break;
    case OPT_LIST: add_list(p->arena, at, value); break;
    case OPT_MANY: *vec_push(p->arena, (Strs *)at) = value; break;
    }
    return OPT_OK;
}

/* "--name", "--name=value", "--name value", and the same with one letter. */
static OptResult take_option(Parser *p, Str word)
{
    Str dashes = str_starts(word, STR("--")) ? STR("--") : STR("-");
    Str name = str_skip(word, dashes.len), value = {0};
    bool inside = str_cut(name, '=', &name, &value);
    const Opt *o = find(p->options, name);
    if (!o || (name.len == 1) != (dashes.len == 1))
        return unknown(p, dashes, name);
    if (o->kind == OPT_SWITCH)
        return inside ? wrong(p, arena_printf(p->arena, "--%s takes no value", o->name))
                      : store(p, o, value);
    if (!inside && *p->argv)
        value = str_c(*p->argv++);
    if (is_blank(o, value))
        return wrong(p, arena_printf(p->arena, "--%s needs a value: %s", o->name, o->value));
    if (!is_choice(o->value, value))
        return wrong(p, arena_printf(p->arena, "--%s is one of %s, not '%.*s'", o->name, o->value,
                                     STR_ARG(value)));
    return store(p, o, value);
}

static bool asks_help(char *const *argv)
{
    for (; *argv && strcmp(*argv, "--") != 0; argv++) {
        if (strcmp(*argv, "--help") == 0 || strcmp(*argv, "-h") == 0)
            return true;
    }
    return false;
}

OptResult opt_parse(Arena *a, const OptSpec *spec, char *const *argv, void *into, OptRest *rest)
{
    if (asks_help(argv))
        return OPT_HELP;
    Parser p = {a, spec->options ? spec->options : NO_OPTIONS, argv, into, &rest->wrong};
    bool ended = false;
    while (*p.argv) {
        Str word = str_c(*p.argv++);
        if (!ended && str_eq(word, STR("--"))) {
            ended = true;
        } else if (ended || word.len < 2 || word.ptr[0] != '-') {
            *vec_push(a, &rest->words) = word;
        } else {
            OptResult result = take_option(&p, word);
            if (result != OPT_OK)
                return result;
        }
    }
    if (rest->words.len > spec->most)
        return wrong(&p, arena_printf(a, "'%.*s' is one argument too many",
                                      STR_ARG(rest->words.items[spec->most])));
    return OPT_OK;
}

static void label_write(Buf *out, const Opt *o)
{
    buf_printf(out, "  --%s", o->name);
    if (o->value)
        buf_printf(out, " %s", o->value);
    if (o->letter)
        buf_printf(out, ", -%c", o->letter);
}

void opt_help(Buf *out, const OptSpec *spec)
{
    const Opt *options = spec->options ? spec->options : NO_OPTIONS;
    buf_printf(out, "usage: gpulint %s%s%s%s\n\n%s\n", spec->command,
               options->name ? " [option...]" : "", *spec->arguments ? " " : "", spec->arguments,
               spec->summary);
    if (options->name)
        buf_add(out, STR("\noptions:\n"));
    size_t widest = 0, column;
    for (const Opt *o = options; o->name; o++) {
        size_t from = out->len;
        label_write(out, o);
        widest = out->len - from > widest ? out->len - from : widest;
        out->len = from; /* was only measured */
    }
    for (const Opt *o = options; o->name; o++) {
        column = out->len;
        label_write(out, o);
        buf_fill(out, ' ', widest + 2 - (out->len - column));
        buf_printf(out, "%s\n", o->help);
    }
    if (spec->notes)
        buf_printf(out, "\n%s", spec->notes);
}
