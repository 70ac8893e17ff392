"""The ways in which ufv-sweep ends early: with one sentence that says what to do, or on request."""


class Usage(Exception):
    """Wrong usage: status 2."""


class Failure(Exception):
    """Bad input: status 1."""


class Stopped(Exception):
    """A signal has asked for the end while something was waited for: status 3."""
