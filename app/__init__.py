"""The server: HTTP, tokens and settings around the engines; the only place with secrets, clocks and I/O."""

from typing import Final

VERSION: Final = "0.1.0"
