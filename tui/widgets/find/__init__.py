"""Words that are looked for in the conversation."""
