"""The program in a browser of this computer."""
