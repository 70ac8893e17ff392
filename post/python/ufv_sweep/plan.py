"""Which point comes next, and from which one it starts: Prim's order (R. C. Prim, Bell System Technical Journal 36,
1957, p. 1389): always the point that is nearest to any that is done."""
from ufv_sweep.lists import distance


def first_point(points):
    """The name of the point that all begin from: the least angle (or lift) in magnitude, then the least Mach number:
    where uniform flow is nearest to the solution."""
    def key(name):
        p = points[name]
        return (abs(p.get("flow.alpha", 0)) + abs(p.get("flow.beta", 0)), abs(p.get("target.cl", 0)),
                p.get("flow.mach", 0), p.get("flow.reynolds", 0))
    return min(points, key=key)


def nearest(name, points, among):
    """The name among others that is nearest to a point, or None. Of equals the first."""
    others = [other for other in among if other != name]
    return min(others, key=lambda other: distance(points[name], points[other])) if others else None


def next_point(points, waiting, done):
    """(name, start): the waiting point nearest to any that is done, and that one; with none done, where to begin, and
    None. points: {name: settings}; waiting, not empty, and done: names."""
    if not done:
        return first_point({name: points[name] for name in waiting}), None
    pairs = [(name, nearest(name, points, done)) for name in waiting]
    return min(pairs, key=lambda pair: distance(points[pair[0]], points[pair[1]]))


def order(points, waiting, done):
    """[(name, start)] if every point succeeds."""
    waiting, done, found = list(waiting), list(done), []
    while waiting:
        name, start = next_point(points, waiting, done)
        found.append((name, start))
        waiting.remove(name)
        done.append(name)
    return found


BLEND_MOST = 1.5  # of the weight of the third point: farther away the straight line through two is of no use


def blend(name, start, points, done):
    """{other point: its weight} such that a point lies on the straight line through its start and that other one, the
    three differing in one of alpha, beta and Mach number only; {} where there is none."""
    new, old = points[name], points[start]
    keys = [key for key in new if new[key] != old[key]]
    if len(keys) != 1 or keys[0] not in ("flow.alpha", "flow.beta", "flow.mach") or "target.cl" in new:
        return {}
    key = keys[0]
    along = [p for p in done if points[p][key] != old[key] and p != name
             and all(points[p][k] == new[k] for k in new if k != key)]
    other = nearest(start, points, along)
    if other is None:
        return {}
    weight = (new[key] - old[key]) / (points[other][key] - old[key])
    return {other: weight} if abs(weight) <= BLEND_MOST else {}
