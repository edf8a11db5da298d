#include "kube/input.h"

/* What stands inside {{ }} when Helm, and nobody else, wrote it. */
static const Str HELM_WORDS[] = {
    STR_INIT(".Values"),   STR_INIT(".Release"), STR_INIT(".Chart"),    STR_INIT(".Capabilities"),
    STR_INIT(".Files"),    STR_INIT("$.Values"), STR_INIT("include "),  STR_INIT("toYaml"),
    STR_INIT("template "), STR_INIT("tpl "),     STR_INIT("$.Release"), STR_INIT(".Template"),
};

/* The same where {{ stands as a value or a line of its own. */
static const Str GO_WORDS[] = {
    STR_INIT("if "),     STR_INIT("else"),   STR_INIT("end"), STR_INIT("range "), STR_INIT("with "),
    STR_INIT("define "), STR_INIT("block "), STR_INIT("$"),   STR_INIT("/*"),
};

typedef struct Lines {
    Str rest;
    bool in_block; /* inside a block scalar, whose text is nobody's template */
    size_t indent; /* of the line that opened it */
} Lines;

/* Column of the key or item that the line begins: "  - key: |" opens a block inside column 4. */
static size_t indent_of(Str line)
{
    size_t n = 0;
    while (n < line.len && line.ptr[n] == ' ')
        n++;
    while (n + 2 < line.len && line.ptr[n] == '-' && line.ptr[n + 1] == ' ' &&
           line.ptr[n + 2] != '|' && line.ptr[n + 2] != '>')
        n += 2;
    return n;
}

/* "key: |", "- >-2": what follows, further in, is literal text. */
static bool opens_block(Str line)
{
    size_t end = line.len;
    while (end && (line.ptr[end - 1] == '-' || line.ptr[end - 1] == '+' ||
                   (line.ptr[end - 1] >= '1' && line.ptr[end - 1] <= '9')))
        end--;
    if (end < 2 || (line.ptr[end - 1] != '|' && line.ptr[end - 1] != '>') ||
        line.ptr[end - 2] != ' ')
        return false;
    Str head = str_trim(str_slice(line, 0, end - 1));
    return str_ends(head, STR(":")) || str_ends(head, STR("-"));
}

/* The next line that YAML itself reads: no comment, no text of a block scalar. */
static bool next_line(Lines *l, Str *line)
{
    while (str_next(&l->rest, '\n', line)) {
        Str text = str_trim(*line);
        if (!text.len || text.ptr[0] == '#')
            continue;
        size_t indent = indent_of(*line);
        if (l->in_block && indent > l->indent)
            continue;
        l->in_block = opens_block(text);
        l->indent = indent;
        *line = text;
        return true;
    }
    return false;
}

static bool starts_with_any(Str s, const Str *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (str_starts(s, words[i]))
            return true;
    return false;
}

/* Does what ends at `at` leave a value to begin: a line, an item, a member? */
static bool value_begins(Str line, size_t at)
{
    Str head = str_trim(str_slice(line, 0, at));
    return !head.len || str_ends(head, STR(":")) || str_eq(head, STR("-"));
}

/* "k8s.io/{{ .Values.name }}": values of a release may hold that for their chart to fill in. */
static bool inside_word(Str line, size_t at, Str inside)
{
    static const Str VALUES[] = {STR_INIT(".Values."), STR_INIT("$.Values.")};
    char before = at ? line.ptr[at - 1] : ' ';
    return (before == '/' || before == '-' || before == '.') && at > 1 && line.ptr[at - 2] != ' ' &&
           starts_with_any(inside, VALUES, sizeof VALUES / sizeof *VALUES);
}

static Str braces_in(Str line)
{
    size_t at = str_find(line, STR("{{"));
    while (at < line.len) {
        Str inside = str_skip(line, at + 2);
        if (str_starts(inside, STR("-")))
            inside = str_skip(inside, 1);
        inside = str_trim(inside);
        bool held = inside_word(line, at, inside);
        if (!held && starts_with_any(inside, HELM_WORDS, sizeof HELM_WORDS / sizeof *HELM_WORDS))
            return STR("Helm template");
        if (value_begins(line, at))
            return starts_with_any(inside, GO_WORDS, sizeof GO_WORDS / sizeof *GO_WORDS)
                       ? STR("Helm template")
                       : STR("template with {{ }}");
        size_t next = str_find(str_skip(line, at + 2), STR("{{"));
        at += 2 + next;
    }
    return STR("");
}

static Str template_of(Str line)
{
    if (str_starts(line, STR("{%")))
        return STR("Jinja template");
    if (str_starts(line, STR("<%")))
        return STR("ERB template");
    if (str_contains(line, STR("%{ if")) || str_contains(line, STR("%{ for")) ||
        str_contains(line, STR("%{~")) || str_contains(line, STR("%{ end")) ||
        str_contains(line, STR("%{if")) || str_contains(line, STR("%{for")))
        return STR("Terraform template");
    return braces_in(line);
}

Str input_template(const Source *s)
{
    Lines lines = {.rest = s->text};
    Str line;
    while (next_line(&lines, &line)) {
        Str found = template_of(line);
        if (found.len)
            return found;
    }
    return STR("");
}

Str input_unparsed(const Source *s)
{
    if (str_contains(s->text, STR("${")))
        return STR("template with ${ } placeholders");
    if (str_contains(s->text, STR("{{")))
        return STR("template with {{ }}");
    if (str_starts(s->text, STR("MIME-Version:")) ||
        str_starts(s->text, STR("Content-Type: multipart")))
        return STR("MIME document");
    return STR("");
}
