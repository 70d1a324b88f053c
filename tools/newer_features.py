"""`python -m tools.newer_features data.json`: write to tests/site/newer.txt what supported browsers may lack.

`data.json` comes from the npm package @mdn/browser-compat-data.
"""

import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from textwrap import fill
from typing import Any, Final

BASELINE: Final = {"safari_ios": 16.4, "chrome": 114.0, "firefox": 128.0}
TARGET: Final = Path(__file__).resolve().parent.parent / "tests" / "site" / "newer.txt"
ANY_VERSION: Final = 9_999.0
HEAD: Final = """\
# What Safari {safari_ios}, Chrome {chrome:.0f} or Firefox {firefox:.0f} lacks and a newer browser has.
# From @mdn/browser-compat-data {version} (CC0), written by `python -m tools.newer_features`.
"""


def main(source: Path) -> None:
    data = json.loads(source.read_text(encoding="utf-8"))
    newer, older = defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)
    for path, found in _features(data, ()):
        kind, name = _kind(path)
        if not kind:
            continue
        if _is_supported(found, BASELINE):
            older[kind].add(name)
        elif found["status"]["standard_track"] and any(_is_in(found, browser, ANY_VERSION) for browser in BASELINE):
            newer[kind].add(name)
    # Omit names that an older feature has, too: their use in a file does not prove the use of the newer feature.
    lines = [
        fill(f"{kind}: " + " ".join(sorted(newer[kind] - older[kind])), 120, break_on_hyphens=False)
        for kind in sorted(newer)
    ]
    TARGET.write_text(HEAD.format(**BASELINE, version=data["__meta"]["version"]) + "\n\n".join(lines) + "\n")


def _features(node: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    for name, child in node.items():
        if name == "__compat":
            yield path, child
        elif isinstance(child, dict) and name != "__meta":
            yield from _features(child, (*path, name))


def _kind(path: tuple[str, ...]) -> tuple[str, str]:
    name = path[-1].removesuffix("_static").removesuffix("_event")
    if not re.fullmatch(r"[A-Za-z]\w*" if path[0] in ("api", "javascript") else r"[a-z][a-z-]*", name):
        return "", ""
    match path:
        case ("css", "at-rules", _):
            return "at-rule", name
        case ("css", "at-rules", "media", _):
            return "media", name
        case ("css", "properties", _):
            return "property", name
        case ("css", "selectors", _):
            return "pseudo", name
        case ("css", "types", *_):
            return "function", name
        case ("html", "global_attributes", _):
            return "attribute", name
        case ("html", "elements", element, _):
            return "attribute", f"{element}.{name}"
        case ("api", _) | ("api", _, _) | ("javascript", "builtins", *_):
            return "script", name
    return "", ""


def _is_supported(feature: dict[str, Any], versions: dict[str, float]) -> bool:
    return all(_is_in(feature, browser, version) for browser, version in versions.items())


def _is_in(feature: dict[str, Any], browser: str, version: float) -> bool:
    support = feature["support"].get(browser, [])
    for statement in support if isinstance(support, list) else [support]:
        added = statement.get("version_added")
        is_plain = not {"flags", "alternative_name", "prefix", "version_removed"} & set(statement)
        if added and is_plain and _number(added) <= version:
            return True
    return False


def _number(version: str | bool) -> float:
    if version == "preview":
        return ANY_VERSION
    return 0.0 if version is True else float(".".join(str(version).lstrip("≤").split(".")[:2]))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
