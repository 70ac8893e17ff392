/* case_value.c: which keys a case file gives, and where a value of it stands that cannot be used. */
#include "case/case_file.h"
#include "case/case_parts.h"
#include "error.h"
#include "text.h"

#include <string.h>

/* By the entries and not by config_find(), which would mark the key as known. */
bool case_gives(const struct case_file *c, const char *section, const char *key)
{
    bool given = false;
    for (int i = 0; i < c->config.n_entries; i++) {
        const struct config_entry *e = &c->config.entry[i];
        given = given || (strcmp(e->section, section) == 0 && strcmp(e->key, key) == 0);
    }
    return given;
}

/* A value that is a default has no line; the file and the key are named then. */
int case_bad_value(const struct case_file *c, const char *section, const char *key, const char *why)
{
    const struct config_entry *e = config_find(&((struct case_file *)(uintptr_t)c)->config, section, key);
    if (e)
        return error_set("%s = %s: %s", config_place(&c->config, e), e->value, why);
    return error_set("%s: [%s] %s: %s", c->config.path, section, key, why);
}

void case_list_patches(const struct pack *p, size_t size, char *text)
{
    text[0] = '\0';
    for (int k = 0; k < p->n_patches; k++)
        if (!text_list_add(text, size, p->patch[k].name))
            return;
}
