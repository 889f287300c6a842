"""Sudoku's rules: the seven commands, what they warn of, mistakes and checks, the end and what it pays."""

from collections.abc import Mapping
from dataclasses import replace
from operator import itemgetter
from typing import Final, TypeAlias, assert_never

from engines.contract import CommandStep
from engines.records import maker
from engines.refusal import Refusal
from engines.sudoku.commands import parse
from engines.sudoku.grid import DIGITS, EMPTY, NAMES, PEERS, units_shared
from engines.sudoku.model import (
    ALL_NOTES,
    BASE,
    CHECK_COST,
    MISTAKE_COST,
    MISTAKES,
    NEWEST_BANK,
    Action,
    Check,
    Clear,
    Difficulty,
    Note,
    Resign,
    Select,
    Set,
    State,
    Submit,
    notes_of,
)
from engines.sudoku.puzzles import Puzzle, puzzle

Done: TypeAlias = CommandStep[State] | Refusal

_state: Final = maker(State)
_ALL_EMPTY: Final = int.from_bytes(EMPTY.encode() * 81)
_BESIDE: Final = [itemgetter(*peers) for peers in PEERS]
"""For each cell what takes its peers' characters out of 81."""
_DIFFICULTIES: Final[Mapping[str, Difficulty]] = {difficulty: difficulty for difficulty in BASE}


def initial(seed: int, options: Mapping[str, str]) -> State:
    """Return the untouched puzzle of a seed and the option `difficulty`."""
    return State(
        seed=seed,
        difficulty=_DIFFICULTIES[options["difficulty"]],
        bank=NEWEST_BANK,
        status="playing",
        entries=EMPTY * 81,
        notes=0,
        wrong=0,
        selected=None,
        turn=0,
        mistakes=0,
        checks=0,
    )


def command(state: State, text: str) -> Done:
    """Return what a line does to a game, or why it is refused."""
    return command_on(puzzle_of(state), state, text)


def score(state: State) -> int | None:
    """Return what the game paid, None before its end."""
    return score_on(puzzle_of(state), state)


def is_over(state: State) -> bool:
    """Tell whether the game is won, lost or resigned."""
    return state.status != "playing"


def puzzle_of(state: State) -> Puzzle:
    """Return the puzzle a game is about."""
    return puzzle(state.bank, state.difficulty, state.seed)


def visible(board: Puzzle, state: State) -> str:
    """Return givens and entries together."""
    # In no cell are both, so added byte by byte and with the empty signs taken off they are the digits there.
    both = int.from_bytes(board.givens.encode()) + int.from_bytes(state.entries.encode()) - _ALL_EMPTY
    return both.to_bytes(81).decode()


def command_on(board: Puzzle, state: State, text: str) -> Done:
    """Return what a line does to a game about this puzzle, or why it is refused."""
    if is_over(state):
        return Refusal("game-over", "The game is over and takes no more commands; start a new one.")
    action = parse(text)
    return action if isinstance(action, Refusal) else _apply(board, state, action)


def score_on(board: Puzzle, state: State) -> int | None:
    """Return what a game about this puzzle paid, None before its end."""
    match state.status:
        case "playing":
            return None
        case "won":
            return solved_points(BASE[state.difficulty], state.mistakes, state.checks)
        case "lost" | "resigned":
            pairs = zip(state.entries, board.solution, strict=True)
            right = sum(entry == digit for entry, digit in pairs)
            return unsolved_points(BASE[state.difficulty], right, board.givens.count(EMPTY))


