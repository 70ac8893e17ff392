/* case_value.c: says where a value of a case file stands that cannot be used. */
#include "case/case_file.h"
#include "error.h"

/* A value that is a default has no line; the file and the key are named then. */
int case_bad_value(const struct case_file *c, const char *section, const char *key, const char *why)
{
    const struct config_entry *e = config_find(&((struct case_file *)(uintptr_t)c)->config, section, key);
    if (e)
        return error_set("%s = %s: %s", config_place(&c->config, e), e->value, why);
    return error_set("%s: [%s] %s: %s", c->config.path, section, key, why);
}
