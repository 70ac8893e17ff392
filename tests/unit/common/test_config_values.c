/* INI files as people write them: what is a key, what a value and what a comment; the place
 * that messages name; values that are and are not numbers.
 */
#include "check.h"
#include "config.h"
#include "error.h"
#include "mem.h"
#include "pipeline.h"

#include <string.h>

static char path[PATH_MAX];

static int read_text(const char *text, struct config *c)
{
    snprintf(path, sizeof path, "%s/case.cfg", pipeline_scratch());
    pipeline_write(path, text);
    return config_read(path, c);
}

static void check_value(struct config *c, const char *section, const char *key, const char *value, int line)
{
    const struct config_entry *e = config_find(c, section, key);
    CHECK(e && strcmp(e->value, value) == 0 && e->line == line, "[%s] %s = %s, line %d", section, key,
          e ? e->value : "(none)", e ? e->line : -1);
}

/* Blanks, comments, signs within values, equal keys of two sections, and the line of each. */
static void entries(void)
{
    struct config c;
    CHECK(read_text("# a case\n\n[flow]\n  mach = 0.8 # of the free stream\nname=a#b;c ; said twice\n"
                    "; nothing\n[ time ]\n\tsteps\t=\t7\t\nempty =\nmach = 3\nlast = 1 = 2",
                    &c) == 0,
          "%s", error_message());
    CHECK(c.n_entries == 6 && c.n_headings == 2, "%d entries, %d headings", c.n_entries, c.n_headings);
    check_value(&c, "flow", "mach", "0.8", 4);
    check_value(&c, "flow", "name", "a#b;c", 5);
    check_value(&c, "time", "steps", "7", 8);
    check_value(&c, "time", "empty", "", 9);
    check_value(&c, "time", "mach", "3", 10); /* a section's own */
    check_value(&c, "time", "last", "1 = 2", 11); /* the file ends without a line end */
    CHECK(!config_find(&c, "flow", "steps") && !config_find(&c, "tim", "steps"), "found where it is not");
    CHECK(c.heading[0].line == 3 && strcmp(c.heading[1].section, "time") == 0, "headings");
    config_free(&c);
}

/* Whoever owns the table of keys finds those nobody has asked for. */
static void what_was_asked_for(void)
{
    struct config c;
    CHECK(read_text("[a]\nx = 1\ny = 2\n", &c) == 0, "%s", error_message());
    config_find(&c, "a", "y");
    config_find(&c, "b", "x");
    CHECK(!c.entry[0].used && c.entry[1].used, "used: %d %d", c.entry[0].used, c.entry[1].used);
    config_free(&c);
}

/* Over what the file says; the first dot and the first equals sign divide. */
static void set_on_the_command_line(void)
{
    struct config c;
    CHECK(read_text("[time]\nsteps = 7\n", &c) == 0, "%s", error_message());
    CHECK(config_set(&c, "time.steps=9") == 0 && config_set(&c, "patches.a.b = wall x=1") == 0, "%s", error_message());
    check_value(&c, "time", "steps", "9", 0);
    check_value(&c, "patches", "a.b", "wall x=1", 0);
    CHECK(strcmp(config_place(&c, config_find(&c, "time", "steps")), "--set time.steps") == 0, "%s",
          config_place(&c, config_find(&c, "time", "steps")));
    static const char *const wrong[] = {"steps=9", "time.steps", ".steps=9", "time.=9", "time=a.b"};
    for (int k = 0; k < 5; k++)
        CHECK(config_set(&c, wrong[k]) != 0 && strstr(error_message(), wrong[k]), "%s: %s", wrong[k], error_message());
    config_free(&c);
}

/* A message names the file, the line and what is there. */
static void refusals(void)
{
    static const struct {
        const char *text, *place, *word;
    } file[] = {{"[flow\nmach = 1\n", ":1: ", "[flow"},
                {"[flow]x\n", ":1: ", "[flow]x"},
                {"\nmach = 1\n", ":2: ", "mach"},
                {"[flow]\nmach\n", ":2: ", "mach"},
                {"[flow]\n= 1\n", ":2: ", "key"},
                {"[flow]\na = 1\n[time]\n[flow]\na = 2\n", ":5: ", "line 2"},
                {"[flow]\n\001\033[31mred\n", ":2: ", "??[31mred"}};
    for (int k = 0; k < 7; k++) {
        struct config c;
        error_set("no error was set");
        CHECK(read_text(file[k].text, &c) != 0, "file %d was read", k);
        CHECK(strncmp(error_message(), path, strlen(path)) == 0 && strstr(error_message(), file[k].place) &&
                  strstr(error_message(), file[k].word), "%s", error_message());
        config_free(&c);
    }
    struct config c;
    CHECK(config_read("/nowhere/case.cfg", &c) != 0 && strstr(error_message(), "/nowhere/case.cfg"), "%s",
          error_message());
    config_free(&c);
}

