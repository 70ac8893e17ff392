"""What a sweep has to know of a case file before ufv-solve reads it."""
import os
import re

from ufv_sweep.errors import Failure
from ufv_sweep.files import read_text

PUT_BACK = "a sweep reads its case again for each point: put the file back, or begin another sweep"


def _entries(path):
    """[(section, key, value)] of the file. Lines, comments and sections are read as common/config.c reads them."""
    try:
        text = read_text(path, "give a case file")
    except FileNotFoundError as e:
        raise Failure(f"{path} cannot be read: {e.strerror}; {PUT_BACK}")
    found, inside = [], ""
    for line in (text if "\n" in text else text.replace("\r", "\n")).split("\n"):
        line = re.sub(r"(^|\s)[#;].*", "", line).strip()
        if line.startswith("["):
            inside = line.strip("[]").strip()
        elif "=" in line:
            key, _, text = line.partition("=")
            found.append((inside, key.strip(), text.strip()))
    return found


def sets(path, section, key):
    """Does the case file set this key?"""
    return value(path, section, key) is not None


def value(path, section, key):
    """What the case file sets a key to, as text; None where it does not."""
    found = [text for inside, name, text in _entries(path) if (inside, name) == (section, key)]
    return found[-1] if found else None


def keys(path, section):
    """The keys of a section; none where there is no such file any more."""
    return [key for inside, key, _ in _entries(path) if inside == section] if os.path.exists(path) else []


def settings(words):
    """[(SECTION.KEY, value)] of the words that go to ufv-solve, in which --steps is time.steps."""
    pairs = list(zip(words, words[1:]))
    return [("time.steps", text) if option == "--steps" else tuple(part.strip() for part in text.split("=", 1))
            for option, text in pairs if option in ("--steps", "--set") and (option == "--steps" or "=" in text)]


def steps(path, words):
    """The maximum number of steps of a run by the words for ufv-solve or else by the case file; None: neither says."""
    asked = [text for key, text in settings(words) if key == "time.steps"]
    text = asked[-1] if asked else value(path, "time", "steps")
    return int(text) if text and re.fullmatch(r" *\+?[0-9]{1,15}", text, re.ASCII) else None
