#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/vec.h"

/* What went wrong, in words; strerror is neither stable nor thread-safe. */
static Str why_of(int error)
{
    switch (error) {
    case ENOENT: return STR("no such file or folder");
    case EACCES:
    case EPERM: return STR("permission denied");
    case EISDIR: return STR("is a folder");
    case ENOTDIR: return STR("a part of the path is no folder");
    case ELOOP: return STR("too many symbolic links");
    case ENAMETOOLONG: return STR("the name is too long");
    case EMFILE:
    case ENFILE: return STR("too many open files");
    case EIO: return STR("the disk reports a read error");
    default: return STR("cannot be read");
    }
}

static Str too_large(Arena *a, size_t most)
{
    if (most >= 1 << 20)
        return arena_printf(a, "above %zu MiB", most >> 20);
    return arena_printf(a, "above %zu bytes", most);
}

/* One read, again after a signal. */
static ssize_t read_some(int fd, char *into, size_t room)
{
    ssize_t got;
    do
        got = read(fd, into, room);
    while (got < 0 && errno == EINTR);
    return got;
}

/* To the end of the file; `size` is what it is expected to have. Stops once it is above most. */
static bool read_all(Arena *a, int fd, size_t size, size_t most, Str *out)
{
    size_t cap = size + 1, len = 0; /* one more: a file that did not grow ends in one read */
    char *bytes = arena_array(a, char, cap);
    while (len <= most) {
        if (len == cap) {
            if (!arena_extend(a, bytes + cap, cap)) {
                char *moved = arena_array(a, char, 2 * cap);
                memcpy(moved, bytes, len);
                bytes = moved;
            }
            cap *= 2;
        }
        ssize_t got = read_some(fd, bytes + len, cap - len);
        if (got < 0)
            return false;
        if (got == 0)
            break;
        len += (size_t)got;
    }
    *out = (Str){bytes, len};
    return true;
}

static bool read_open(Arena *a, int fd, size_t most, Str *out, Str *why)
{
    struct stat st;
    size_t expected = 64 << 10; /* of a pipe, and of what has no size: /proc */
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0) {
        if ((uintmax_t)st.st_size > most) {
            *why = too_large(a, most);
            return false;
        }
        expected = (size_t)st.st_size;
    }
    Str text;
    if (!read_all(a, fd, expected, most, &text)) {
        *why = why_of(errno);
        return false;
    }
    if (text.len > most) {
        *why = too_large(a, most);
        return false;
    }
    *out = text;
    return true;
}

bool file_read(Arena *a, Str path, size_t most, Str *out, Str *why)
{
    if (str_eq(path, STR("-")))
        return read_open(a, STDIN_FILENO, most, out, why);
    int fd = open(arena_copy(a, path).ptr, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (fd < 0) {
        *why = why_of(errno);
        return false;
    }
    bool good = read_open(a, fd, most, out, why);
    (void)close(fd);
    return good;
}

static FileKind kind_of(mode_t mode)
{
    if (S_ISREG(mode))
        return FILE_REGULAR;
    if (S_ISDIR(mode))
        return FILE_FOLDER;
    return S_ISLNK(mode) ? FILE_LINK : FILE_OTHER;
}

/* path has a NUL behind it. */
static FileKind kind_at(int folder, const char *path, bool follow)
{
    struct stat st;
    if (fstatat(folder, path, &st, follow ? 0 : AT_SYMLINK_NOFOLLOW) != 0)
        return FILE_NONE;
    return kind_of(st.st_mode);
}

FileKind file_kind(Str path, bool follow)
{
    char text[PATH_MAX];
    if (path.len >= sizeof text || path.len == 0)
        return FILE_NONE;
    memcpy(text, path.ptr, path.len);
    text[path.len] = '\0';
    return kind_at(AT_FDCWD, text, follow);
}

static int by_name(const void *a, const void *b)
{
    return str_cmp(((const FolderEntry *)a)->name, ((const FolderEntry *)b)->name);
}

bool folder_list(Arena *a, Str path, const FolderEntry **out, size_t *count, Str *why)
{
    VEC(FolderEntry) entries = {NULL, 0, 0};
    DIR *folder = opendir(path.len ? arena_copy(a, path).ptr : ".");
    if (!folder) {
        *why = why_of(errno);
        return false;
    }
    const struct dirent *entry;
    while ((errno = 0, entry = readdir(folder)) != NULL) {
        Str name = str_c(entry->d_name);
        if (str_eq(name, STR(".")) || str_eq(name, STR("..")))
            continue;
        *vec_push(a, &entries) =
            (FolderEntry){arena_copy(a, name), kind_at(dirfd(folder), entry->d_name, false)};
    }
    int error = errno;
    (void)closedir(folder);
    if (error) {
        *why = why_of(error);
        return false;
    }
    if (entries.len)
        qsort(entries.items, entries.len, sizeof *entries.items, by_name);
    *out = entries.items;
    *count = entries.len;
    return true;
}

Str path_join(Arena *a, Str folder, Str name)
{
    if (folder.len == 0)
        return arena_copy(a, name);
    bool slash = str_ends(folder, STR("/"));
    return arena_printf(a, "%.*s%s%.*s", STR_ARG(folder), slash ? "" : "/", STR_ARG(name));
}
