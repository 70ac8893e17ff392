/* The page of a run: all that it shows is in it, nothing outside is asked for; and
 * the reader of the JSON that it is made from.
 */
#include "check.h"
#include "input/json_read.h"
#include "viewers/picture.h"
#include "post_box.h"
#include "report/report.h"

#include <glob.h>
#include <unistd.h>
#include <zlib.h>

static char top[] = "/tmp/ufv-test-report-XXXXXX";

static bool has_gnuplot;

static double linear(const double x[3])
{
    return 10 + 3 * x[0] - 5 * x[1] + 7 * x[2];
}

static void write_text(const char *folder, const char *name, const char *text)
{
    char path[160];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    CHECK(f && fputs(text, f) >= 0 && fclose(f) == 0, "%s", path);
}

static int read_json(const char *text, struct json_value **v)
{
    char path[96];
    write_text(top, "value.json", text);
    snprintf(path, sizeof path, "%s/value.json", top);
    return json_read(path, v);
}

/* Each type, escapes and nesting; the text of a number is kept beside it. */
static void json_values(void)
{
    struct json_value *v;
    CHECK(read_json(" {\"a\": [1, -2.5e3, null, true],\n \"b\\n\\u0041\": {\"c\": \"x\\\"y\"}, \"d\": {}, \"e\": []} ",
                    &v) == 0, "%s", error_message());
    if (check_case_failures)
        return;
    const struct json_value *a = json_member(v, "a"), *b = json_member(v, "b\nA"), *item = a ? a->first : NULL;
    CHECK(a && a->type == JSON_ARRAY && item && item->number == 1, "a");
    item = item ? item->next : NULL;
    CHECK(item && item->number == -2500 && strcmp(item->text, "-2.5e3") == 0, "a[1]");
    item = item ? item->next : NULL;
    CHECK(item && item->type == JSON_NULL && item->next && item->next->type == JSON_BOOL, "a[2], a[3]");
    const struct json_value *c = json_member(b, "c");
    CHECK(c && c->type == JSON_TEXT && strcmp(c->text, "x\"y") == 0, "c is %s", c ? c->text : "missing");
    CHECK(json_member(v, "d")->first == NULL && json_member(v, "e")->type == JSON_ARRAY, "empty ones");
    CHECK(json_member(v, "f") == NULL && json_member(NULL, "f") == NULL, "f");
    json_free(v);
}

/* Texts that are no JSON, some of which strtod() would take for numbers, and brackets without end. */
static void json_mistakes(void)
{
    static const char *const text[] = {"", "{", "{\"a\" 1}", "{\"a\": }", "[1 2]", "[1,", "\"abc", "\"\\q\"", "{a: 1}",
                                       "nul", "1 2", "{\"a\": 1}}", "nan", "[inf]", "+1", ".5", "\"ab\\\""};
    struct json_value *v;
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        CHECK(read_json(text[i], &v) != 0 && v == NULL, "'%s' was read", text[i]);
        CHECK(strstr(error_message(), "value.json: line 1: "), "%s", error_message());
    }
    char deep[200];
    memset(deep, '[', 100);
    memset(deep + 100, ']', 99);
    deep[199] = '\0';
    CHECK(read_json(deep, &v) != 0 && strstr(error_message(), "too deeply"), "%s", error_message());
}

/* Types by place: what is there must fit, what is not there need not; other members may be anything. */
static void json_types(void)
{
    static const struct json_shape shape[] = {{"", JSON_IS(JSON_OBJECT)}, {"a.*.n", JSON_IS_NUMBER},
                                              {"a.*", JSON_IS(JSON_OBJECT)}, {"list.*", JSON_IS(JSON_TEXT)}};
    static const struct {
        const char *text, *sentence; /* NULL: it fits */
    } row[] = {
        {"{}", NULL},
        {"{\"b\": [1], \"a\": {\"x\": {\"n\": 1}, \"y\": {\"n\": null, \"m\": \"any\"}}}", NULL},
        {"{\"list\": [\"p\", \"q\"]}", NULL},
        {"3", "the top value is a number, not an object"},
        {"{\"a\": {\"x\": {\"n\": \"1\"}}}", "a.x.n is a string, not a number or null"},
        {"{\"a\": [{}, 1]}", "a[1] is a number, not an object"},
        {"{\"list\": [\"p\", {}]}", "list[1] is an object, not a string"},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct json_value *v;
        CHECK(read_json(row[i].text, &v) == 0, "%s", error_message());
        int status = json_check("x.json", v, shape, 4);
        CHECK((status != 0) == (row[i].sentence != NULL), "%s", row[i].text);
        CHECK(status == 0 || (row[i].sentence && strstr(error_message(), row[i].sentence)), "%s", error_message());
        json_free(v);
    }
}

