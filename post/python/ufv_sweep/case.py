"""What a sweep has to know of a case file before ufv-solve reads it."""
import re

from ufv_sweep.errors import Failure


def sets(path, section, key):
    """Does the case file set this key? Lines, comments and sections are read as common/config.c reads them."""
    try:
        with open(path, encoding="utf-8-sig", errors="replace") as f:
            lines = [re.sub(r"(^|\s)[#;].*", "", line.rstrip("\n")).strip() for line in f]
    except OSError as e:
        raise Failure(f"{path} cannot be read: {e.strerror}")
    inside = ""
    for line in lines:
        if line.startswith("["):
            inside = line.strip("[]").strip()
        elif inside == section and "=" in line and line.partition("=")[0].strip() == key:
            return True
    return False
