/* Files and folders, each with a ceiling. The world fails with one message in words. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include "base/arena.h"

/* The whole file ("-" is standard input). On failure *why is "no such file", "above 64 MiB"… */
bool file_read(Arena *a, Str path, size_t most, Str *out, Str *why);

typedef enum FileKind { FILE_NONE, FILE_REGULAR, FILE_FOLDER, FILE_LINK, FILE_OTHER } FileKind;

FileKind file_kind(Str path, bool follow); /* FILE_LINK only when not followed */

typedef struct FolderEntry {
    Str name;
    FileKind kind; /* links are not followed */
} FolderEntry;

/* Entries sorted by name in byte order, "." and ".." left out. */
bool folder_list(Arena *a, Str path, const FolderEntry **out, size_t *count, Str *why);
/* "a" and "b" give "a/b", "." and "b" give "./b", "" and "b" give "b". */
Str path_join(Arena *a, Str folder, Str name);

#endif