static uint32_t big_endian(const uint8_t *b)
{
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

/* Two triangles, the nearer one over the other: pixels as a PNG's reader has them. */
static void pictures(void)
{
    enum { W = 64, H = 48 };
    struct picture p;
    static uint8_t raw[H][1 + 3 * W];
    picture_begin(W, H, &p);
    const struct picture_point far[3] = {{0, 0, 1, 0}, {40, 0, 1, 0}, {0, 40, 1, 0}};
    const struct picture_point near[3] = {{0, 0, 2, 1}, {0, 20, 2, 1}, {20, 0, 2, 1}}; /* the other way round */
    picture_triangle(&p, near, 0, 1, 1);
    picture_triangle(&p, far, 0, 1, 1);
    size_t n;
    uint8_t *png = picture_png(&p, &n);
    CHECK(n > 57 && memcmp(png, "\211PNG\r\n\032\n", 8) == 0 && memcmp(png + 12, "IHDR", 4) == 0, "head");
    CHECK(big_endian(png + 16) == W && big_endian(png + 20) == H, "size");
    uint32_t length = big_endian(png + 33);
    CHECK(memcmp(png + 37, "IDAT", 4) == 0 && 41 + length + 4 + 12 == n, "data of %d bytes", (int)length);
    CHECK(big_endian(png + 41 + length) == crc32(0, png + 37, length + 4), "checksum");
    uLongf size = sizeof raw;
    CHECK(uncompress(raw[0], &size, png + 41, length) == Z_OK && size == sizeof raw, "%d bytes", (int)size);
    CHECK(memcmp(png + n - 8, "IEND", 4) == 0, "end");
    int n_red = 0, n_blue = 0;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            const uint8_t *c = &raw[y][1 + 3 * x];
            n_red += c[0] > 150 && c[2] < 100;
            n_blue += c[0] < 100 && c[2] > 150;
        }
    /* Middles of pixels on or within the legs: (L - 1) L / 2 below the diagonal and L on it. */
    CHECK(n_red == 210 && n_blue == 820 - 210, "%d and %d pixels", n_red, n_blue);
    mem_free(png);
    /* The triangles fill the upper left; then the upper right too, and then all but the lower left. */
    CHECK(picture_free_corner(&p, 12) == 0, "corner %d", picture_free_corner(&p, 12));
    const struct picture_point right[3] = {{W, 0, 1, 0}, {W - 20, 0, 1, 0}, {W, 20, 1, 0}};
    picture_triangle(&p, right, 0, 1, 1);
    CHECK(picture_free_corner(&p, 12) == 2, "corner %d", picture_free_corner(&p, 12));
    const struct picture_point below[3] = {{W, H, 1, 0}, {W - 20, H, 1, 0}, {W, H - 20, 1, 0}};
    picture_triangle(&p, below, 0, 1, 1);
    CHECK(picture_free_corner(&p, 12) == 3 && picture_free_corner(&p, 1000) == 0, "corner %d",
          picture_free_corner(&p, 12));
    picture_free(&p);
    char path[96], text[32] = "";
    snprintf(path, sizeof path, "%s/base64", top);
    FILE *f = fopen(path, "w+");
    if (f) { /* RFC 4648, section 10 */
        picture_base64(f, (const uint8_t *)"foobar", 6);
        picture_base64(f, (const uint8_t *)"foob", 4);
        rewind(f);
        CHECK(fgets(text, sizeof text, f) && strcmp(text, "Zm9vYmFyZm9vYg==") == 0, "%s", text);
        fclose(f);
    }
}

static const char history[] = "iteration,wall_seconds,time,res_density,cl,cd\n0,0,0,1,0,0\n10,1,0,0.1,0.2,0.03\n"
                              "20,2,0,0.01,0.25,0.02\n";
