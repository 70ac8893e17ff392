"""Which point comes next, and from which one it starts: Prim's order (R. C. Prim, Bell System Technical Journal 36,
1957, p. 1389): always the point that is nearest to any that is done."""
import heapq

from ufv_sweep.lists import distance, place
from ufv_sweep.near import Nearest


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


class Order:
    """The waiting points, one after another: always that which is nearest to any that is done. Of equals the first of
    the list. Some n log n distances are formed for n points, not the n^3 of comparing all again each time."""

    def __init__(self, points, waiting, done=()):
        """points: {name: settings}; waiting, done: names, none in both."""
        self.points, self.names = points, list(waiting)
        self.number = {name: k for k, name in enumerate(self.names)}
        self.tree = Nearest([place(points[name]) for name in self.names])
        # for each one that is done (distance, number of the waiting one nearest to it, when it was done, its name);
        # that one may have been taken since: then the others are no nearer
        self.heap, self.done = [], 0
        for name in done:
            self.add(name)

    def next(self):
        """(name, start): the next point and the one that is done and nearest to it; with none done, where to begin, and
        None. At least one must wait."""
        while self.heap:
            _, k, order, start = self.heap[0]
            if self.tree.has(k):
                return self.names[k], start
            heapq.heappop(self.heap)
            self._push(order, start)
        return first_point({name: self.points[name] for name in self.names if self.tree.has(self.number[name])}), None

    def take(self, name):
        """It waits no longer."""
        self.tree.remove(self.number[name])

    def add(self, name):
        """It is done, and others may start from it."""
        self.done += 1
        self._push(self.done, name)

    def _push(self, order, name):
        found = self.tree.nearest(place(self.points[name]))
        if found:
            heapq.heappush(self.heap, (*found, order, name))


def order(points, waiting, done):
    """[(name, start)] if every point succeeds."""
    one_by_one, found = Order(points, waiting, done), []
    for _ in waiting:
        name, start = one_by_one.next()
        found.append((name, start))
        one_by_one.take(name)
        one_by_one.add(name)
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
