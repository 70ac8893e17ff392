"""The two ways in which ufv-sweep ends early, each with one sentence that says what to do."""


class Usage(Exception):
    """Wrong usage: status 2."""


class Failure(Exception):
    """Bad input or a failed run: status 1."""
