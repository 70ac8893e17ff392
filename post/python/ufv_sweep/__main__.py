"""Starts ufv-sweep: `python3 -m ufv_sweep`, or as the one-file program that make builds."""
import signal
import sys

from ufv_sweep.main import main


def start():
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # a reader that has seen enough, as of `--help | head`
    sys.exit(main(sys.argv[1:]))


if __name__ == "__main__":
    start()
