"""`arbiter serve`: find a port, say the address, and hand over to the server."""

from __future__ import annotations

import os
import socket
import sys
import webbrowser

import typer

from .keeping import data_folder
from .plainly import complain


def run(host: str, port: int, store: str | None, open_browser: bool) -> None:
    """Serve until stopped."""
    try:
        from ..server import serve
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith("arbiter"):
            raise
        complain(f"the server needs {missing.name}; install it with: pip install 'arbiter-table[server]'")
    port = free_port(host, port)
    if store is None:
        folder = data_folder()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            store = str(folder / "arbiter.db")
        except OSError:
            store = "arbiter.db"
    typer.echo(f"Arbiter's table is at {address(host, port)}")
    typer.echo(f"Games are kept in {store}. Ctrl-C stops the table; nothing is lost.")
    serve(host, port, store, open_browser and has_browser())


def address(host: str, port: int) -> str:
    """The address to type into a browser on this machine."""
    shown = "localhost" if host in ("0.0.0.0", "::", "127.0.0.1", "") else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/"


def free_port(host: str, port: int) -> int:
    """The port, if it can be had; any free one for 0."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_STREAM) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind((host, port))
            return int(trial.getsockname()[1])
    except OSError as error:
        complain(f"cannot listen at {host} port {port} ({error.strerror or error}); choose another: --port {port + 1}")


def has_browser() -> bool:
    """Whether there is a browser to open: one is installed, and a screen to show it on."""
    if sys.platform not in ("darwin", "win32") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True