def solved_points(base: int, mistakes: int, checks: int) -> int:
    """Return what a solved puzzle pays: at least a quarter of the base."""
    return max(base // 4, base - MISTAKE_COST * mistakes - CHECK_COST * checks)


def unsolved_points(base: int, right: int, empty: int) -> int:
    """Return a fifth of the base by the share of right entries in all empty cells, to the nearest integer."""
    return (2 * base * right + 5 * empty) // (10 * empty)


def _apply(board: Puzzle, state: State, action: Action) -> Done:
    match action:
        case Set() | Clear() | Note() | Select() if board.givens[action.cell] != EMPTY:
            given = board.givens[action.cell]
            return Refusal(
                "given-cell", f"{_at(action.cell)} holds the given {given}; choose a cell without one."
            )
        case Set():
            return _set(board, state, action)
        case Clear():
            return _clear(state, action.cell)
        case Note():
            return _note(state, action)
        case Select():
            return CommandStep(replace(state, selected=action.cell), f"{_at(action.cell)} is selected.")
        case Check():
            return _check(board, state)
        case Submit():
            return _submit(board, state)
        case Resign():
            return _end(board, replace(state, status="resigned", turn=state.turn + 1), "You resigned")
        case _:
            assert_never(action)


def _set(board: Puzzle, state: State, action: Set) -> Done:
    cell, digit = action.cell, action.digit
    same = state.entries[cell] == digit
    after = _state(  # `replace` takes four times as long, and this is what is played nearly always
        seed=state.seed,
        difficulty=state.difficulty,
        bank=state.bank,
        status=state.status,
        entries=_with(state.entries, cell, digit),
        notes=_without_notes(state, cell),
        wrong=state.wrong if same else _without_mark(state, cell),
        selected=state.selected,
        turn=state.turn + 1,
        mistakes=state.mistakes,
        checks=state.checks,
    )
    said = f"{_at(cell)} is {digit}."
    seen = visible(board, state)
    if digit not in _BESIDE[cell](seen):
        return CommandStep(after, said)
    repeats = [
        f"{_at(peer)} ({' and '.join(units_shared(cell, peer))})"
        for peer in PEERS[cell]
        if seen[peer] == digit
    ]
    return CommandStep(after, said, (f"{digit} is also in {', '.join(repeats)}.",))


def _clear(state: State, cell: int) -> Done:
    after = replace(
        state,
        entries=_with(state.entries, cell, EMPTY),
        notes=_without_notes(state, cell),
        wrong=_without_mark(state, cell),
        turn=state.turn + 1,
    )
    return CommandStep(after, f"{_at(cell)} is empty.")


def _note(state: State, action: Note) -> Done:
    cell = action.cell
    if state.entries[cell] != EMPTY:
        return Refusal(
            "filled-cell",
            f"{_at(cell)} holds your {state.entries[cell]}; clear it first, or note another cell.",
        )
    marks = sum(1 << i for i, digit in enumerate(DIGITS) if digit in action.digits)
    after = replace(state, notes=_without_notes(state, cell) | marks << 9 * cell, turn=state.turn + 1)
    marked = f"the pencil marks {' '.join(notes_of(after, cell))}" if marks else "no pencil marks"
    return CommandStep(after, f"{_at(cell)} has {marked}.")


def _check(board: Puzzle, state: State) -> Done:
    wrong = [
        cell
        for cell, (entry, digit) in enumerate(zip(state.entries, board.solution, strict=True))
        if entry not in (EMPTY, digit)
    ]
    after = replace(
        state, wrong=sum(1 << cell for cell in wrong), checks=state.checks + 1, turn=state.turn + 1
    )
    found = f"{len(wrong)} wrong" + (f": {', '.join(map(_at, wrong))}" if wrong else "")
    return CommandStep(after, f"{found}. Checks so far: {after.checks}, {CHECK_COST} points each.")


def _submit(board: Puzzle, state: State) -> Done:
    full = visible(board, state)
    empty = full.count(EMPTY)
    if empty:
        cells = "1 cell is" if empty == 1 else f"{empty} cells are"
        return Refusal("not-full", f"{cells} still empty; submit when every cell is filled.")
    turned = replace(state, turn=state.turn + 1)
    if full == board.solution:
        return _end(board, replace(turned, status="won"), "Solved")
    failed = replace(turned, mistakes=state.mistakes + 1)
    told = f"The board is not right: mistake {failed.mistakes} of {MISTAKES}"
    if failed.mistakes == MISTAKES:
        return _end(board, replace(failed, status="lost"), told)
    return CommandStep(failed, f"{told}.")


def _end(board: Puzzle, state: State, what: str) -> Done:
    return CommandStep(state, f"{what}; the game is over and pays {score_on(board, state)}.")


def _with(entries: str, cell: int, digit: str) -> str:
    return entries[:cell] + digit + entries[cell + 1 :]


def _without_notes(state: State, cell: int) -> int:
    return state.notes & ~(ALL_NOTES << 9 * cell)


def _without_mark(state: State, cell: int) -> int:
    return state.wrong & ~(1 << cell)


def _at(cell: int) -> str:
    return NAMES[cell].upper()
