"""Scripts by others are exactly those that were taken."""

import hashlib
from pathlib import Path

VENDOR = Path(__file__).resolve().parents[2] / "spadesite" / "static" / "vendor"


def test_every_script_has_its_checksum() -> None:
    lines = (VENDOR / "SHA256SUMS").read_text().splitlines()
    expected = {name: digest for digest, name in (line.split() for line in lines)}
    found = {script.name: hashlib.sha256(script.read_bytes()).hexdigest() for script in VENDOR.glob("*.js")}
    assert found == expected
