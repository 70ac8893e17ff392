"""The nearest of a set of places from which one after another is removed: a k-d tree (J. L. Bentley, Communications of
the ACM 18, 1975, p. 509), whose parts are left out when nothing is left in them."""
import math

LEAF = 6                # so few places are looked at one by one
ROUNDED = 1 - 1e-12     # of distances that bounds are compared with


class _Node:
    __slots__ = ("low", "high", "first", "left", "right", "numbers", "parent", "count")


class Nearest:
    """places: [tuple], all of as many numbers; a place is named by its number in the list."""

    def __init__(self, places):
        self.places, self.leaf_of = places, {}
        self.root = self._build(list(range(len(places))), None) if places else None

    def _build(self, numbers, parent):
        node = _Node()
        node.parent, node.count, node.first = parent, len(numbers), min(numbers)
        axes = list(zip(*(self.places[k] for k in numbers)))
        node.low, node.high = tuple(map(min, axes)), tuple(map(max, axes))
        node.left = node.right = node.numbers = None
        widths = [high - low for low, high in zip(node.low, node.high)]
        if len(numbers) <= LEAF or max(widths) == 0:
            node.numbers = set(numbers)
            self.leaf_of.update(dict.fromkeys(numbers, node))
            return node
        axis, middle = widths.index(max(widths)), len(numbers) // 2
        numbers.sort(key=lambda k: self.places[k][axis])
        node.left, node.right = self._build(numbers[:middle], node), self._build(numbers[middle:], node)
        return node

    def has(self, number):
        return number in self.leaf_of

    def remove(self, number):
        node = self.leaf_of.pop(number)
        node.numbers.remove(number)
        while node:
            node.count -= 1
            node = node.parent

    def nearest(self, place):
        """(distance, number) of the nearest that is left, of equals the least number; None: there is none."""
        if not self.root or not self.root.count:
            return None
        best, stack = (math.inf, 0), [(0.0, self.root)]
        while stack:
            bound, node = stack.pop()
            if (bound, node.first) > best:
                continue
            if node.numbers is not None:
                best = min([best] + [(math.dist(place, self.places[k]), k) for k in node.numbers])
                continue
            nearer = sorted(((self._bound(place, part), part) for part in (node.left, node.right) if part.count),
                            key=lambda pair: pair[0], reverse=True)
            stack += nearer
        return best

    @staticmethod
    def _bound(place, node):
        """No place of the node is nearer than this."""
        return math.dist(place, [min(max(x, low), high) for x, low, high in zip(place, node.low, node.high)]) * ROUNDED
