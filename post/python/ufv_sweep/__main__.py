"""Starts ufv-sweep: `python3 -m ufv_sweep`, or as the one-file program that make builds."""
import sys

from ufv_sweep.files import open_streams
from ufv_sweep.main import main


def start():
    open_streams()
    sys.exit(main(sys.argv[1:]))


if __name__ == "__main__":
    start()
