"""What a request costs, as ratios to a floor measured in the same run; `python -m bench` prints the table."""