/* A line of 4095 characters is read, one more is refused. */
static void long_lines(void)
{
    for (int more = 0; more < 2; more++) {
        struct config c;
        char text[8192] = "[flow]\nname = ";
        size_t begin = strlen(text), n = 4094 - strlen("name = ") + (size_t)more;
        memset(text + begin, 'x', n);
        strcpy(text + begin + n, "\n");
        int status = read_text(text, &c);
        CHECK((status == 0) == (more == 0), "%d characters: %d", 4094 + more, status);
        if (status == 0)
            CHECK(strlen(config_find(&c, "flow", "name")->value) == n, "cut short");
        config_free(&c);
    }
}

static const struct config_entry *entry_of(struct config *c, const char *value)
{
    static int number;
    char assignment[256];
    snprintf(assignment, sizeof assignment, "v.k%d=%s", number++, value);
    CHECK(config_set(c, assignment) == 0, "%s", error_message());
    return &c->entry[c->n_entries - 1];
}

/* The whole value must be the number. */
static void numbers(void)
{
    static const char *const no_number[] = {"", "x", "1x", "1 2", "nan", "1,2", "--1"};
    static const char *const no_integer[] = {"", "1.5", "1e3", "x", "9223372036854775808", "3 4"};
    struct config c;
    double x = NAN;
    long n = 0;
    CHECK(read_text("[v]\n", &c) == 0, "%s", error_message());
    CHECK(config_to_double(&c, entry_of(&c, "-1.25e-3"), &x) == 0, "%s", error_message());
    CHECK_NEAR(x, -0.00125, 0);
    CHECK(config_to_long(&c, entry_of(&c, "-42"), &n) == 0 && n == -42, "%ld", n);
    for (int k = 0; k < 7; k++)
        CHECK(config_to_double(&c, entry_of(&c, no_number[k]), &x) != 0, "'%s' is a number", no_number[k]);
    for (int k = 0; k < 6; k++)
        CHECK(config_to_long(&c, entry_of(&c, no_integer[k]), &n) != 0, "'%s' is a whole number", no_integer[k]);
    CHECK(strstr(error_message(), "--set v.k"), "%s", error_message());
    config_free(&c);
}

/* Words of truth as they are listed, and three numbers with blanks, commas or both. */
static void words_and_vectors(void)
{
    static const char *const three[] = {"1 2 3", "1,2,3", " 1 , 2 ,3 ", "1e0\t2.0 3."};
    static const char *const not_three[] = {"1 2", "1 2 3 4", ",1 2 3", "1 2 x", "1 nan 3", "1 2 3 x"};
    struct config c;
    bool flag = false;
    CHECK(read_text("[v]\n", &c) == 0, "%s", error_message());
    CHECK(config_to_bool(&c, entry_of(&c, "on"), &flag) == 0 && flag, "on");
    CHECK(config_to_bool(&c, entry_of(&c, "false"), &flag) == 0 && !flag, "false");
    CHECK(config_to_bool(&c, entry_of(&c, "Yes"), &flag) != 0 && config_to_bool(&c, entry_of(&c, "2"), &flag) != 0,
          "words that are neither");
    for (int k = 0; k < 4; k++) {
        double x[3] = {NAN, NAN, NAN};
        CHECK(config_to_doubles(&c, entry_of(&c, three[k]), 3, x) == 0, "%s", error_message());
        for (int d = 0; d < 3; d++)
            CHECK_NEAR(x[d], d + 1, 0);
    }
    for (int k = 0; k < 6; k++) {
        double x[4];
        CHECK(config_to_doubles(&c, entry_of(&c, not_three[k]), 3, x) != 0, "'%s' is three numbers", not_three[k]);
    }
    config_free(&c);
}

/* Paths in a file are relative to the file. */
static void paths(void)
{
    struct config c;
    CHECK(read_text("[v]\nfile = a/b\n", &c) == 0, "%s", error_message());
    char *relative = config_resolve_path(&c, "a/b"), *absolute = config_resolve_path(&c, "/a/b"), wanted[PATH_MAX + 8];
    snprintf(wanted, sizeof wanted, "%s/a/b", pipeline_scratch());
    CHECK(strcmp(relative, wanted) == 0, "%s", relative);
    CHECK(strcmp(absolute, "/a/b") == 0, "%s", absolute);
    mem_free(relative);
    mem_free(absolute);
    config_free(&c);
}

static void nothing_leaks(void)
{
    CHECK(mem_report_leaks() == 0, "blocks left");
}

int main(void)
{
    CASE(entries);
    CASE(what_was_asked_for);
    CASE(set_on_the_command_line);
    CASE(refusals);
    CASE(long_lines);
    CASE(numbers);
    CASE(words_and_vectors);
    CASE(paths);
    CASE(nothing_leaks);
    return check_end();
}
