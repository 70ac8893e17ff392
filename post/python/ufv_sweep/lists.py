"""Lists of values as users write them, and the points that they make."""
import itertools
import math
import re

from ufv_sweep.errors import Usage

MOST_POINTS = 10000
_DECIMAL = r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?"
# key of the case file: (letter in names, what is said, scale: two points as far apart are as unlike in each)
KEYS = {"flow.mach": ("m", "Mach", 0.05), "flow.reynolds": ("re", "Reynolds number", math.log(2)),
        "flow.beta": ("b", "beta", 2.0), "flow.alpha": ("a", "alpha", 2.0), "target.cl": ("cl", "target cl", 0.2)}
# Least, most, unit: as of the key of the case file, so that no point is begun that ufv-solve refuses; angles beyond a
# right one are those of no polar.
LIMITS = {"--mach": (1e-8, 100, ""), "--reynolds": (1e-6, 1e15, ""), "--alpha": (-90, 90, " degrees"),
          "--beta": (-90, 90, " degrees"), "--target-cl": (-100, 100, "")}


def _number(word, option):
    value = float(word) + 0.0 if re.fullmatch(_DECIMAL, word, re.ASCII) else math.nan  # -0 is 0
    if not math.isfinite(value):
        raise Usage(f"{option}: '{word}' is no number; a list is one number, \"0 1 2.5\", \"0,1,2.5\" or FIRST:LAST:STEP")
    return value


def _range(word, option):
    ends = [_number(w, option) for w in word.split(":")]
    if len(ends) != 3 or ends[2] == 0 or (ends[1] - ends[0]) * ends[2] < 0:
        raise Usage(f"{option}: '{word}' is not a range; write FIRST:LAST:STEP, with a step from first towards last")
    steps = (ends[1] - ends[0]) / ends[2]  # of which infinitely many are possible, too
    if not steps < MOST_POINTS:
        raise Usage(f"{option}: '{word}' has {steps + 1:.6g} values; at most {MOST_POINTS} are possible")
    count = math.floor(steps + 1e-9) + 1
    return [float(f"{ends[0] + k * ends[2]:.12g}") + 0.0 for k in range(count)]


def _shown(value):
    """As short as it is exact: 90.0000001 is not 90."""
    return f"{value:g}" if float(f"{value:g}") == value else repr(value)


def values(text, option):
    """The numbers of a list, in its order, each once."""
    if len(text.split()) > 1 and any(re.fullmatch(r"[-+]?\d+,\d+", word) for word in text.split()):
        raise Usage(f"{option}: '{text}' has commas in what blanks divide; the decimal sign is a point, as in 0.5")
    if any(":" in word and re.search(r"(^|,)[-+]?\d+(,|$)", word) for word in text.split()):
        raise Usage(f"{option}: '{text}' has a comma in a range; the decimal sign is a point, as in 0:4:0.5, and a "
                    "range is divided from other numbers by a blank")
    found = []
    for word in re.split(r"\s*,\s*|\s+", text.strip()):
        if not word:
            what = f"'{text}' lacks a number beside a comma" if "," in text else "the list is empty"
            raise Usage(f"{option}: {what}")
        found += _range(word, option) if ":" in word else [_number(word, option)]
    if option in ("--mach", "--reynolds") and min(found) <= 0:
        raise Usage(f"{option}: {_shown(min(found))} is not positive")
    least, most, unit = LIMITS[option]
    outside = [value for value in found if not least <= value <= most]
    if outside:
        raise Usage(f"{option}: {_shown(max(outside, key=abs))} is not from {least:g} to {most:g}{unit}")
    return list(dict.fromkeys(found))


def point_name(settings):
    """A name for files and jobs: `m0.7-a2`. settings: {key of KEYS: number}."""
    return "-".join(KEYS[key][0] + f"{value:.10g}" for key, value in settings.items())


def point_words(settings):
    """What is said of a point: `Mach 0.7, alpha 2`."""
    return ", ".join(f"{KEYS[key][1]} {value:.10g}" for key, value in settings.items())


def points(lists):
    """{name: {key: number}} of all combinations. lists: {key: [numbers]}, in the order of KEYS."""
    keys = [key for key in KEYS if key in lists]
    count = math.prod(len(lists[key]) for key in keys)
    if count > MOST_POINTS:
        raise Usage(f"the lists make {count} points; at most {MOST_POINTS} are possible")
    all_settings = [dict(zip(keys, combination)) for combination in itertools.product(*(lists[k] for k in keys))]
    return {point_name(settings): settings for settings in all_settings}


def place(settings):
    """Where a point lies, in units of the scales of KEYS; points with the same keys have places of as many numbers.
    Rounded, or equal steps of a list would not be equally far."""
    return tuple(round((math.log(value) if key == "flow.reynolds" else value) / KEYS[key][2], 9)
                 for key, value in settings.items())


def distance(a, b):
    """How unlike two points with the same keys, in the same order, are: the distance of their places."""
    return math.dist(place(a), place(b))
