"""Where servers find `create_app`: the application, loaded without a search for garbage meanwhile."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def _no_search_for_garbage() -> Iterator[None]:
    # Next to nothing that modules make while they load is garbage, and to look for it takes a tenth of the
    # start. All of it stays as long as the process, so later searches need not go through it either.
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.freeze()


with _no_search_for_garbage():
    from app.application import create_app

__all__ = ["create_app"]
