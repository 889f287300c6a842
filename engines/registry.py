"""The games there are, in the order they are listed."""

from collections.abc import Mapping
from typing import Any, Final

from engines import cantlewing, cordwright, glasswend, magic_hex_swap
from engines.contract import Engine

GAMES: Final[Mapping[str, Engine[Any, Any]]] = {
    engine.spec.slug: engine
    for engine in (
        cordwright.ENGINE,
        glasswend.ENGINE,
        cantlewing.ENGINE,
        magic_hex_swap.ENGINE,
    )
}
