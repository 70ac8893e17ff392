/* test_name_glob: the names that a pattern may mean, against a look at each of them. */
#include "check.h"
#include "mem.h"
#include "name_glob.h"
#include "random.h"
#include "text.h"

#include <stdbool.h>
#include <string.h>

enum { N = 400, LONGEST = 6 };

static char text[N][LONGEST + 1];
static const char *name[N];

/* Few letters, so that many names begin alike and some are equal; some hold what patterns are made of. */
static void random_text(uint64_t *seed, const char *letters, char *to)
{
    int n = (int)(random_unit(seed) * (LONGEST + 1));
    for (int i = 0; i < n; i++)
        to[i] = letters[(int)(random_unit(seed) * (double)strlen(letters))];
    to[n] = '\0';
}

/* What the search by halves leaves out must not match. Names with pattern characters of their own included. */
static void same_as_looking_at_each(void)
{
    struct name_glob g;
    uint64_t seed = 5;
    for (int i = 0; i < N; i++) {
        random_text(&seed, "ab_*[", text[i]);
        name[i] = text[i];
    }
    name_glob_make(&g, N, name);
    long matches = 0;
    for (int trial = 0; trial < 3000; trial++) {
        char pattern[LONGEST + 1];
        int first, end;
        bool looked_at[N] = {false};
        random_text(&seed, "ab_*?[]\\", pattern);
        name_glob_range(&g, pattern, &first, &end);
        CHECK(first >= 0 && first <= end && end <= N, "%d to %d", first, end);
        for (int i = first; i < end; i++) {
            CHECK(g.name[i] == name[g.number[i]], "place %d", i);
            looked_at[g.number[i]] = true;
        }
        for (int i = 0; i < N; i++) {
            bool means = strcmp(pattern, name[i]) == 0 || text_glob(pattern, name[i]);
            matches += means;
            CHECK(!means || looked_at[i], "'%s' is not among those that '%s' may mean", name[i], pattern);
        }
    }
    CHECK(matches > 1000, "%ld matches", matches);
    name_glob_free(&g);
}

/* What is looked at is what begins as the pattern does: a count, whatever the machine. */
static void few_are_looked_at(void)
{
    static char patch[1000][24];
    const char *all[1000];
    struct name_glob g;
    int first, end;
    for (int i = 0; i < 1000; i++) {
        snprintf(patch[i], sizeof patch[i], "patch_%d", i);
        all[i] = patch[i];
    }
    name_glob_make(&g, 1000, all);
    name_glob_range(&g, "patch_77", &first, &end);
    CHECK(end - first == 1 && strcmp(g.name[first], "patch_77") == 0, "%d names", end - first);
    name_glob_range(&g, "patch_77*", &first, &end);
    CHECK(end - first == 11, "%d names", end - first);
    name_glob_range(&g, "*", &first, &end);
    CHECK(end - first == 1000, "%d names", end - first);
    name_glob_range(&g, "q", &first, &end);
    CHECK(end == first, "%d names", end - first);
    name_glob_free(&g);
    name_glob_make(&g, 0, all);
    name_glob_range(&g, "*", &first, &end);
    CHECK(end == first, "%d names", end - first);
    name_glob_free(&g);
}

static void nothing_is_left(void)
{
    CHECK(mem_report_leaks() == 0, "blocks of memory");
}

static void lists_end_where_they_are_full(void)
{
    char text[24] = "";
    CHECK(text_list_add(text, sizeof text, "WING") && text_list_add(text, sizeof text, "FLAP"), "%s", text);
    CHECK(strcmp(text, "WING, FLAP") == 0, "%s", text);
    CHECK(!text_list_add(text, sizeof text, "NACELLE") && strcmp(text, "WING, FLAP, ...") == 0, "%s", text);
}

int main(void)
{
    CASE(same_as_looking_at_each);
    CASE(few_are_looked_at);
    CASE(nothing_is_left);
    CASE(lists_end_where_they_are_full);
    return check_end();
}
