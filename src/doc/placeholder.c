#include "doc/placeholder.h"

#include "base/ascii.h"

/* How much of a text a placeholder must be to make it unknown. */
typedef enum Reach {
    REACH_WHOLE, /* all of it */
    REACH_WORD,  /* a part, if there is no white space around it: else it is prose */
    REACH_VALUE, /* a part, unless the text is a shell command with operators: else it is a script
                  */
    REACH_LINE   /* any part of a single line: nothing but a template is written so */
} Reach;

typedef struct Form {
    const char *start;
    size_t (*length)(Str text); /* of a text with this start, 0: none; NULL: just this word */
    Reach reach;
    bool in_keys;
    bool bracketed; /* is no plain YAML when it stands without quotes */
} Form;

/* Of a placeholder inside a longer text: an opening bracket is looked for its end no further. */
enum { LONGEST = 256 };

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_name(char c)
{
    return ascii_letter(c) || ascii_digit(c) || c == '_';
}

static bool is_upper_name(char c)
{
    return is_upper(c) || ascii_digit(c) || c == '_';
}

static size_t skip(Str text, size_t at, bool (*is)(char))
{
    while (at < text.len && is(text.ptr[at]))
        at++;
    return at;
}

static char at(Str text, size_t i)
{
    if (i < text.len)
        return text.ptr[i];
    return '\0';
}

/* Length up to the bracket that closes the one at text[1]; 0 when it stays open on its line. */
static size_t bracket_length(Str text, char open, char close)
{
    size_t depth = 0;
    for (size_t i = 1; i < text.len && text.ptr[i] != '\n'; i++) {
        if (text.ptr[i] == open)
            depth++;
        else if (text.ptr[i] == close && --depth == 0)
            return i + 1;
    }
    return 0;
}

/* ${X}, ${AWS::Region}, ${indent(2, x)}: envsubst, Terraform, CloudFormation, Flux. */
static size_t dollar_brace(Str text)
{
    return bracket_length(text, '{', '}');
}

/* $(date +%H), $((A * B)): a shell's. With a plain name it is Kubernetes' own reference to an
 * environment variable, or a variable of kustomize or Tekton: unknown when it is all there is. */
static size_t dollar_paren(Str text)
{
    return bracket_length(text, '(', ')');
}

static bool is_reference(Str text, size_t len)
{
    return len > 3 && skip(text, 2, is_name) == len - 1;
}

static size_t shell_substitution(Str text)
{
    size_t len = dollar_paren(text);
    return is_reference(text, len) ? 0 : len;
}

/* $NAME: envsubst and heredocs. $1 is a regular expression's. */
static size_t dollar_name(Str text)
{
    return ascii_letter(at(text, 1)) || at(text, 1) == '_' ? skip(text, 1, is_name) : 0;
}

static size_t dollar_upper(Str text)
{
    size_t len = is_upper(at(text, 1)) ? skip(text, 1, is_upper_name) : 0;
    return is_name(at(text, len)) ? 0 : len;
}

/* {{ .Values.x }}, {{ x }}: Helm, Jinja, Argo, Go templates. */
static size_t double_brace(Str text)
{
    Str line = str_slice(text, 0, str_find_char(text, '\n'));
    size_t end = str_find(line, STR("}}"));
    if (end == line.len)
        return 0;
    while (at(line, end + 2) == '}')
        end++;
    return end + 2;
}

/* <% x %> */
static size_t angle_percent(Str text)
{
    size_t end = str_find(text, STR("%>"));
    return end < text.len ? end + 2 : 0;
}

/* <CR_ID>, <your-image>: what documentation leaves to the reader. */
static size_t angle_word(Str text)
{
    size_t i = 1;
    if (!ascii_letter(at(text, 1)))
        return 0;
    while (is_name(at(text, i)) || at(text, i) == '-' || at(text, i) == '.')
        i++;
    return at(text, i) == '>' ? i + 1 : 0;
}

/* <YOUR TOKEN>, <path:secret/data#key> */
static size_t angle_any(Str text)
{
    size_t end = str_find_char(text, '>');
    Str inside = str_slice(text, 1, end);
    if (end == text.len || !ascii_letter(at(text, 1)) || str_find_char(inside, '<') < inside.len ||
        str_find_char(inside, '\n') < inside.len)
        return 0;
    return end + 1;
}

/* Between two equal fences: a name in capitals. In small letters __main__ and __meta_x are names.
 */
static size_t fenced(Str text, Str fence)
{
    size_t i = fence.len;
    bool letters = false;
    while (is_upper_name(at(text, i)) && !str_starts(str_skip(text, i), fence))
        letters |= is_upper(text.ptr[i++]);
    if (!letters || !str_starts(str_skip(text, i), fence))
        return 0;
    i += fence.len;
    return is_name(at(text, i)) ? 0 : i;
}

