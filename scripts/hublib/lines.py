"""Reading and writing lines of the Hub protocol: a command and its arguments."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

NAME = r"[^\s=\"]+"
ARGUMENT = re.compile(rf'\s+(?P<name>{NAME})(?:\s*=\s*(?:"(?P<text>[^"]*)"|(?P<word>[^\s"=]+)))?(?=\s|$)')
COMMAND = re.compile(rf"\s*(?P<command>{NAME})(?=\s|$)")


class LineFault(ValueError):
    """A line that is not a command with arguments."""


@dataclass
class HubLine:
    """A line split into its parts. Arguments are kept in order; the value of a flag is the empty string."""

    command: str
    arguments: list[tuple[str, str]] = field(default_factory=list)

    def names(self) -> list[str]:
        return [name for name, _ in self.arguments]

    def get(self, name: str) -> str | None:
        """The value of the last argument with this name."""
        return dict(self.arguments).get(name)


def parse_line(text: str) -> HubLine:
    """Parses a line, or raises LineFault if it violates the syntax of Hub."""
    head = COMMAND.match(text)
    if head is None:
        raise LineFault(f"no command: {shorten(text)}")
    parsed = HubLine(head["command"])
    position = head.end()
    end = len(text.rstrip())
    while position < end:
        argument = ARGUMENT.match(text, position)
        if argument is None:
            raise LineFault(f"no argument at character {position + 1}: {shorten(text)}")
        value = argument["text"] if argument["text"] is not None else argument["word"] or ""
        parsed.arguments.append((argument["name"], value))
        position = argument.end()
    return parsed


def command_of(text: str) -> str:
    """The first word of a line."""
    words = text.split(maxsplit=1)
    return words[0] if words else ""


def shorten(text: str, length: int = 100) -> str:
    """The text, or its beginning if it is long."""
    return text if len(text) <= length else f"{text[:length]}... ({len(text)} characters)"
