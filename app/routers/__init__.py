"""The doors: one module for each API family, and one for the pages of the site."""
