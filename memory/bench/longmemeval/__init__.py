"""LongMemEval: 500 questions, each about a history of chats of its own; what recall finds, and what a model answers."""
