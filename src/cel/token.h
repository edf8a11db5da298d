/* Text to tokens. A token is a kind and a Span: nothing is copied or decoded here (literal.h). */
#ifndef CEL_TOKEN_H
#define CEL_TOKEN_H

#include "doc/source.h"

typedef enum TokenKind {
    TOKEN_END,
    TOKEN_BAD, /* `why` says what is wrong with it */
    TOKEN_IDENT,
    TOKEN_QUOTED, /* `name` in backquotes, which are part of the span */
    TOKEN_INT,
    TOKEN_UINT,
    TOKEN_DOUBLE,
    TOKEN_STRING, /* prefix and quotes are part of the span, as of TOKEN_BYTES */
    TOKEN_BYTES,
    TOKEN_TRUE,
    TOKEN_FALSE,
    TOKEN_NULL,
    TOKEN_IN,
    TOKEN_DOT,
    TOKEN_COMMA,
    TOKEN_COLON,
    TOKEN_QUESTION,
    TOKEN_LPAREN,
    TOKEN_RPAREN,
    TOKEN_LBRACKET,
    TOKEN_RBRACKET,
    TOKEN_LBRACE,
    TOKEN_RBRACE,
    TOKEN_NOT,
    TOKEN_MINUS,
    TOKEN_PLUS,
    TOKEN_STAR,
    TOKEN_SLASH,
    TOKEN_PERCENT,
    TOKEN_AND,
    TOKEN_OR,
    TOKEN_EQ,
    TOKEN_NE,
    TOKEN_LT,
    TOKEN_LE,
    TOKEN_GT,
    TOKEN_GE
} TokenKind;

typedef struct Token {
    TokenKind kind;
    Span at;
    const char *why; /* of a TOKEN_BAD */
} Token;

/* The token at or after off, white space and comments skipped. At the end TOKEN_END, again and
 * again, with an empty span. */
Token token_next(Str text, uint32_t off);
/* A word that is no variable or function, though it may be a field (cel-spec, "RESERVED"). */
bool token_reserved(Str word);

#endif
