"""What memory gave to a turn, and why."""
