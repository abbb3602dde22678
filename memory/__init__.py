"""harken's memory: a library that knows nothing of screens and model vendors."""
