/* test_config: INI files as editors and pipes give them, damaged ones, and long ones. */
#include "check.h"
#include "config.h"
#include "error.h"
#include "growth.h"
#include "pipeline.h"

static char path[PATH_MAX];

static void write_bytes(const char *bytes, size_t n)
{
    snprintf(path, sizeof path, "%s/case.cfg", pipeline_scratch());
    FILE *f = fopen(path, "wb");
    fwrite(bytes, 1, n, f);
    fclose(f);
}
#define WRITE(literal) write_bytes(literal, sizeof(literal) - 1)

/* The file is [a] x = 1, [b] y = two words. */
static void check_both(const char *how)
{
    struct config c;
    int status = config_read(path, &c);
    CHECK(status == 0, "%s: %s", how, status ? error_message() : "");
    struct config_entry *x = config_find(&c, "a", "x"), *y = config_find(&c, "b", "y");
    CHECK(x && y && strcmp(x->value, "1") == 0 && strcmp(y->value, "two words") == 0, "%s", how);
    CHECK(c.n_entries == 2 && c.n_headings == 2 && y && y->line == 4 && y->used, "%s", how);
    config_free(&c);
}

static void check_refused(const char *words)
{
    struct config c;
    CHECK(config_read(path, &c) != 0, "taken");
    CHECK(strstr(error_message(), path) && strstr(error_message(), words), "%s", error_message());
    for (const char *p = error_message(); *p; p++)
        CHECK((unsigned char)*p >= 0x20 && *p != 0x7f, "the sentence holds byte %d", *p);
    config_free(&c);
}

/* Line ends of two systems, a byte order mark, comments, no end of the last line: one and the same file. */
static void as_editors_write(void)
{
    WRITE("[a]\nx = 1\n[b]\ny = two words # why\n");
    check_both("plain");
    WRITE("[a]\r\nx = 1\r\n[b]\r\ny = two words\r\n");
    check_both("lines that end as on DOS");
    WRITE("\xef\xbb\xbf[a]\nx = 1\n[b]\ny = two words");
    check_both("a byte order mark, and no end of the last line");
    WRITE("\xef\xbb\xbf# comment\r\n[a] ; comment\r\nx=1\r\n");
    struct config c;
    CHECK(config_read(path, &c) == 0 && config_find(&c, "a", "x") && config_find(&c, "a", "x")->line == 3, "%s",
          error_message());
    config_free(&c);
}

static void check_entry(const struct config *c, int i, const char *key, const char *value)
{
    CHECK(i < c->n_entries && strcmp(c->entry[i].key, key) == 0 && strcmp(c->entry[i].value, value) == 0,
          "entry %d: '%s' = '%s', not '%s' = '%s'", i, i < c->n_entries ? c->entry[i].key : "",
          i < c->n_entries ? c->entry[i].value : "", key, value);
}

/* Names with signs that mean something else stand in quotes, as keys and among the words of a value. */
static void names_in_quotes(void)
{
    struct config c;
    WRITE("[patches]\n\"Body #2 (upper)\" = wall # a comment\n\"a = b; c\"=slip\n\"plain\" = wall\n5\" pipe = wall\n"
          "\"half = wall\n[groups]\nbody = \"Body #2 (upper)\" wing, \"a = b; c\" # a \"comment\n"
          "number = \"0.7\"\nlast = x \"y z\"\n");
    CHECK(config_read(path, &c) == 0, "%s", error_message());
    check_entry(&c, 0, "Body #2 (upper)", "wall");
    check_entry(&c, 1, "a = b; c", "slip");
    check_entry(&c, 2, "plain", "wall");
    check_entry(&c, 3, "5\" pipe", "wall");
    check_entry(&c, 4, "\"half", "wall");
    check_entry(&c, 5, "body", "Body?#2?(upper) wing, a???b;?c");
    check_entry(&c, 6, "number", "\"0.7\"");
    check_entry(&c, 7, "last", "x y?z");
    CHECK(config_set(&c, "patches.\"a.b = c\"=wall") == 0, "%s", error_message());
    check_entry(&c, 8, "a.b = c", "wall");
    CHECK(config_set(&c, "patches.\"a=b\"") != 0 && strstr(error_message(), "write --set section.key=value"), "%s",
          error_message());
    config_free(&c);
    WRITE("[patches]\nBody #2 (upper) = wall\n");
    check_refused(
        ":2: 'Body' is cut off by the comment behind it; a name with a # or ; after a blank stands in quotes");
}

