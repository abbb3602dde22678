"""Other ways in than a terminal."""
