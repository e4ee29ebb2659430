"""A real terminal to play in: a pty with the game at its other end."""

import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
from fcntl import ioctl

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[()][A-Z0-9]|\x1b[=>]|\r")


def _sit_down() -> None:
    """The screen becomes the program's own, and its Ctrl-C is heard, even where the tests run deaf to it."""
    ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Terminal:
    """Runs `arbiter` with a terminal of its own; `see` waits for words, `type` types a line."""

    def __init__(self, *arguments: str, home: str, columns: int = 120, lines: int = 44) -> None:
        self.keyboard, screen = pty.openpty()
        ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        size = {"COLUMNS": str(columns), "LINES": str(lines)}
        env = {**os.environ, "ARBITER_HOME": home, "TERM": "xterm-256color", **size}
        env.pop("NO_COLOR", None)
        self.game = subprocess.Popen(
            [sys.executable, "-m", "arbiter", *arguments],
            stdin=screen, stdout=screen, stderr=screen, env=env, start_new_session=True,
            preexec_fn=_sit_down,
        )  # fmt: skip
        os.close(screen)
        self.seen, self.raw, self.looked = "", b"", 0

    def see(self, *words: str, patience: float = 60.0) -> str:
        """What was written since the last look, up to and with the first of these words."""
        while not (ends := [at + len(word) for word in words if (at := self.seen.find(word, self.looked)) >= 0]):
            ready, _, _ = select.select([self.keyboard], [], [], patience)
            piece = b""
            if ready:
                try:
                    piece = os.read(self.keyboard, 65536)
                except OSError:
                    piece = b""
            if not piece:
                raise AssertionError(f"never saw {words}; the screen ends with:\n{self.seen[-3000:]}")
            self.raw += piece
            self.seen = ESCAPES.sub("", self.raw.decode("utf-8", "ignore"))
        begin, self.looked = self.looked, min(ends)
        return self.seen[begin : self.looked]

    def type(self, line: str) -> None:
        os.write(self.keyboard, f"{line}\n".encode())

    def leave(self, farewell: str = "", patience: int = 60) -> int:
        """Wait for the game to end; its exit code. The farewell is typed again while nothing comes of it, since a key
        pressed in the moment before the line is read gets lost."""
        for _ in range(patience):
            if farewell:
                os.write(self.keyboard, farewell.encode())
            if self._drain(seconds=1.0):
                break
        else:
            raise AssertionError(f"the game does not end; the screen ends with:\n{self.seen[-3000:]}")
        os.close(self.keyboard)
        return self.game.wait(60)

    def _drain(self, seconds: float) -> bool:
        """Read what is written until it is quiet for so long; True once the other end is closed."""
        while select.select([self.keyboard], [], [], seconds)[0]:
            try:
                piece = os.read(self.keyboard, 65536)
            except OSError:
                piece = b""
            if not piece:
                return True
            self.raw += piece
            self.seen = ESCAPES.sub("", self.raw.decode("utf-8", "ignore"))
        return False

    def kill(self) -> None:
        if self.game.poll() is None:
            self.game.send_signal(signal.SIGKILL)
            self.game.wait(60)
