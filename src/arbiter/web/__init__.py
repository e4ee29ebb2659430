"""The browser client: plain ES modules that draw any scene. Served by arbiter.server."""
