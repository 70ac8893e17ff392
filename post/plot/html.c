/* html.c: the style of the page and the ways in which values become rows of tables. */
#include "plot/html.h"

#include "error.h"
#include "printable.h"
#include "viewers/picture.h"
#include "text.h"

#include <errno.h>
#include <math.h>
#include <string.h>

/* In the page itself, so that a report is one file that can be mailed and read without a network. */
static const char style[] =
    "body{margin:0;font:16px/1.5 system-ui,sans-serif;color:#1d2733;background:#f4f6f8}\n"
    "main{max-width:62rem;margin:0 auto;padding:1rem 1rem 3rem}\n"
    "h1{font-size:1.6rem;line-height:1.25;margin:1.2rem 0 .3rem;overflow-wrap:anywhere}\n"
    "h2{font-size:1.15rem;margin:2.2rem 0 .6rem;border-bottom:2px solid #0060ad;padding-bottom:.2rem}\n"
    "p{margin:.4rem 0}.note{color:#4a5868}\n"
    ".warning{background:#fff4e0;border-left:4px solid #d97700;padding:.4rem .8rem}\n"
    ".scroll{overflow-x:auto;background:#fff;border:1px solid #d8dee6;border-radius:6px}\n"
    "table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}\n"
    "th,td{padding:.28rem .7rem;text-align:left;vertical-align:top;border-bottom:1px solid #eceff3}\n"
    "tr:last-child td,tr:last-child th{border-bottom:0}\n"
    "th{font-weight:600;color:#3a4756;white-space:nowrap}\n"
    "td.n{text-align:right;white-space:nowrap}th.n{text-align:right;white-space:normal}\n"
    "td{overflow-wrap:anywhere}\n"
    ".tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(8.5rem,1fr));gap:.6rem;margin:1rem 0}\n"
    ".tile{background:#fff;border:1px solid #d8dee6;border-radius:6px;padding:.5rem .8rem}\n"
    ".tile b{display:block;font-size:1.25rem;font-variant-numeric:tabular-nums}\n"
    ".tile span{color:#4a5868;font-size:.85rem}\n"
    "figure{margin:0 0 .6rem;background:#fff;border:1px solid #d8dee6;border-radius:6px;padding:.4rem;"
    "overflow-x:auto}\n"
    "figure.curves svg{cursor:crosshair;touch-action:pan-y}"
    "figure.curves figcaption{display:flow-root;min-height:1.5em}"
    "output.hint{font-weight:400!important;color:#4a5868!important}\n"
    ".key{display:inline-block;width:1.4rem;height:.2rem;vertical-align:middle;margin-right:.5rem}\n"
    "td.good{color:#1f8a4c;font-weight:600}td.bad{color:#b45f00;font-weight:600}\n"
    "figure svg{display:block;width:100%;height:auto;max-width:44rem;margin:0 auto}\n"
    ".figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(29rem,100%),1fr));gap:.6rem}\n"
    ".views{grid-template-columns:repeat(auto-fit,minmax(min(19rem,100%),1fr))}\n"
    "td.p{white-space:nowrap}\n"
    "figure img{display:block;width:100%;height:auto}figcaption{font-size:.85rem;color:#4a5868}\n"
    ".bar{display:inline-block;width:9rem;height:.8rem;vertical-align:middle;border:1px solid #d8dee6}\n"
    "details{margin:.4rem 0}summary{cursor:pointer;color:#0060ad;margin-bottom:.4rem}\n"
    ".verdict{font-size:1.05rem;padding:.5rem .9rem;border-left:5px solid #8a97a6;background:#fff;margin:.6rem 0}\n"
    ".verdict b{display:block;font-size:1.25rem}.verdict.good{border-color:#1f8a4c;background:#eaf6ee}\n"
    ".verdict.warning{border-color:#d97700;background:#fff4e0}\n"
    "tr.sum{font-weight:600;background:#eef2f6}tr.group{background:#e9f1fb}\n"
    "figure.wall>div{position:relative}.arrow{position:absolute;right:.4rem;top:.4rem;width:3.2rem;height:3.2rem}"
    ".arrow.left{right:auto;left:.4rem}.arrow.low{top:auto;bottom:.4rem}\n"
    "figcaption output{float:right;font-weight:600;color:#1d2733;font-variant-numeric:tabular-nums}\n"
    "figure.wall img{cursor:crosshair;touch-action:pan-x pan-y}\n"
    "@media(max-width:40rem){th,td{padding:.25rem .4rem;font-size:.85rem}h1{font-size:1.3rem}}\n";

int html_check_name(const char *path)
{
    static const char *const other[] = {"*.png", "*.svg", "*.pdf", "*.jpg"};
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        if (text_glob(other[i], path))
            return error_set("%s: what is written is an HTML page; give it a name that ends in .html", path);
    return 0;
}

