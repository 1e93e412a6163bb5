"""The family deck: 200 treasures, each with a coloured picture on one face and its name on the other."""
