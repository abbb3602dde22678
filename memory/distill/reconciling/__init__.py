"""How new is held against old: the same, more, or an end of it. Words tell first, then vectors, a model and the user.

Called by what learns from a session, and by the review of the whole memory, which asks alike. Nothing here knows how
a candidate came to be believed.
"""
