/* html.h: pieces of an HTML page. */
#ifndef UFV_POST_PLOT_HTML_H
#define UFV_POST_PLOT_HTML_H

#include "input/json_read.h"

#include <stdio.h>

/* Is a page to be written under the name of a picture or another document? Then it is an error. */
int html_check_name(const char *path);

/* Head and style, to <main>. Errors of writing are seen when f is closed, here and below. */
void html_begin(FILE *f, const char *title);

/* The end of the page. */
void html_end(FILE *f);

/* Text with what HTML reserves escaped; control characters become '?'. */
void html_text(FILE *f, const char *text);

/* A heading of the second level; text is escaped. */
void html_heading(FILE *f, const char *text);

/* The same of the program's own text, which may hold elements. */
void html_heading_html(FILE *f, const char *html);

/* A unit, escaped, with each power of one digit (m^3) raised. */
void html_unit(FILE *f, const char *unit);

/* A row of a table: a name and a value; both are escaped. */
void html_row(FILE *f, const char *name, const char *value);

/* A cell of a table; a dash where there is no value (NaN, an infinity), so that columns stay in line. */
void html_number(FILE *f, double value, int decimals);

/* The members of an object as a table of names and values; objects within it get
 * rows "name.member". Any other value has no rows. */
void html_object(FILE *f, const struct json_value *object);

/* A value of any type in one line: numbers to six digits, arrays and objects with commas. */
void html_value(FILE *f, const struct json_value *v);

/* The picture of a PNG file, in the page itself; alt: what it shows, escaped. An error when the file cannot be read. */
int html_png(FILE *f, const char *path, const char *alt);

/* The picture of an SVG file, in the page itself; an error when there is none in it. With panels (gnuplot.h), values
 * under the pointer are shown below it where the page has the script. */
int html_svg(FILE *f, const char *path);

/* Once a page, behind its pictures: shows the point of a curve that is nearest to the pointer. Needs no network. */
void html_hover_script(FILE *f);

#endif
