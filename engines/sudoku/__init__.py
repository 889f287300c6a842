"""Sudoku: fill the grid so that rows, columns and boxes hold every digit once; played by text commands."""