static const char forces[] = "{\"cl\": 0.25, \"cd\": 0.02, \"cy\": 0, \"cmx\": 0, \"cmy\": -0.125, \"cmz\": 0.0625,\n"
                             "\"pressure\": {\"cl\": 0.25}, \"patches\": {\"zmin <b>\": {\"cl\": 0.123456}}}";
static const char run[] = "{\"mesh\": \"/a/box & co.cgns\", \"stopped_by\": \"all steps done\", \"cells\": 120,\n"
                          "\"converged\": false, \"verdict\": \"not converged: 2 < 8\",\n"
                          "\"settings\": {\"flow\": {\"mach\": 0.5, \"alpha\": 1.25},\n"
                          "\"stop\": {\"wall_time\": null}},\n"
                          "\"ranks\": [{\"host\": \"n1\"}], \"seconds\": {\"march\": 1.5, \"total\": 2.75},\n"
                          "\"versions\": {\"ufv\": \"0.1\"}}";

static int make_results(struct results *r, char results[80])
{
    struct box b = {.n = {6, 5, 4}, .length = {2, 1, 0.5}, .n_ranks = 2, .pressure = linear};
    char folder[64];
    snprintf(folder, sizeof folder, "%s/box", top);
    snprintf(results, 80, "%s/results", folder);
    TRY(box_write(&b, folder));
    write_text(results, "history.csv", history);
    write_text(results, "forces.json", forces);
    write_text(results, "run.json", run);
    return results_open(results, NULL, RESULTS_GEOMETRY, r);
}

static char *slurp(const char *path)
{
    char *text;
    MEM_NEW_ZERO(text, 1 << 20);
    FILE *f = fopen(path, "r");
    CHECK(f && fread(text, 1, (1 << 20) - 1, f) > 0, "%s", path);
    if (f)
        fclose(f);
    return text;
}

static int count(const char *text, const char *what)
{
    int n = 0;
    for (const char *at = text; (at = strstr(at, what)); at += strlen(what))
        n++;
    return n;
}

/* What is shown and that tags are closed; names and sentences escaped; no address that a browser would fetch. */
static void page(void)
{
    struct results r;
    char results[80], out[96];
    CHECK(make_results(&r, results) == 0, "%s", error_message());
    snprintf(out, sizeof out, "%s/page.html", top);
    struct report_options o = {.out = out, .quiet = true, .cp = {.span_axis = "y", .quantity = "cp"}};
    o.cp.patches.item[o.cp.patches.n++] = "ymin";
    o.cp.sections.item[o.cp.sections.n++] = "z=0.1";
    o.cp.sections.item[o.cp.sections.n++] = "z=0.3";
    CHECK(report_command(&r, &o) == 0, "%s", error_message());
    char *text = slurp(out);
    static const char *const shown[] = {"box &amp; co.cgns", "0.250000", "0.123456", "zmin &lt;b&gt;", "flow.alpha",
                                        "1.25", "not set", "2.75", "120 cells", "ymax", "all steps done", "-0.125",
                                        "<p class=\"verdict warning\"><b>Not converged</b>2 &lt; 8</p>",
                                        "</html>"};
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++)
        CHECK(strstr(text, shown[i]), "%s is not on the page", shown[i]);
    /* convergence, two sections, span load, and an arrow on each of three views of the walls */
    CHECK(count(text, "<svg") == 7 && count(text, "</svg>") == 7, "%d pictures", count(text, "<svg"));
    CHECK(count(text, "<table") == count(text, "</table>") && count(text, "<div") == count(text, "</div>"), "tags");
    /* Nothing that a browser would fetch: names of namespaces are no addresses. */
    CHECK(count(text, "http") == count(text, "xmlns=\"http") + count(text, "xmlns:xlink=\"http"), "addresses");
    /* three views, two slices */
    CHECK(count(text, "src=") == 5 && count(text, "src=\"data:image/png;base64,") == 5, "outside pictures");
    CHECK(!strstr(text, "@import") && count(text, "<script") == count(text, "<script>"), "outside resources");
    CHECK(strstr(text, "-0.1250</b><span>pitching moment coefficient, nose up positive"), "moment");
    const char *verdict = strstr(text, "Not converged"), *tiles = strstr(text, "class=\"tiles\"");
    CHECK(verdict && tiles && verdict < tiles, "the verdict comes first");
    CHECK(!strstr(text, "too hot"), "no cell is too hot");
    mem_free(text);
    /* a section in the x-y plane: about z the right-handed moment is nose down */
    r.reference.side_axis[1] = 0, r.reference.side_axis[2] = -1;
    r.reference.lift_axis[1] = 1, r.reference.lift_axis[2] = 0;
    CHECK(report_command(&r, &o) == 0, "%s", error_message());
    text = slurp(out);
    CHECK(strstr(text, "-0.0625</b><span>pitching moment coefficient, nose up"), "moment of a section");
    mem_free(text);
    /* gnuplot's pictures are files beside the page, under names of mkstemps() */
    glob_t beside;
    snprintf(out + strlen(out), sizeof out - strlen(out), ".*");
    CHECK(glob(out, 0, NULL, &beside) == GLOB_NOMATCH, "something is left: %s", out);
    globfree(&beside);
    results_close(&r);
}

