/* JSON as it is written, character by character (RFC 8259), and numbers as they read back. */
#include "check.h"
#include "json_write.h"
#include "random.h"

#include <float.h>
#include <string.h>

static char text[4096];

/* What `write` writes into an object. */
static const char *written(void (*write)(struct json *))
{
    struct json j;
    FILE *f = tmpfile();
    json_begin(&j, f);
    write(&j);
    json_end(&j);
    rewind(f);
    text[fread(text, 1, sizeof text - 1, f)] = '\0';
    fclose(f);
    return text;
}

static void nothing(struct json *j)
{
    (void)j;
}

static void of_all_kinds(struct json *j)
{
    json_number(j, "x", 0.5);
    json_integer(j, "n", INT64_MIN);
    json_bool(j, "yes", true);
    json_bool(j, "no", false);
    json_text(j, "word", "a");
    json_array(j, "list");
    json_number(j, NULL, 1);
    json_object(j, NULL);
    json_close(j);
    json_array(j, NULL);
    json_integer(j, NULL, 2);
    json_close(j);
    json_close(j);
    json_object(j, "part");
    json_integer(j, "deep", 3);
    json_close(j);
}

/* Nothing, and each kind of value in an object, an array and a nested level. */
static void commas_and_indents(void)
{
    CHECK(strcmp(written(nothing), "{}\n") == 0, "%s", text);
    CHECK(strcmp(written(of_all_kinds),
                 "{\n  \"x\": 0.5,\n  \"n\": -9223372036854775808,\n  \"yes\": true,\n  \"no\": false,\n"
                 "  \"word\": \"a\",\n  \"list\": [\n    1,\n    {},\n    [\n      2\n    ]\n  ],\n"
                 "  \"part\": {\n    \"deep\": 3\n  }\n}\n") == 0, "%s", text);
}

static void quoted(struct json *j)
{
    json_text(j, "a\"b", "back\\slash \"quote\" line\n tab\t bell\007 del\177 \xc3\xa9 \xe9\xff");
}

/* Quotation mark, reverse solidus and control characters must be escaped; nothing else of UTF-8 need be. */
static void texts(void)
{
    CHECK(strcmp(written(quoted), "{\n  \"a\\\"b\": \"back\\\\slash \\\"quote\\\" line\\u000a tab\\u0009 bell\\u0007 "
                                  "del\177 \xc3\xa9 \\udce9\\udcff\"\n}\n") == 0, "%s", text);
}

static double value;

static void one_number(struct json *j)
{
    json_number(j, "x", value);
}

/* Doubles read back the same, bit for bit. */
static void numbers_read_back(void)
{
    static const double some[] = {0, -0.0, 1.0 / 3, DBL_MAX, -DBL_MIN, 0x1p-1074, 1e22, 123456789012345680.0};
    uint64_t seed = 3;
    for (int k = 0; k < 2000; k++) {
        uint64_t bits = random_bits(&seed);
        memcpy(&value, &bits, sizeof value);
        value = k < 8 ? some[k] : value;
        if (!isfinite(value))
            continue;
        const char *at = strstr(written(one_number), ": ");
        double back = at ? strtod(at + 2, NULL) : NAN;
        CHECK(memcmp(&back, &value, sizeof back) == 0, "%a, written: %s", value, text);
    }
}

/* As somebody typed them. */
static void short_numbers_stay_short(void)
{
    static const struct {
        double value;
        const char *text;
    } some[] = {{0.8, "0.8"}, {0.1, "0.1"}, {2.5e-6, "2.5e-06"}, {101325, "101325"}, {-288.15, "-288.15"}, {1e30, "1e+30"},
                {0.1 + 0.2, "0.30000000000000004"}};
    char line[64];
    for (size_t k = 0; k < sizeof some / sizeof *some; k++) {
        value = some[k].value;
        snprintf(line, sizeof line, "{\n  \"x\": %s\n}\n", some[k].text);
        CHECK(strcmp(written(one_number), line) == 0, "%s", text);
    }
}

/* JSON has no other word for them. */
static void no_numbers(void)
{
    static const double none[] = {NAN, INFINITY, -INFINITY};
    for (int k = 0; k < 3; k++) {
        value = none[k];
        CHECK(strcmp(written(one_number), "{\n  \"x\": null\n}\n") == 0, "%s", text);
    }
}

int main(void)
{
    CASE(commas_and_indents);
    CASE(texts);
    CASE(numbers_read_back);
    CASE(short_numbers_stay_short);
    CASE(no_numbers);
    return check_end();
}
