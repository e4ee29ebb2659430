"""The pieces' pictures as SVG path data in a box of 24 by 24, the cards' and the characters' colours."""

from __future__ import annotations

from arbiter.core import Tint

ICONS = {
    "pawn": "M12 2a4 4 0 0 1 2.5 7.1L17 19h2v3H5v-3h2L9.5 9.1A4 4 0 0 1 12 2Z",
    "fulmergh": "M12 2C6 6 4 11 6 16c1 2 3 3 5 3v3h2v-3c2 0 4-1 5-3 2-5 0-10-6-14Zm-1 5h2v9h-2Z",
    "vrumbastoff": "M2 8c4-1 6 0 8 3l2-5 2 5c2-3 4-4 8-3-2 2-3 5-3 8-2-2-4-2-5 0l-2 5-2-5c-1-2-3-2-5 0 0-3-1-6-3-8Z",
    "ombrulla": "M6 3h12l2 8-3 2v8h-4v-5h-2v5H7v-8l-3-2ZM9 7v2h2V7Zm4 0v2h2V7Z",
    "brunkholm": "M3 8c6-5 12-5 18 0-3 0-5 0-7-1v14h-4V7C8 8 6 8 3 8Z",
    "pirlimpo": "M4 4h3v12H4Zm5 0h3v14H9Zm5 0h3v16h-3Zm5 0h2v8h-2ZM3 9h18v2H3Z",
    "glurpissa": "M12 2c4 6 6 9 6 13a6 6 0 0 1-12 0c0-4 2-7 6-13Zm-2 12h4v2h-4Z",
    "tarantassa": "M6 2c-3 8-3 15 1 20h3c-4-6-4-12-2-19ZM18 2c3 8 3 15-1 20h-3c4-6 4-12 2-19Z",
    "snifkin": "M2 6l6 3c2-3 6-3 8 0l6-3-4 7c0 5-2 8-6 8s-6-3-6-8Zm7 6v2h2v-2Zm4 0v2h2v-2Zm-3 5h4v1h-4Z",
    "woods": "M12 2l5 7h-2.5l4 5H15l4.5 5H13v3h-2v-3H4.5l4.5-5H5.5l4-5H7Z",
    "hills": "M1 20c2-7 4-10 6-10s3 2 4.5 5C13 9 14.5 6 16.5 6 19.5 6 21.5 12 23 20Z",
    "swamp": "M3 17h18v2H3Zm3 3.5h12v2H6ZM7 15V7h1.5v8ZM11.2 15V3h1.6v12ZM15.5 15V6H17v9Z",
    "bag": "M8 3h8l-1 4c4 2 6 6 6 10 0 3-3 5-9 5s-9-2-9-5c0-4 2-8 6-10Z",
    "advantage": "M12 1l3 7 8 .6-6 5.200 2 7.700-7-4.200-7 4.200 2-7.700-6-5.200L9 8Z",
    "creature": (
        "M4 3l5 3h6l5-3-1 7c1 2 1 4 0 6l-4 2-3 4-3-4-4-2c-1-2-1-4 0-6ZM8 10v3h3Zm8 0-3 3h3Z"
        "M10 16v2h1.200v-2Zm2.800 0v2H14v-2Z"
    ),
    "event": "M14 1 4 13h6l-2 10L20 10h-7Z",
    "artefact": "M7 2h10l5 7-10 13L2 9Zm1 2L5.500 8h4L8.500 4ZM12 4l-1.200 4h2.400Zm3.500 0-1 4h4Z",
    "supporter": (
        "M8 3a3.500 3.500 0 1 1 0 7 3.500 3.500 0 0 1 0-7Zm8 2a3 3 0 1 1 0 6 3 3 0 0 1 0-6Z"
        "M1 21c0-6 3-9 7-9s7 3 7 9Zm15.500 0c0-3-.6-5.500-2-7.500 4-1 8 1.500 8.500 7.500Z"
    ),
    "flag": "M5 2h2v20H5ZM8 3h12l-3 4 3 4H8Z",
}

TINTS: dict[str, Tint] = {
    "character": "sand",
    "advantage": "teal",
    "creature": "ochre",
    "event": "green",
    "artefact": "blue",
    "supporter": "violet",
    "tile": "clay",
}
"""The colours of the cards' bands."""

COLOURS = {
    "green": "vert",
    "red": "gules",
    "grey": "argent",
    "brown": "sable",
    "yellow": "or",
    "teal": "purpure",
    "blue": "azure",
    "orange": "tenne",
}
"""A character's colour word as the tincture that is drawn; other words are taken as they are."""