/* Bytes that no text has, and a key that comes twice; sentences show no control characters. */
static void no_text(void)
{
    WRITE("[a]\nx = 1\0\n");
    check_refused(":2: holds a zero byte, so it is not a text file");
    WRITE("\xff\xfe[\0a\0]\0\n\0");
    check_refused("UTF-16");
    WRITE("[\0a\0]\0\n\0x\0=\0001\0\n\0");
    check_refused("UTF-16");
    WRITE("[a]\n\033[31mred\n");
    check_refused(":2: '?[31mred' is neither");
    WRITE("[a]\nx = 1\nx = 2\n");
    check_refused(":3: [a] x is already set in line 2");
}

/* Read twice, as ufv-solve does when it starts another program. */
static void from_a_pipe(void)
{
    int ends[2];
    static const char text[] = "[a]\nx = 1\n[b]\ny = two words\n";
    CHECK(pipe(ends) == 0 && write(ends[1], text, strlen(text)) > 0 && close(ends[1]) == 0, "pipe");
    snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    check_both("first");
    check_both("again");
    close(ends[0]);
}

/* The last --set counts, and all entries of that key are known as used. */
static void later_ones_win(void)
{
    struct config c;
    WRITE("[a]\nx = 1\n[b]\ny = 2\n");
    CHECK(config_read(path, &c) == 0 && config_set(&c, "a.x=3") == 0 && config_set(&c, "a.x=4") == 0, "%s",
          error_message());
    const struct config_entry *e = config_find(&c, "a", "x");
    CHECK(e && strcmp(e->value, "4") == 0 && strcmp(config_place(&c, e), "--set a.x") == 0, "the last --set");
    CHECK(c.n_entries == 4 && c.entry[0].used && c.entry[2].used && c.entry[3].used && !c.entry[1].used, "used");
    const struct config_entry *third = config_overridden(&c, e), *first = third ? config_overridden(&c, third) : NULL;
    CHECK(third == &c.entry[2] && first == &c.entry[0] && !config_overridden(&c, first), "what they override");
    CHECK(first && first->overridden && third->overridden && !e->overridden && !c.entry[1].overridden, "overridden");
    CHECK(!config_find(&c, "a", "y") && !config_find(&c, "c", "x"), "found what is not there");
    config_free(&c);
}

/* A file of n lines, each looked up. */
static double read_lines(int n)
{
    struct config c;
    snprintf(path, sizeof path, "%s/long.cfg", pipeline_scratch());
    FILE *f = fopen(path, "w");
    fputs("[patches]\n", f);
    for (int i = 0; i < n; i++)
        fprintf(f, "wall-%d-* = slip\n", i);
    fclose(f);
    double start = growth_seconds();
    CHECK(config_read(path, &c) == 0 && c.n_entries == n, "%s", error_message());
    for (int i = 0; i < n; i++)
        CHECK(config_find(&c, "patches", c.entry[i].key) == &c.entry[i], "entry %d", i);
    double seconds = growth_seconds() - start;
    config_free(&c);
    return seconds;
}

/* Time in proportion to the number of lines: 1e5 took minutes when each was held against all before it. */
static void many_lines(void)
{
    growth_check(read_lines, 100000);
}

static void nothing_is_left(void)
{
    CHECK(mem_report_leaks() == 0, "blocks of memory");
}

int main(void)
{
    CASE(as_editors_write);
    CASE(names_in_quotes);
    CASE(no_text);
    CASE(from_a_pipe);
    CASE(later_ones_win);
    CASE(many_lines);
    CASE(nothing_is_left);
    return check_end();
}
