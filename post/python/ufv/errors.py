"""What is wrong with a file is said in a sentence that names it."""
import contextlib
import json
import os

from ufv_sweep import errors


class FileError(RuntimeError):
    """A file of results, or of a sweep, that is damaged or of another kind; or one that cannot be written."""


def read_object(path):
    """The object of a JSON file."""
    try:
        with open(path, encoding="utf-8") as f:
            found = json.load(f)
    except FileNotFoundError:
        raise
    except OSError as e:
        raise FileError(f"{path}: cannot be read: {e.strerror}") from None
    except (ValueError, RecursionError) as e:
        raise FileError(f"{path}: is no JSON ({e}); it is damaged, or no file of ufv") from None
    if not isinstance(found, dict):
        raise FileError(f"{path}: holds no object; it is damaged, or no file of ufv")
    return found


@contextlib.contextmanager
def reading(path):
    """What fails within is the file's fault: a name in it is missing, or it is no HDF5 or CSV file. h5py raises
    RuntimeError for links that lead nowhere; sizes that no memory holds are damage too. A pipe is not opened, since
    that would wait for its writer."""
    try:
        if os.path.exists(path) and not os.path.isfile(path):
            raise OSError("it is not a plain file")
        yield
    except (FileNotFoundError, FileError):
        raise
    except (OSError, LookupError, ArithmeticError, ValueError, TypeError, AttributeError, RuntimeError,
            MemoryError) as e:
        said = f"{e.args[0]!r} is missing" if isinstance(e, KeyError) and e.args else e
        raise FileError(f"{os.fspath(path)}: {said}; it is damaged, or no file of ufv") from e


@contextlib.contextmanager
def of_sweeps():
    """Sentences of ufv_sweep as those of this package."""
    try:
        yield
    except errors.Failure as e:
        raise FileError(str(e)) from None
    except errors.Usage as e:
        raise ValueError(str(e)) from None
