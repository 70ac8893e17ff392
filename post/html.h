/* html.h: pieces of an HTML page. */
#ifndef UFV_POST_HTML_H
#define UFV_POST_HTML_H

#include "json_read.h"

#include <stdio.h>

/* Head and style, to <main>; and the end. */
void html_begin(FILE *f, const char *title);
void html_end(FILE *f);

/* Text with what HTML reserves escaped. */
void html_text(FILE *f, const char *text);
void html_heading(FILE *f, const char *text);

/* A row of a table: a name and a value; unit may be "". */
void html_row(FILE *f, const char *name, const char *value, const char *unit);

/* The members of an object as a table of names and values; objects within it get
 * rows "name.member". */
void html_object(FILE *f, const struct json_value *object);

/* A value in one line: numbers to six digits, arrays with commas. */
void html_value(FILE *f, const struct json_value *v);

/* The picture of an SVG file, in the page itself. */
int html_svg(FILE *f, const char *path);

#endif
