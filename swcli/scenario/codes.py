"""The stable codes of all faults of reading (SW1xx) and of form (SW2xx), for messages and for `swcli explain SW201`."""

from __future__ import annotations

from typing import Final

CODES: Final[dict[str, tuple[str, str]]] = {
    # reading: bytes to plain data
    "SW101": ("no such file", "There is no file of that name. Check the spelling and the folder you are in."),
    "SW102": (
        "not a regular file",
        "A scenario is read from a regular file; folders, pipes and devices are refused: reading them may never end. "
        "To read what another program writes, pipe it in and give `-` as the file name.",
    ),
    "SW103": ("cannot be read", "The system refuses to open or read the file, for instance for want of permission."),
    "SW104": ("too large", "A scenario file may have 1 MiB. A real one has a few kilobytes."),
    "SW105": (
        "not UTF-8",
        "Scenario files are text in UTF-8, with or without a byte order mark. Save the file again as UTF-8.",
    ),
    "SW106": (
        "character not allowed",
        "Control characters (NUL, escape, ...), marks that turn the direction of text round and unusual line "
        "separators are refused: they hide what a file says and can take over a terminal. Line ends and tabs are fine.",
    ),
    "SW107": ("empty", "The file holds nothing, or only comments."),
    "SW110": (
        "not valid YAML",
        "The text breaks the grammar of YAML. Often a colon without a blank after it, wrong indentation, a tab, or "
        "text that starts with `[`, `{`, `*`, `&`, `!`, `%` or `@` or holds `: ` or ` #` and needs quotes.",
    ),
    "SW111": (
        "not valid JSON",
        "The text breaks the grammar of JSON. Often a comma too many or a key without double quotes.",
    ),
    "SW112": ("key given twice", "A key may stand once in its mapping; YAML and JSON would silently keep the last."),
    "SW113": (
        "anchor or alias",
        "`&name` and `*name` are not allowed: a scenario says everything where it stands. Text that starts with `&` "
        "or `*` needs quotes.",
    ),
    "SW114": ("merge key", "`<<` is not allowed: a scenario says everything where it stands."),
    "SW115": ("tag", "YAML tags (`!name`, `!!str`) are not allowed. Text that starts with `!` needs quotes."),
    "SW116": ("key is not text", 'Every key is text. A key like `1`, `true` or `null` has to be quoted: `"1":`.'),
    "SW117": ("several documents", "A file holds one scenario. Put each into a file of its own."),
    "SW118": (
        "nested too deeply",
        "Mappings and lists may stand 64 deep in each other; a real scenario needs about ten levels.",
    ),
    "SW119": ("number not usable", "Infinity, not-a-number and integers of more than 18 digits are refused."),
    "SW120": ("too many values", "A file may hold 100,000 keys and values."),
    # form: plain data to a scenario
    "SW201": (
        "unknown key",
        "There is no such key here. Nothing in a file is skipped in silence, so a misspelt key is an error.",
    ),
    "SW202": ("missing key", "A key that has no default is missing."),
    "SW203": (
        "wrong kind of value",
        "The value is of another kind than the key takes: text, a whole number, true or false, a list, or a mapping. "
        "Text that looks like a number needs quotes; numbers are not quoted.",
    ),
    "SW204": (
        "out of bounds",
        "A number, text or list is outside the bounds that keep scenarios sane: counters 0 to 1000, faces 1 to 6, ...",
    ),
    "SW205": ("not one of the words allowed", "The key takes one of a few words, and this is none of them."),
    "SW206": (
        "not one play or entry",
        "Each item of `plays` is one play and each item of `script` one entry: a mapping with the one key that says "
        "what it is. A forgotten `-` before the next item merges two.",
    ),
    "SW207": (
        "bad id",
        "Ids of units, Equipment and players are made of letters, digits, `-` and `_`; `none` is taken.",
    ),
    "SW208": ("unknown format version", "This program reads version 1 of the format (`swcli: 1`)."),
    "SW209": ("keys that do not go together", "Two keys exclude each other, or one of several has to be there."),
    "SW210": ("unknown unit", "The file has no unit with this id under `units`."),
    "SW211": ("unknown player", "The players are `dark` and `light`, or the two that `priority` lists."),
    "SW212": ("unknown Equipment", "The file has no Equipment with this id under `equipment`."),
    "SW213": (
        "damage reaches health",
        "A unit with as many damage counters as health would have been discarded. Health counts what Equipment and "
        "abilities of the file add.",
    ),
    "SW214": ("id used twice", "Units and Equipment share one set of ids, since expectations name either."),
    "SW215": (
        "no such ability",
        "`use` with a number names an ability by its place in the unit's `abilities`, counting from 1.",
    ),
    "SW216": (
        "two players in one line",
        "An `order` puts the effects of one player in order; each player orders his own.",
    ),
    "SW217": (
        "Equipment on a unit that it can't be on",
        "`attached_to` names a unit of the player of the Equipment that has one of the subtypes which `fits` lists.",
    ),
    "SW220": ("unknown keyword", "There is no keyword of that name."),
    "SW221": (
        "ability text not understood",
        "The text follows none of the forms that the reader knows (see the format page, Ability text). Text known not "
        'to matter can be kept as `{text: "...", ignore: true}`; the report then says that it was not adjudicated.',
    ),
    "SW222": (
        "keyword not yet adjudicated",
        "The game has this keyword, but this program has no rules for it yet. If it does not matter here, keep it as "
        '`{text: "...", ignore: true}`; the report then says that it was not adjudicated.',
    ),
    "SW223": (
        "keyword and value do not fit",
        "Some keywords need a value of 1 or more (`Evade 2`), others have none (`Armor`); only Accuracy may be "
        "negative. Values that depend on something (X) are not adjudicated.",
    ),
    "SW224": ("cost not understood", "The text before `->` (or after `Upkeep:`) is no cost that the reader knows."),
    "SW225": (
        "ability incomplete",
        "Something is missing: the cost of a bonus, how long it lasts, the cost of Upkeep; or the keyword is not one "
        "that is played.",
    ),
    "SW226": ("name does not fit", "The ability names a unit, and that is not the unit which has it."),
    "SW230": ("unknown clause", "There is no clause of this id in the rules (`swcli explain` lists them)."),
    "SW231": ("unknown ruling", "There is no contested question of this name."),
    "SW232": ("unknown reading", "The ruling has no such reading."),
    "SW233": (
        "expectation not understood",
        "`fired` and `not_fired` list lines `UNIT KEYWORD`: the id of a unit (or Equipment), a blank, the keyword "
        "without value.",
    ),
    "SW240": (
        "not yet adjudicated",
        "The format has this, but this version of the program does not carry it out: `battle:` entries (speed order) "
        "and `card:` (the card catalogue).",
    ),
}
"""Code to title and explanation. Codes are stable: one that is no longer used is never given another meaning."""
