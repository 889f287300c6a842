"""Row by row of the threat model: an answer in time, no 500, nothing told, and the old games play on."""

import pytest

from tests.hostile.ground import Ground, Row
from tests.hostile.rows import ROWS
from tests.hostile.told import as_told, rows_told


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.title)
def test_whatever_comes_is_answered_as_told_and_play_goes_on(ground: Ground, row: Row) -> None:
    met = {as_told(ground.meet(sent).kind) for sent in row.requests(ground)}
    ground.check_play()
    ground.check_sudoku()
    # Who still sends when the server has answered and closed may find no more than a closed connection.
    assert met - {"closed"} == rows_told()[row.title]
