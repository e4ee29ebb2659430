"""Small whole games on the core: models to read, to copy from, and to race."""
