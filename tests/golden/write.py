"""`python -m tests.golden.write` writes every golden game anew. Read the diff before it is committed."""

from argparse import ArgumentParser

from tests.golden.playthrough import GAMES, path, playthrough


def write() -> None:
    for name in GAMES:
        path(name).write_text(playthrough(name), encoding="utf-8")
        print(f"{path(name)} is written.")


if __name__ == "__main__":
    ArgumentParser(description=__doc__).parse_args()
    write()
