"""Language models: which there are, and talking to them. Headless; litellm is loaded at the first need."""
