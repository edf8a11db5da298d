#include "cel/token.h"

#include "base/ascii.h"

static bool is_word_start(char c)
{
    return ascii_letter(c) || c == '_';
}

static bool is_word(char c)
{
    return is_word_start(c) || ascii_digit(c);
}

/* The byte at i, NUL past the end: no token holds a NUL outside quotes. */
static char peek(Str text, size_t i)
{
    return i < text.len ? text.ptr[i] : '\0';
}

static size_t skip_blank(Str text, size_t i)
{
    while (i < text.len) {
        char c = text.ptr[i];
        if (c == '/' && peek(text, i + 1) == '/') {
            while (i < text.len && text.ptr[i] != '\n')
                i++;
        } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f') {
            i++;
        } else {
            break;
        }
    }
    return i;
}

static Token made(TokenKind kind, size_t from, size_t to)
{
    return (Token){
        kind, {(uint32_t)from, (uint32_t)(to - from)},
         NULL
    };
}

static Token bad(size_t from, size_t to, const char *why)
{
    return (Token){
        TOKEN_BAD, {(uint32_t)from, (uint32_t)(to - from)},
         why
    };
}

/* ---- numbers ---- */

static size_t skip_digits(Str text, size_t i)
{
    while (ascii_digit(peek(text, i)))
        i++;
    return i;
}

/* exp -> [eE] [+-]? [0-9]+ ; i itself when there is none */
static size_t skip_exponent(Str text, size_t i)
{
    if (peek(text, i) != 'e' && peek(text, i) != 'E')
        return i;
    size_t digits = i + 1 + (peek(text, i + 1) == '+' || peek(text, i + 1) == '-');
    return ascii_digit(peek(text, digits)) ? skip_digits(text, digits) : i;
}

static Token int_or_uint(Str text, size_t from, size_t end)
{
    bool is_unsigned = peek(text, end) == 'u' || peek(text, end) == 'U';
    return made(is_unsigned ? TOKEN_UINT : TOKEN_INT, from, end + is_unsigned);
}

static Token number(Str text, size_t from)
{
    if (text.ptr[from] == '0' && peek(text, from + 1) == 'x' &&
        ascii_hex(peek(text, from + 2)) >= 0) {
        size_t end = from + 2;
        while (ascii_hex(peek(text, end)) >= 0)
            end++;
        return int_or_uint(text, from, end);
    }
    size_t whole = skip_digits(text, from), end = whole;
    if (peek(text, end) == '.' && ascii_digit(peek(text, end + 1)))
        end = skip_digits(text, end + 1);
    end = skip_exponent(text, end);
    return end > whole ? made(TOKEN_DOUBLE, from, end) : int_or_uint(text, from, whole);
}

/* ---- quoted ---- */

/* The end of a literal in three quotes, or 0: it may hold anything but the three quotes. */
static size_t end_of_triple(Str text, size_t i, char quote, bool raw)
{
    for (; i < text.len; i++) {
        if (!raw && text.ptr[i] == '\\')
            i++;
        else if (text.ptr[i] == quote && peek(text, i + 1) == quote && peek(text, i + 2) == quote)
            return i + 3;
    }
    return 0;
}

static size_t end_of_single(Str text, size_t i, char quote, bool raw)
{
    for (; i < text.len && text.ptr[i] != '\n' && text.ptr[i] != '\r'; i++) {
        if (text.ptr[i] == quote)
            return i + 1;
        i += !raw && text.ptr[i] == '\\';
    }
    return 0;
}

static size_t line_end(Str text, size_t i)
{
    while (i < text.len && text.ptr[i] != '\n' && text.ptr[i] != '\r')
        i++;
    return i;
}

/* quote is where the first quote stands, behind the prefix. */
static Token quoted(Str text, size_t from, size_t quote, bool raw)
{
    char q = text.ptr[quote];
    bool bytes = text.ptr[from] == 'b' || text.ptr[from] == 'B';
    bool triple = peek(text, quote + 1) == q && peek(text, quote + 2) == q;
    size_t end =
        triple ? end_of_triple(text, quote + 3, q, raw) : end_of_single(text, quote + 1, q, raw);
    if (!end)
        return bad(from, line_end(text, from), "this string is not closed");
    return made(bytes ? TOKEN_BYTES : TOKEN_STRING, from, end);
}

/* Where the quote stands when a string prefix (r, b, br in either case) begins at i, else 0. */
static size_t prefixed_quote(Str text, size_t i, bool *raw)
{
    size_t at = i + (peek(text, i) == 'b' || peek(text, i) == 'B');
    *raw = peek(text, at) == 'r' || peek(text, at) == 'R';
    at += *raw;
    return at > i && (peek(text, at) == '"' || peek(text, at) == '\'') ? at : 0;
}

static Token backquoted(Str text, size_t from)
{
    size_t i = from + 1;
    for (; i < text.len && text.ptr[i] != '`'; i++) {
        char c = text.ptr[i];
        if (!is_word(c) && c != '.' && c != '-' && c != '/' && c != ' ')
            return bad(from, i + 1,
                       "a name in backquotes holds letters, digits, '_', '.', '-', "
                       "'/' and spaces only");
    }
    if (i == text.len || i == from + 1)
        return bad(from, i, "this backquote is not closed");
    return made(TOKEN_QUOTED, from, i + 1);
}

