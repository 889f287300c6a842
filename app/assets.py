"""The files of the browser pages: read once, served from memory, under an address that changes with them."""

import gzip
import re
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path, PurePosixPath
from posixpath import normpath
from types import MappingProxyType
from typing import Final

FOLDER: Final = Path(__file__).parent / "static" / "play"
MEDIA_TYPES: Final = MappingProxyType(
    {
        ".css": "text/css; charset=utf-8",
        ".js": "text/javascript; charset=utf-8",
        ".svg": "image/svg+xml",
    }
)
_IMPORT: Final = re.compile(r'^(?:import|export)\b[^;]*?\bfrom "(\.[^"]+)";', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Asset:
    """A file as it travels, plain and gzipped."""

    media_type: str
    plain: bytes
    gzipped: bytes


@cache
def assets() -> MappingProxyType[str, Asset]:
    """Return every file by its path below the folder, such as `common/api.js`."""
    found = {}
    for path in sorted(FOLDER.rglob("*")):
        if path.suffix in MEDIA_TYPES:
            plain = path.read_bytes()
            name = path.relative_to(FOLDER).as_posix()
            found[name] = Asset(MEDIA_TYPES[path.suffix], plain, gzip.compress(plain, mtime=0))
    return MappingProxyType(found)


@cache
def fingerprint() -> str:
    """Return 16 hex digits that change when any file does: modules that import each other change together."""
    digest = sha256()
    for name, asset in assets().items():
        digest.update(f"{name}\0{len(asset.plain)}\0".encode())
        digest.update(asset.plain)
    return digest.hexdigest()[:16]


@cache
def modules_of(entry: str) -> tuple[str, ...]:
    """Return a module and all it imports, so that a page can name them at once and none waits for another."""
    found = [entry]
    for name in found:  # grows as it goes
        for target in _IMPORT.findall(assets()[name].plain.decode()):
            path = normpath(str(PurePosixPath(name).parent / target))
            if path not in found:
                found.append(path)
    return tuple(found)
