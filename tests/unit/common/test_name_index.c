/* test_name_index: numbers of names, against a search through a list. */
#include "check.h"
#include "growth.h"
#include "mem.h"
#include "name_index.h"

#include <stdio.h>
#include <string.h>

/* Letters, blanks and the empty name count; a name that comes again keeps its number. */
static void few_names(void)
{
    static const char *const name[] = {"wall", "", "far field", "wall ", "WALL", "far field"};
    static const int number[] = {0, 1, 2, 3, 4, 2};
    struct name_index x = {0};
    CHECK(name_index_find(&x, "wall") == -1, "an empty index holds nothing");
    for (int i = 0; i < 6; i++)
        CHECK(name_index_add(&x, name[i]) == number[i], "'%s'", name[i]);
    for (int i = 0; i < 6; i++)
        CHECK(name_index_find(&x, name[i]) == number[i] && strcmp(x.name[number[i]], name[i]) == 0, "'%s'", name[i]);
    CHECK(x.n == 5 && name_index_find(&x, "slip") == -1, "%d", x.n);
    name_index_free(&x);
    CHECK(x.n == 0 && name_index_find(&x, "wall") == -1, "empty again");
}

static double add_names(int n)
{
    struct name_index x = {0};
    char name[32];
    double start = growth_seconds();
    for (int i = 0; i < n; i++) {
        snprintf(name, sizeof name, "patch-%d", i);
        CHECK(name_index_add(&x, name) == i, "%s", name);
    }
    for (int i = 0; i < n; i += 7) {
        snprintf(name, sizeof name, "patch-%d", i);
        CHECK(name_index_add(&x, name) == i && name_index_find(&x, name + 1) == -1, "%s", name);
    }
    CHECK(x.n == n, "%d names", x.n);
    name_index_free(&x);
    return growth_seconds() - start;
}

/* Through many doublings of the table, in time in proportion. */
static void many_names(void)
{
    growth_check(add_names, 100000);
}

static void nothing_is_left(void)
{
    CHECK(mem_report_leaks() == 0, "blocks of memory");
}

int main(void)
{
    CASE(few_names);
    CASE(many_names);
    CASE(nothing_is_left);
    return check_end();
}