/* ---- words and signs ---- */

static Token word(Str text, size_t from)
{
    static const struct {
        Str word;
        TokenKind kind;
    } KEYWORDS[] = {
        {STR_INIT("true"),  TOKEN_TRUE },
        {STR_INIT("false"), TOKEN_FALSE},
        {STR_INIT("null"),  TOKEN_NULL },
        {STR_INIT("in"),    TOKEN_IN   }
    };
    size_t end = from + 1;
    while (end < text.len && is_word(text.ptr[end]))
        end++;
    Str found = str_slice(text, from, end);
    for (size_t i = 0; found.len <= 5 && i < sizeof KEYWORDS / sizeof *KEYWORDS; i++) {
        if (str_eq(KEYWORDS[i].word, found))
            return made(KEYWORDS[i].kind, from, end);
    }
    return made(TOKEN_IDENT, from, end);
}

/* Two-byte signs come before their first byte. */
static const struct {
    char text[3];
    TokenKind kind;
} SIGNS[] = {
    {"&&", TOKEN_AND     },
    {"||", TOKEN_OR      },
    {"==", TOKEN_EQ      },
    {"!=", TOKEN_NE      },
    {"<=", TOKEN_LE      },
    {">=", TOKEN_GE      },
    {"<",  TOKEN_LT      },
    {">",  TOKEN_GT      },
    {".",  TOKEN_DOT     },
    {",",  TOKEN_COMMA   },
    {":",  TOKEN_COLON   },
    {"?",  TOKEN_QUESTION},
    {"(",  TOKEN_LPAREN  },
    {")",  TOKEN_RPAREN  },
    {"[",  TOKEN_LBRACKET},
    {"]",  TOKEN_RBRACKET},
    {"{",  TOKEN_LBRACE  },
    {"}",  TOKEN_RBRACE  },
    {"!",  TOKEN_NOT     },
    {"-",  TOKEN_MINUS   },
    {"+",  TOKEN_PLUS    },
    {"*",  TOKEN_STAR    },
    {"/",  TOKEN_SLASH   },
    {"%",  TOKEN_PERCENT }
};

/* What people type out of habit, and what it should have been. Longest first. */
static const struct {
    Str text;
    const char *why;
} SLIPS[] = {
    {STR_INIT("="),            "to compare, write '=='"               },
    {STR_INIT("&"),            "to join conditions, write '&&'"       },
    {STR_INIT("|"),            "to join conditions, write '||'"       },
    {STR_INIT("#"),            "a comment begins with '//'"           },
    {STR_INIT(";"),            "an expression has no ';'"             },
    {STR_INIT("\xe2\x80\x98"), "use the plain quote ' around strings" },
    {STR_INIT("\xe2\x80\x99"), "use the plain quote ' around strings" },
    {STR_INIT("\xe2\x80\x9c"), "use the plain quote \" around strings"},
    {STR_INIT("\xe2\x80\x9d"), "use the plain quote \" around strings"},
};

static Token stray(Str text, size_t from)
{
    Str rest = str_skip(text, from);
    for (size_t i = 0; i < sizeof SLIPS / sizeof *SLIPS; i++) {
        if (str_starts(rest, SLIPS[i].text))
            return bad(from, from + SLIPS[i].text.len, SLIPS[i].why);
    }
    size_t end = from + 1;
    while (end < text.len && ((unsigned char)text.ptr[end] & 0xC0) == 0x80)
        end++; /* all of a character, so that it can be shown */
    return bad(from, end, "this character has no meaning here");
}

static Token sign(Str text, size_t from)
{
    char c = text.ptr[from], next = peek(text, from + 1);
    for (size_t i = 0; i < sizeof SIGNS / sizeof *SIGNS; i++) {
        const char *s = SIGNS[i].text;
        if (s[0] == c && (!s[1] || s[1] == next))
            return made(SIGNS[i].kind, from, from + (s[1] ? 2 : 1));
    }
    return stray(text, from);
}

Token token_next(Str text, uint32_t off)
{
    size_t from = skip_blank(text, off);
    if (from >= text.len)
        return made(TOKEN_END, text.len, text.len);
    char c = text.ptr[from];
    bool raw = false;
    size_t quote = prefixed_quote(text, from, &raw);
    if (quote || c == '"' || c == '\'')
        return quoted(text, from, quote ? quote : from, quote && raw);
    if (is_word_start(c))
        return word(text, from);
    if (ascii_digit(c) || (c == '.' && ascii_digit(peek(text, from + 1))))
        return number(text, from);
    return c == '`' ? backquoted(text, from) : sign(text, from);
}

bool token_reserved(Str word)
{
    static const Str WORDS[] = {STR_INIT("as"),        STR_INIT("break"),  STR_INIT("const"),
                                STR_INIT("continue"),  STR_INIT("else"),   STR_INIT("for"),
                                STR_INIT("function"),  STR_INIT("if"),     STR_INIT("import"),
                                STR_INIT("let"),       STR_INIT("loop"),   STR_INIT("package"),
                                STR_INIT("namespace"), STR_INIT("return"), STR_INIT("var"),
                                STR_INIT("void"),      STR_INIT("while")};
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        if (str_eq(WORDS[i], word))
            return true;
    }
    return false;
}