/* Cells that are too hot stand behind the verdict, before any figure. */
static void page_of_hot_cells(void)
{
    struct results r;
    char results[80], out[96];
    CHECK(make_results(&r, results) == 0, "%s", error_message());
    write_text(results, "run.json",
               "{\"converged\": true, \"verdict\": \"converged: 8.0 decades\", \"hot_cells\": {\"cells\": 1,\n"
               "\"source_temperature\": 305.25, \"temperature_max\": 13800, \"hottest\": \"cell 7 on patch a<b\"}}");
    snprintf(out, sizeof out, "%s/hot.html", top);
    struct report_options o = {.out = out, .quiet = true, .cp = {.span_axis = "y", .quantity = "cp"}};
    CHECK(report_command(&r, &o) == 0, "%s", error_message());
    char *text = slurp(out);
    const char *verdict = strstr(text, "<b>Converged</b>"), *tiles = strstr(text, "class=\"tiles\""),
               *hot = strstr(text, "<p class=\"verdict warning\"><b>Cells that are too hot</b>1 cell is far hotter than "
                                   "the 305.25 K of the hottest stream or wall, up to 13800 K in cell 7 on patch "
                                   "a&lt;b: this is not physical, so do not rely on the flow near it;");
    CHECK(verdict && hot && tiles && verdict < hot && hot < tiles, "%s", hot ? "order" : "it is not on the page");
    mem_free(text);
    write_text(results, "run.json", run);
    results_close(&r);
}

/* Of a run in time: the means of lift and drag over the second half of it, steps of different lengths, and what its
 * last instant is called. */
static void page_in_time(void)
{
    struct results r;
    char results[80], out[96];
    CHECK(make_results(&r, results) == 0, "%s", error_message());
    write_text(results, "history.csv", "iteration,wall_seconds,time,res_density,cl,cd\n0,0,0,1,9,9\n1,1,1,0.1,0.2,0.03\n"
                                       "2,2,1.25,0.1,0.4,0.05\n3,3,2,0.01,0.8,0.01\n");
    snprintf(out, sizeof out, "%s/time.html", top);
    struct report_options o = {.out = out, .quiet = true, .cp = {.span_axis = "y", .quantity = "cp"}};
    CHECK(report_command(&r, &o) == 0, "%s", error_message());
    char *text = slurp(out);
    /* cl: 0.25 s at 0.3 and 0.75 s at 0.6; cd: 0.04 and 0.03 */
    CHECK(strstr(text, "<tr><th>c<sub>L</sub></th><td class=\"n\">0.5250</td><td class=\"n\">0.2000</td>"
                       "<td class=\"n\">0.8000</td></tr>"), "mean of cl");
    CHECK(strstr(text, "<tr><th>drag, counts</th><td class=\"n\">325.0</td><td class=\"n\">100.0</td>"
                       "<td class=\"n\">500.0</td></tr>"), "mean of cd");
    CHECK(strstr(text, "from t = 1 s to 2 s") && strstr(text, "lift coefficient, last instant") &&
              strstr(text, "<h2>History</h2>") && !strstr(text, "Coloured rows"), "words");
    mem_free(text);
    write_text(results, "history.csv", history);
    CHECK(report_command(&r, &o) == 0, "%s", error_message());
    text = slurp(out);
    CHECK(!strstr(text, "last instant") && strstr(text, "<h2>Convergence</h2>"), "a steady run");
    mem_free(text);
    results_close(&r);
}

