"""Where the weights of the learned gate come from: made-up people, messages about them and about nobody, and a fit."""
