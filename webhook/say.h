/* Say: a verdict in the words that reach people, within what the API server lets through: it
 * drops a warning with a control character and everything past a budget, without a word. */
#ifndef WEBHOOK_SAY_H
#define WEBHOOK_SAY_H

#include "webhook/verdict.h"

typedef VEC(Str) TextList;

typedef struct Note {
    Str key, value;
} Note;

typedef VEC(Note) NoteList;

/* `text` without control characters, cut after `most` characters. */
Str say_clean(Arena *a, Str text, size_t most);
/* Every error of the object, what denies first; where the space ends at least its rule's id. */
Str say_denial(Arena *a, const Verdict *v, const ReviewRequest *r);
void say_warnings(Arena *a, const Verdict *v, TextList *out);
/* Audit annotations: one for each rule that advises. */
void say_notes(Arena *a, const Verdict *v, NoteList *out);

#endif