/* Columns of pressure and friction stand where there is friction; a history of one row is not drawn; powers in units
 * are raised. */
static void page_of_little(void)
{
    struct results r;
    char results[80], out[96];
    CHECK(make_results(&r, results) == 0, "%s", error_message());
    snprintf(out, sizeof out, "%s/little.html", top);
    struct report_options o = {.out = out, .quiet = true, .cp = {.span_axis = "y", .quantity = "cp"}};
    write_text(results, "history.csv", "iteration,wall_seconds,time,res_density,cl,cd\n0,0,0,1,0,0\n");
    write_text(results, "forces.json", "{\"cl\": 0.25, \"cd\": 0.02, \"cy\": 0, \"cmx\": 0, \"cmy\": 0, \"cmz\": 0,\n"
                                       "\"pressure\": {\"cd\": 0.02}, \"friction\": {\"cd\": 0}}");
    CHECK(report_command(&r, &o) == 0, "%s", error_message());
    char *text = slurp(out);
    CHECK(!strstr(text, "of friction") && strstr(text, "<th class=\"n\">L/D</th>"), "an inviscid run");
    CHECK(strstr(text, "The history has a single row"), "one row");
    int pictures = count(text, "<svg");
    CHECK(strstr(text, ", kg/m<sup>3</sup></th>") && !strstr(text, "kg/m^3"), "units");
    mem_free(text);
    write_text(results, "history.csv", history);
    write_text(results, "forces.json", "{\"cl\": 0.25, \"cd\": 0.02, \"cy\": 0, \"cmx\": 0, \"cmy\": 0, \"cmz\": 0,\n"
                                       "\"pressure\": {\"cd\": 0.0125}, \"friction\": {\"cd\": 0.0075}}");
    CHECK(report_command(&r, &o) == 0, "%s", error_message());
    text = slurp(out);
    CHECK(strstr(text, "<td class=\"n\">200.0</td><td class=\"n\">125.0</td><td class=\"n\">75.0</td>"), "parts");
    CHECK(!strstr(text, "single row") && count(text, "<svg") == pictures + 1, "three rows");
    mem_free(text);
    write_text(results, "forces.json", forces);
    results_close(&r);
}

/* Options that are missing or too many, a run.json that is cut off, and a patch that is not there: no page is left. */
static void refusals(void)
{
    struct results r;
    char results[80], out[96];
    CHECK(make_results(&r, results) == 0, "%s", error_message());
    snprintf(out, sizeof out, "%s/refused.html", top);
    struct report_options o = {.quiet = true, .cp = {.span_axis = "y", .quantity = "cp"}};
    CHECK(report_command(&r, &o) != 0 && strstr(error_message(), "--out"), "%s", error_message());
    o.out = out;
    o.cp.references.item[o.cp.references.n++] = "x.csv";
    CHECK(report_command(&r, &o) != 0 && strstr(error_message(), "--reference"), "%s", error_message());
    o.cp.references.n = 0;
    write_text(results, "run.json", "{\"mesh\": ");
    CHECK(report_command(&r, &o) != 0 && strstr(error_message(), "run.json"), "%s", error_message());
    write_text(results, "run.json", run);
    o.cp.patches.item[o.cp.patches.n++] = "nowhere";
    o.cp.sections.item[o.cp.sections.n++] = "z=0.1";
    CHECK(!has_gnuplot || (report_command(&r, &o) != 0 && strstr(error_message(), "nowhere")), "%s", error_message());
    CHECK(access(out, F_OK) != 0, "%s is there", out);
    results_close(&r);
}

int main(void)
{
    if (!mkdtemp(top))
        return 1;
    CASE(json_values);
    CASE(json_mistakes);
    CASE(json_types);
    CASE(pictures);
    has_gnuplot = system("command -v gnuplot >/dev/null 2>&1") == 0;
    if (has_gnuplot) {
        CASE(page);
        CASE(page_of_hot_cells);
        CASE(page_in_time);
        CASE(page_of_little);
    } else {
        printf("skip page gnuplot is not installed\n");
    }
    CASE(refusals);
    char command[64];
    snprintf(command, sizeof command, "rm -rf '%s'", top);
    CHECK(system(command) == 0, "%s was not removed", top);
    CHECK(mem_report_leaks() == 0, "leaks");
    return check_end() || check_case_failures;
}