static size_t underscores(Str text)
{
    return fenced(text, STR("__"));
}

static size_t double_at(Str text)
{
    return fenced(text, STR("@@"));
}

static size_t single_at(Str text)
{
    return fenced(text, STR("@"));
}

/* %{ if x }, %{ endif ~}: Terraform's directives. %{VERSION} is a format of rpm or curl. */
static size_t directive(Str text)
{
    static const Str WORDS[] = {STR_INIT("if"), STR_INIT("else"), STR_INIT("endif"),
                                STR_INIT("for"), STR_INIT("endfor")};
    size_t i = 2;
    while (at(text, i) == ' ' || at(text, i) == '~')
        i++;
    Str word = str_slice(text, i, skip(text, i, ascii_letter));
    for (size_t w = 0; w < sizeof WORDS / sizeof *WORDS; w++) {
        if (str_eq(word, WORDS[w]))
            return bracket_length(text, '{', '}');
    }
    return 0;
}

/* ENC[AES256_GCM,data:…]: SOPS has encrypted the value. */
static size_t encrypted(Str text)
{
    size_t len = bracket_length(str_skip(text, 2), '[', ']');
    return len ? len + 2 : 0;
}

/* Words that stand for a value: the whole word counts up to its end. */
static size_t word_length(Str text)
{
    size_t i = 0;
    while (is_name(at(text, i)) || at(text, i) == '-')
        i++;
    return i;
}

/* xxx, XXXXXXXX, xxx11, as in cr-xxxxxxxx and ip-xxx-xxx: three or more, and no word goes on. */
static size_t crosses(Str text)
{
    size_t i = 0;
    while (at(text, i) == text.ptr[0])
        i++;
    return i >= 3 && !ascii_letter(at(text, i)) ? i : 0;
}

static size_t dots(Str text)
{
    return str_eq(text, STR("...")) || str_eq(text, STR("\xE2\x80\xA6")) ? text.len : 0;
}

/* Each row was met in published manifests, or is the documented form of a tool that writes them. */
static const Form SIGNS[] = {
    {"${",           dollar_brace,       REACH_VALUE, true,  true },
    {"$(",           shell_substitution, REACH_VALUE, false, true },
    {"$(",           dollar_paren,       REACH_WHOLE, true,  false},
    {"$",            dollar_upper,       REACH_VALUE, true,  false},
    {"$",            dollar_name,        REACH_WORD,  false, false},
    {"{{",           double_brace,       REACH_LINE,  true,  true },
    {"<%",           angle_percent,      REACH_LINE,  true,  true },
    {"<",            angle_word,         REACH_WORD,  true,  false},
    {"<",            angle_any,          REACH_WHOLE, true,  false},
    {"__",           underscores,        REACH_VALUE, true,  false},
    {"@@",           double_at,          REACH_VALUE, true,  true },
    {"@",            single_at,          REACH_WORD,  true,  true },
    {"%{",           directive,          REACH_LINE,  true,  true },
    {"...",          dots,               REACH_WHOLE, false, false},
    {"\xE2\x80\xA6", dots,               REACH_WHOLE, false, false},
};
static const Form WORDS[] = {
    {"PLACEHOLDER", word_length, REACH_WORD,  false, false},
    {"YOUR_",       word_length, REACH_WORD,  false, false},
    {"YOUR-",       word_length, REACH_WORD,  false, false},
    {"your-",       word_length, REACH_WORD,  false, false},
    {"your_",       word_length, REACH_WORD,  false, false},
    {"xxx",         crosses,     REACH_WORD,  false, false},
    {"XXX",         crosses,     REACH_WORD,  false, false},
    {"REPLACE_",    word_length, REACH_WORD,  false, false},
    {"REPLACEME",   word_length, REACH_WORD,  false, false},
    {"replace-me",  word_length, REACH_WORD,  false, false},
    {"CHANGE_ME",   word_length, REACH_WORD,  false, false},
    {"CHANGEME",    word_length, REACH_WORD,  false, false},
    {"changeme",    NULL,        REACH_WHOLE, false, false},
    {"change-me",   word_length, REACH_WHOLE, false, false},
    {"TODO",        NULL,        REACH_WORD,  false, false},
    {"TBD",         NULL,        REACH_WORD,  false, false},
    {"FIXME",       NULL,        REACH_WORD,  false, false},
    {"ENC[",        encrypted,   REACH_WHOLE, false, false},
};
enum { SIGN_COUNT = sizeof SIGNS / sizeof *SIGNS, WORD_COUNT = sizeof WORDS / sizeof *WORDS };