/* Keys .k1 to .k7 have the colours of gnuplot's line styles. */
static void write_keys(FILE *f)
{
    static const char plots[] =
#include "plot/plot_style.inc"
        ;
    const char *at = plots;
    int n;
    char colour[8];
    while ((at = strstr(at, "set style line "))) {
        if (sscanf(at, "set style line %d linecolor rgb '%7[#0-9a-f]'", &n, colour) == 2)
            fprintf(f, ".k%d{background:%s}", n, colour);
        at++;
    }
    fputc('\n', f);
}

void html_begin(FILE *f, const char *title)
{
    fprintf(f, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
               "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>");
    html_text(f, title);
    fprintf(f, "</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>\n%s", style);
    write_keys(f);
    fprintf(f, "</style>\n</head>\n<body>\n<main>\n");
}

void html_end(FILE *f)
{
    fprintf(f, "</main>\n</body>\n</html>\n");
}

/* Writes the character that text begins with, or '?' for one that has no place in a page, and returns its bytes. */
static int write_character(FILE *f, const char *text)
{
    int n = strchr("\t\n", *text) ? 1 : printable_bytes(text);
    const char *escape = *text == '<' ? "&lt;" : *text == '>' ? "&gt;" : *text == '&' ? "&amp;"
                         : *text == '"' ? "&quot;" : NULL;
    if (escape)
        fputs(escape, f);
    else if (n == 0)
        fputc('?', f);
    else
        fwrite(text, 1, (size_t)n, f);
    return n == 0 ? 1 : n;
}

/* Names of patches, files and fields come from meshes; without the escapes one of them could put a script into the
 * page. */
void html_text(FILE *f, const char *text)
{
    while (*text)
        text += write_character(f, text);
}

void html_heading(FILE *f, const char *text)
{
    fprintf(f, "<h2>");
    html_text(f, text);
    fprintf(f, "</h2>\n");
}

/* For headings with entities, which the program writes itself: never for text of a file. */
void html_heading_html(FILE *f, const char *html)
{
    fprintf(f, "<h2>%s</h2>\n", html);
}

void html_number(FILE *f, double value, int decimals)
{
    if (isfinite(value))
        fprintf(f, "<td class=\"n\">%.*f</td>", decimals, value);
    else
        fprintf(f, "<td class=\"n\">&ndash;</td>");
}

void html_unit(FILE *f, const char *unit)
{
    for (const char *c = unit; *c;) {
        bool raised = *c == '^' && c[1];
        c += raised;
        fputs(raised ? "<sup>" : "", f);
        c += write_character(f, c);
        fputs(raised ? "</sup>" : "", f);
    }
}

void html_row(FILE *f, const char *name, const char *value)
{
    fprintf(f, "<tr><th>");
    html_text(f, name);
    fprintf(f, "</th><td>");
    html_text(f, value);
    fprintf(f, "</td></tr>\n");
}

/* As people read it; a list's members with commas, an object's with their names. */
void html_value(FILE *f, const struct json_value *v)
{
    switch (v->type) {
    case JSON_NULL: fprintf(f, "not set"); break;
    case JSON_BOOL: fprintf(f, v->number != 0 ? "yes" : "no"); break;
    /* Counts of cells and iterations are shown whole, which %.6g would round. */
    case JSON_NUMBER: fprintf(f, v->number > 1e6 && !strpbrk(v->text, ".eE") ? "%.0f" : "%.6g", v->number); break;
    case JSON_TEXT: html_text(f, v->text[0] ? v->text : "(empty)"); break;
    case JSON_ARRAY:
    case JSON_OBJECT:
        for (const struct json_value *c = v->first; c; c = c->next) {
            if (c->key) {
                html_text(f, c->key);
                fputc(' ', f);
            }
            html_value(f, c);
            fprintf(f, "%s", c->next ? ", " : "");
        }
        break;
    }
}

/* Objects in objects become rows with dotted names (reference.length). The lengths in the format keep a name within
 * its buffer however long its keys are. */
static void object_rows(FILE *f, const struct json_value *object, const char *prefix)
{
    for (const struct json_value *v = object->first; v; v = v->next) {
        char name[128];
        snprintf(name, sizeof name, "%.40s%s%.60s", prefix, prefix[0] ? "." : "", v->key ? v->key : "");
        /* An empty object is a row without a value: it would vanish otherwise. */
        if (v->type == JSON_OBJECT && v->first) {
            object_rows(f, v, name);
            continue;
        }
        fprintf(f, "<tr><th>");
        html_text(f, name);
        fprintf(f, "</th><td>");
        html_value(f, v);
        fprintf(f, "</td></tr>\n");
    }
}

void html_object(FILE *f, const struct json_value *object)
{
    fprintf(f, "<div class=\"scroll\"><table>\n");
    object_rows(f, object, "");
    fprintf(f, "</table></div>\n");
}

