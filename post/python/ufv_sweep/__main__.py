"""Starts ufv-sweep: `python3 -m ufv_sweep`, or as the one-file program that make builds."""
import sys


def start():
    try:
        from ufv_sweep.files import open_streams
        from ufv_sweep.main import main
    except OSError as e:  # with few files allowed Python's own may not be opened
        sys.exit(f"ufv-sweep: a file of the program cannot be read: {e.strerror}; ulimit -n shows how many may be open")
    open_streams()
    sys.exit(main(sys.argv[1:]))


if __name__ == "__main__":
    start()