/* Whether a form may start at text[i], by its first two characters. */
static bool may_start(Str text, size_t i)
{
    char next = at(text, i + 1);
    switch (text.ptr[i]) {
    case '%':
    case '{': return next == '{';
    case '_': return next == '_';
    case '.':
    case '\xE2': return i == 0;
    case 'P': return next == 'L';
    case 'Y':
    case 'T': return next == 'O' || next == 'B';
    case 'y': return next == 'o';
    case 'r': return next == 'e';
    case 'R': return next == 'E';
    case 'c': return next == 'h';
    case 'C': return next == 'H';
    case 'F': return next == 'I';
    case 'E': return next == 'N';
    case 'x':
    case 'X': return next == text.ptr[i];
    default: return true;
    }
}

/* Placeholders that were found, by reach; `line` also stands for one that is the whole text. */
typedef struct Look {
    bool word, value, line;
} Look;

/* Length of the form at text[i], told in look; 0 if it is none. */
static size_t match(const Form *form, Str text, size_t i, Look *look)
{
    Str rest = str_slice(text, i, i ? i + LONGEST : text.len), start = str_c(form->start);
    if ((form->reach == REACH_WHOLE && i > 0) || !str_starts(rest, start))
        return 0;
    size_t len = form->length ? form->length(rest) : is_name(at(rest, start.len)) ? 0 : start.len;
    if (len == 0 || (form->reach == REACH_WHOLE && len < text.len))
        return 0;
    look->line |= form->reach == REACH_LINE || len == text.len;
    look->word |= form->reach == REACH_WORD;
    look->value |= form->reach == REACH_VALUE;
    return len;
}

/* Whether what stands before text[i] takes its meaning: the middle of a word, a backslash, the
 * name of a group in a regular expression, (?P<name>…) or (?<name>…). */
static bool is_taken(Str text, size_t i)
{
    char before = ' ';
    if (i > 0)
        before = text.ptr[i - 1];
    if (ascii_letter(text.ptr[i]))
        return ascii_letter(before) || ascii_digit(before);
    if (text.ptr[i] == '<' && (before == '?' || str_ends(str_slice(text, 0, i), STR("?P"))))
        return true;
    return before == '\\';
}

static size_t find(Str text, size_t i, bool keys, Look *look)
{
    bool word = ascii_letter(text.ptr[i]);
    const Form *forms = word ? WORDS : SIGNS;
    size_t len = 0, count = word ? WORD_COUNT : SIGN_COUNT;
    if (is_taken(text, i))
        return 0;
    for (size_t f = 0; f < count && !len; f++) {
        if (!keys || forms[f].in_keys)
            len = match(&forms[f], text, i, look);
    }
    return len;
}

enum { MAY_START = 1, LINE = 2, SPACE = 4, OPERATOR = 8 };

/* What a byte outside placeholders tells of the text; most tell nothing. */
static const uint8_t BYTES[256] = {
    ['$'] = MAY_START,     ['@'] = MAY_START, ['%'] = MAY_START,  ['{'] = MAY_START,
    ['_'] = MAY_START,     ['.'] = MAY_START, [0xE2] = MAY_START, ['P'] = MAY_START,
    ['Y'] = MAY_START,     ['T'] = MAY_START, ['y'] = MAY_START,  ['r'] = MAY_START,
    ['R'] = MAY_START,     ['c'] = MAY_START, ['C'] = MAY_START,  ['F'] = MAY_START,
    ['E'] = MAY_START,     ['x'] = MAY_START, ['X'] = MAY_START,  ['<'] = MAY_START | OPERATOR,
    ['\n'] = LINE | SPACE, [' '] = SPACE,     ['\t'] = SPACE,     [';'] = OPERATOR,
    ['|'] = OPERATOR,      ['&'] = OPERATOR,  ['>'] = OPERATOR,   ['`'] = OPERATOR,
};

static bool look_at(Str text, bool keys)
{
    Look look = {.line = false};
    uint8_t seen = 0;
    for (size_t i = 0, len; i < text.len; i += len) {
        uint8_t byte = BYTES[(unsigned char)text.ptr[i]];
        len = byte & MAY_START && may_start(text, i) ? find(text, i, keys, &look) : 0;
        if (len)
            continue;
        len = 1;
        seen |= byte;
    }
    if (seen & LINE)
        return false;
    return look.line || (look.word && !(seen & SPACE)) ||
           (look.value && (seen & (SPACE | OPERATOR)) != (SPACE | OPERATOR));
}

bool placeholder_in_value(Str text)
{
    return look_at(str_trim(text), false);
}

bool placeholder_in_key(Str name)
{
    return look_at(name, true);
}

size_t placeholder_bracketed(Str text)
{
    text = str_slice(text, 0, LONGEST);
    for (size_t f = 0; f < SIGN_COUNT; f++) {
        size_t len = 0;
        if (SIGNS[f].bracketed && str_starts(text, str_c(SIGNS[f].start)))
            len = SIGNS[f].length(text);
        if (len)
            return len;
    }
    return 0;
}
