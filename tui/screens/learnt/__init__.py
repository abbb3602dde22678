"""What was learnt, laid before the user."""
