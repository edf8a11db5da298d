#include "cli/git.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"

enum { ARGS = 12, CHUNK = 1 << 16 };

typedef struct Git {
    Arena *arena;
    char *args[ARGS];
    size_t count;
    int in; /* -1: nothing to read */
} Git;

static void arg(Git *g, Str text)
{
    g->args[g->count++] = (char *)(uintptr_t)arena_copy(g->arena, text).ptr;
}

static Git git_in(Arena *a, Str root)
{
    Git g = {.arena = a, .in = -1};
    arg(&g, STR("git"));
    arg(&g, STR("--no-optional-locks"));
    arg(&g, STR("-C"));
    arg(&g, root);
    return g;
}

/* In the child. What git has to say of a failure is told in our own words. */
static _Noreturn void become(const Git *g, int out)
{
    int nothing = open("/dev/null", O_RDWR);
    (void)dup2(g->in < 0 ? nothing : g->in, STDIN_FILENO);
    (void)dup2(out, STDOUT_FILENO);
    (void)dup2(nothing, STDERR_FILENO);
    (void)execvp(g->args[0], g->args);
    _exit(127);
}

static void drain(int from, Buf *out)
{
    char chunk[CHUNK];
    ssize_t got;
    while ((got = read(from, chunk, sizeof chunk)) > 0 || (got < 0 && errno == EINTR)) {
        if (got > 0)
            buf_add(out, (Str){chunk, (size_t)got});
    }
}

/* True when git ended well; *out is what it wrote. */
static bool git_run(Git *g, Str *out)
{
    int ends[2], status = -1;
    if (pipe(ends) != 0)
        return false;
    pid_t child = fork();
    if (child == 0) {
        (void)close(ends[0]);
        become(g, ends[1]);
    }
    (void)close(ends[1]);
    Buf text;
    buf_init(&text, g->arena, SIZE_MAX);
    if (child > 0) {
        drain(ends[0], &text);
        while (waitpid(child, &status, 0) < 0 && errno == EINTR)
            continue;
    }
    (void)close(ends[0]);
    *out = buf_str(&text);
    return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* The tree's id: what follows speaks of this, whatever the revision is called. */
static bool resolve(Arena *a, Str root, Str revision, Str *id)
{
    Git g = git_in(a, root);
    arg(&g, STR("rev-parse"));
    arg(&g, STR("--verify"));
    arg(&g, STR("--quiet"));
    arg(&g, STR("--end-of-options"));
    arg(&g, arena_printf(a, "%.*s^{tree}", STR_ARG(revision)));
    bool known = git_run(&g, id);
    *id = str_trim(*id);
    return known;
}

/* "100644 blob ID\tPATH": links and submodules are no files. */
static void entry_read(Arena *a, Str entry, GitTree *out)
{
    Str head, path, mode, kind, id;
    if (!str_cut(entry, '\t', &head, &path) || !str_cut(head, ' ', &mode, &head) ||
        !str_cut(head, ' ', &kind, &id) || !str_starts(mode, STR("100")))
        return;
    *vec_push(a, &out->files) = (GitFile){.path = path, .id = id};
}

bool git_list(Arena *a, Str root, Str revision, GitTree *out, Str *why)
{
    *out = (GitTree){.root = root};
    Str id, list, entry;
    if (!resolve(a, root, revision, &id)) {
        *why = arena_printf(a, "git knows no revision '%.*s' in %.*s", STR_ARG(revision),
                            STR_ARG(root));
        return false;
    }
    Git g = git_in(a, root);
    arg(&g, STR("ls-tree"));
    arg(&g, STR("-r"));
    arg(&g, STR("-z"));
    arg(&g, STR("--full-tree"));
    arg(&g, id);
    if (!git_run(&g, &list)) {
        *why = STR("git cannot list the files of the revision");
        return false;
    }
    while (str_next(&list, '\0', &entry))
        entry_read(a, entry, out);
    return true;
}

/* "ID blob SIZE\n", the text, "\n" for each file that was asked for. */
static bool texts_read(Str answer, const GitFiles *files)
{
    for (size_t i = 0; i < files->len; i++) {
        Str head, rest, size;
        int64_t bytes;
        if (!str_cut(answer, '\n', &head, &rest))
            return false;
        size = str_skip(head, str_rfind_char(head, ' ') + 1);
        if (!str_int(size, &bytes) || bytes < 0 || (uint64_t)bytes >= rest.len)
            return false;
        files->items[i]->text = str_slice(rest, 0, (size_t)bytes);
        answer = str_skip(rest, (size_t)bytes + 1);
    }
    return true;
}

/* The questions lie in a file without a name, so that git's answers cannot block them. */
bool git_read(Arena *a, const GitTree *tree, const GitFiles *files, Str *why)
{
    *why = STR("git cannot read the files of the revision");
    FILE *questions = files->len ? tmpfile() : NULL;
    if (!questions)
        return !files->len;
    for (size_t i = 0; i < files->len; i++)
        (void)fprintf(questions, "%.*s\n", STR_ARG(files->items[i]->id));
    bool good = fflush(questions) == 0;
    rewind(questions);
    Git g = git_in(a, tree->root);
    g.in = fileno(questions);
    arg(&g, STR("cat-file"));
    arg(&g, STR("--batch"));
    Str answer;
    good = good && git_run(&g, &answer) && texts_read(answer, files);
    (void)fclose(questions);
    return good;
}
