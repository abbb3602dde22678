"""The chat: conversations, transcript with composer, recall, status."""
