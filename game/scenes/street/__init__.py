"""The street of the title: painted in layers, walked along with a camera, alive with lamps and people."""
