/* test_printable: no sentence makes a terminal do anything but show it. */
#include "check.h"
#include "error.h"
#include "printable.h"
#include "text.h"

#include <string.h>

static void check_becomes(const char *from, const char *to)
{
    char text[64];
    text_copy(text, sizeof text, from);
    printable_clean(text);
    CHECK(strcmp(text, to) == 0, "'%s' where '%s' belongs", text, to);
}

/* Escape sequences in all their forms, and marks that turn the direction of writing. */
static void control_characters(void)
{
    check_becomes("plain text, with\nline ends", "plain text, with\nline ends");
    check_becomes("\033]0;title\007 \033[2J\b\t\r\x7f", "?]0;title? ?[2J????");
    check_becomes("csi of one byte \x9b" "31m", "csi of one byte ?31m");
    check_becomes("csi of two \xc2\x9b" "31m", "csi of two ??31m");
    check_becomes("turned \xe2\x80\xae" "gnp.exe", "turned ???gnp.exe");
}

/* UTF-8 stays; bytes that are none, and forms that are longer than need be, do not. */
static void letters_of_all_kinds(void)
{
    check_becomes("Fl\xc3\xbcgel \xe7\xbf\xbc \xf0\x9f\x9b\xa9", "Fl\xc3\xbcgel \xe7\xbf\xbc \xf0\x9f\x9b\xa9");
    check_becomes("latin-1 fl\xfc" "gel", "latin-1 fl?gel");
    check_becomes("cut short \xe7\xbf", "cut short ??");
    check_becomes("too long a form \xc0\x9b \xe0\x82\x9b", "too long a form ?? ???");
}

/* Whatever bytes come, the length stays, and a second time changes nothing. */
static void all_pairs_of_bytes(void)
{
    for (int a = 1; a < 256; a++)
        for (int b = 1; b < 256; b++) {
            char text[4] = {(char)a, (char)b, 'x', 0}, again[4];
            printable_clean(text);
            memcpy(again, text, sizeof text);
            printable_clean(again);
            CHECK(text[2] == 'x' && memcmp(text, again, sizeof text) == 0, "%d %d", a, b);
            CHECK(!memchr(text, 27, 2) && !memchr(text, 0x9b, 1), "%d %d", a, b);
        }
}

/* Of the first character alone: letters of one to four bytes; none of what a page must not have. */
static void bytes_of_pages(void)
{
    static const struct {
        const char *text;
        int n;
    } row[] = {{"ab", 1}, {"\xc3\xa4x", 2}, {"\xe2\x82\xac", 3}, {"\xf0\x9f\x99\x82", 4}, {"\n", 0}, {"\t", 0},
               {"\x1b[0m", 0}, {"\x7f", 0}, {"\xc2\x85", 0}, {"\xe2\x80\xae", 0}, {"\xff", 0}, {"\xc3", 0}};
    for (size_t k = 0; k < sizeof row / sizeof *row; k++)
        CHECK(printable_bytes(row[k].text) == row[k].n, "row %d: %d bytes", (int)k, printable_bytes(row[k].text));
}

/* In one line, from which the text can be had again. */
static void escapes(void)
{
    static const char *const text[][2] = {
        {"runs/a b", "runs/a b"}, {"caf\303\251", "caf\303\251"}, {"", ""}, {"two\nlines\t", "two\\nlines\\t"},
        {"\\n", "\\\\n"}, {"caf\351", "caf\\xe9"}, {"\033[31m\r", "\\x1b[31m\\x0d"}, {"\302\205", "\\xc2\\x85"}};
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        char written[64] = "";
        FILE *f = fmemopen(written, sizeof written, "w");
        if (!f)
            return;
        printable_write(f, text[i][0]);
        fclose(f);
        CHECK(strcmp(written, text[i][1]) == 0, "%s", written);
    }
}

/* Cleaned when they are recorded, from whatever part. */
static void sentences(void)
{
    error_set("mesh\033[31m.cgns: is %s", "\007 damaged");
    CHECK(strcmp(error_message(), "mesh?[31m.cgns: is ? damaged") == 0, "%s", error_message());
    error_prefix("case\033[0m.cfg");
    CHECK(strcmp(error_message(), "case?[0m.cfg: mesh?[31m.cgns: is ? damaged") == 0, "%s", error_message());
    error_set("two\nlines");
    CHECK(strcmp(error_message(), "two?lines") == 0, "%s", error_message());
}

int main(void)
{
    CASE(control_characters);
    CASE(letters_of_all_kinds);
    CASE(all_pairs_of_bytes);
    CASE(bytes_of_pages);
    CASE(escapes);
    CASE(sentences);
    return check_end();
}
