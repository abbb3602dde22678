"""What a sentence says: its clauses, which of them are meant in earnest, of whom they speak, and where a "not" counts.

Pure functions over texts and languages, which know nothing of turns and facts: whoever learns, reconciles or forgets
may call them.
"""