/* The picture's bytes as a data: address, so that the page stays one file. */
int html_png(FILE *f, const char *path, const char *alt)
{
    FILE *in = fopen(path, "rb");
    if (!in)
        return error_set("%s: %s", path, strerror(errno));
    uint8_t bytes[3 * 4096]; /* whole groups of three, so that their texts follow one another */
    size_t n;
    fprintf(f, "<figure><img alt=\"");
    html_text(f, alt);
    fprintf(f, "\" src=\"data:image/png;base64,");
    while ((n = fread(bytes, 1, sizeof bytes, in)) > 0)
        picture_base64(f, bytes, n);
    int failed = ferror(in);
    fprintf(f, "\"></figure>\n");
    fclose(in);
    return failed ? error_set("%s: cannot be read", path) : 0;
}

/* What stands before <svg is a head of its own that a page must not repeat. */
int html_svg(FILE *f, const char *path)
{
    FILE *in = fopen(path, "rb");
    if (!in)
        return error_set("%s: %s", path, strerror(errno));
    char line[4096];
    bool begun = false, has_panels = false;
    fprintf(f, "<figure class=\"curves\">\n");
    while (fgets(line, sizeof line, in)) {
        begun = begun || strstr(line, "<svg");
        has_panels = has_panels || strstr(line, "<metadata>[{");
        if (begun)
            fputs(line, f);
    }
    if (has_panels)
        fprintf(f, "<figcaption><output class=\"hint\">Point at a curve to read its values.</output></figcaption>\n");
    fprintf(f, "</figure>\n");
    fclose(in);
    return begun ? 0 : error_set("%s: gnuplot wrote no picture", path);
}

/* Curves are read back from what gnuplot has drawn: groups with the names of the key, of paths and points in pixels.
 * What lies outside of the axes is the key's. */
void html_hover_script(FILE *f)
{
    fputs("<script>\n"
          "for(const g of document.querySelectorAll('figure.curves')){\n"
          "  const s=g.querySelector('svg'),m=s&&s.querySelector('metadata'),o=g.querySelector('output');\n"
          "  const panels=m?JSON.parse(m.textContent):[];\n"
          "  if(!panels.length||!o)continue;\n"
          "  const at=[],add=(n,x,y)=>{for(const p of panels)\n"
          "    if(x>p.box[0]-.5&&x<p.box[1]+.5&&y>p.box[3]-.5&&y<p.box[2]+.5)at.push({n,x,y,p});};\n"
          "  for(const c of s.querySelectorAll('g[id^=gnuplot_plot]')){\n"
          "    const t=c.querySelector('title'),n=t?t.textContent:'';\n"
          "    for(const d of c.querySelectorAll('path'))\n"
          "      for(const v of d.getAttribute('d').matchAll(/[ML ]\\s*([-\\d.]+),([-\\d.]+)/g))add(n,+v[1],+v[2]);\n"
          "    for(const u of c.querySelectorAll('use')){\n"
          "      const v=/translate\\(([-\\d.]+),([-\\d.]+)\\)/.exec(u.getAttribute('transform')||'');\n"
          "      if(v)add(n,+v[1],+v[2]);}\n"
          "  }\n"
          "  const dot=document.createElementNS(s.namespaceURI,'circle');\n"
          "  dot.setAttribute('r',4);dot.setAttribute('fill','none');dot.setAttribute('stroke','#1d2733');\n"
          "  dot.setAttribute('stroke-width',1.5);dot.style.display='none';s.appendChild(dot);\n"
          "  const value=(x,a,b,l,h,log)=>{const t=(x-a)/(b-a);return log?l*Math.pow(h/l,t):l+t*(h-l);};\n"
          "  const show=e=>{\n"
          "    const q=new DOMPoint(e.clientX,e.clientY).matrixTransform(s.getScreenCTM().inverse());\n"
          "    const on=panels.find(p=>q.x>=p.box[0]&&q.x<=p.box[1]&&q.y>=p.box[3]&&q.y<=p.box[2]);\n"
          "    let b=null,far=Infinity;\n"
          "    for(const c of at)if(c.p===on){const d=(c.x-q.x)**2+(c.y-q.y)**2;if(d<far){far=d;b=c;}}\n"
          "    o.className='';dot.style.display=b?'':'none';\n"
          "    if(!b){o.textContent='';return;}\n"
          "    dot.setAttribute('cx',b.x);dot.setAttribute('cy',b.y);\n"
          "    const p=b.p,x=value(b.x,p.box[0],p.box[1],p.range[0],p.range[1],p.log[0]);\n"
          "    const y=p.factor*value(b.y,p.box[2],p.box[3],p.range[2],p.range[3],p.log[1]);\n"
          "    const w=p.x==='iteration'?Math.round(x):+x.toPrecision(4);\n"
          "    const many=new Set(at.filter(c=>c.p===p).map(c=>c.n)).size>1;\n"
          "    o.textContent=(b.n&&many?b.n+': ':'')+p.x+' '+w+', '+p.y+' '+"
          "(p.log[1]?y.toExponential(2):+y.toPrecision(4));};\n"
          "  s.addEventListener('pointermove',show);s.addEventListener('pointerdown',show);\n"
          "}\n</script>\n", f);
}
