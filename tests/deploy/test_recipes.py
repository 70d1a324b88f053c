"""What deploy/ says of the site is true of it: commands, settings, versions, ports. Nothing of it is started."""

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import redis
import yaml
from redis.backoff import ConstantBackoff
from redis.retry import Retry
from uvicorn.middleware.proxy_headers import _TrustedHosts

from spadesite.var import kernels_folder
from tests import services
from tests.site import ROOT, WEB, WORKER

DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").iterdir())
SERVICES = [unit for unit in UNITS if unit.suffix == ".service"]
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
CONTAINERFILE = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
MANUAL = (ROOT / "docs" / "running.md").read_text(encoding="utf-8")
#: What web servers and scripts read beside the settings.
NOT_SETTINGS = {"FORWARDED_ALLOW_IPS", "HOST", "PORT", "PATH", "KEEP", "PYTHON", "SPADESITE_BUILT"}
NOT_SETTINGS |= {"PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE", "REVIEWS_PER_CHILD"}
#: For the servers beside the site, for one part of it, or for compose itself.
OF_OTHERS = {"POSTGRES_PASSWORD", "REDIS_PASSWORD", "DATABASE_NAME", "SPADESITE_IMAGE", "COPIES", "KEEP"}
OF_OTHERS |= {"PYTHON_IMAGE", "POSTGRES_IMAGE", "REDIS_IMAGE", "REVIEWS_PER_CHILD"}
#: The PostgreSQL whose programs a release of Debian has.
POSTGRESQL_OF = {"bookworm": 15, "trixie": 17}


def settings_read() -> set[str]:
    """Every name that settings.py reads from the environment."""
    tree = ast.parse((ROOT / "spadesite" / "settings.py").read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args]
    of_env = [call for call in calls if ast.unparse(call.func).startswith(("env.", "switch"))]
    return {str(call.args[0].value) for call in of_env if isinstance(call.args[0], ast.Constant)}


def procfile() -> dict[str, str]:
    lines = (ROOT / "Procfile").read_text(encoding="utf-8").splitlines()
    return {name: command.strip() for name, _, command in (line.partition(":") for line in lines)}


def values(unit: Path, name: str) -> list[str]:
    lines = unit.read_text(encoding="utf-8").splitlines()
    return [line.partition("=")[2] for line in lines if line.startswith(f"{name}=")]


def shared(name: str) -> dict[str, Any]:
    found: dict[str, Any] = COMPOSE["services"][name]
    return found


# ---------- parts ----------
def test_the_procfile_starts_what_the_tests_start() -> None:
    parts = procfile()
    assert set(parts) == {"web", "worker", "reviewer", "beat"}
    for name, tested in (("web", WEB), ("worker", WORKER)):
        assert parts[name].removeprefix("exec ").split()[0] == tested.split()[0]
    assert "--timeout-graceful-shutdown" in parts["web"]
    assert "--ws none" in parts["web"], "a handshake that nobody answers would be an accident"


@pytest.mark.parametrize("name", ["web", "worker", "reviewer", "beat"])
def test_every_recipe_starts_a_part_of_the_procfile(name: str) -> None:
    unit = next(one for one in SERVICES if one.name.startswith(f"spadesite-{name}"))
    assert values(unit, "ExecStart") == [f"/srv/spadesite/deploy/part.sh {name}"]
    assert shared(name)["command"] == ["deploy/part.sh", name]
    assert shutil.which(procfile()[name].split()[1], path=str(Path(sys.executable).parent)) or shutil.which(
        procfile()[name].split()[1]
    )


def test_a_part_that_is_not_there_is_told() -> None:
    done = subprocess.run([DEPLOY / "part.sh", "marta"], capture_output=True, text=True)
    assert done.returncode == 1
    assert "no part marta" in done.stderr


def test_the_scripts_can_be_started() -> None:
    for name in ("backup.sh", "restore.sh", "part.sh", "enter.sh"):
        assert (DEPLOY / name).stat().st_mode & 0o111, name
    for script in DEPLOY.glob("*.sh"):
        subprocess.run(["bash", "-n", script], check=True)


# ---------- units ----------
def test_units_are_hardened() -> None:
    for unit in SERVICES:
        assert values(unit, "NoNewPrivileges") == ["yes"], unit.name
        assert values(unit, "ProtectSystem") == ["strict"], unit.name
        assert values(unit, "StateDirectory") == ["spadesite"], unit.name
        assert values(unit, "StateDirectoryMode") == ["0700"], f"{unit.name}: systemd would open it to everybody"
        assert "SPADESITE_PRODUCTION=1" in " ".join(values(unit, "Environment")).split(), unit.name
        assert values(unit, "User") == ["spadesite"], unit.name
        assert not values(unit, "MemoryDenyWriteExecute"), "the computer players could not be compiled"


def test_the_target_names_units_that_are_there() -> None:
    names = {unit.name for unit in UNITS}
    wanted = values(DEPLOY / "systemd" / "spadesite.target", "Wants")[0].split()
    assert {re.sub(r"@\d+", "@", name) for name in wanted} <= names
    assert {"spadesite-web@8000.service", "spadesite-web@8001.service"} <= set(wanted)


def test_systemd_takes_the_units(tmp_path: Path) -> None:
    """With the places and the user of this machine in the place of a server's."""
    program = shutil.which("systemd-analyze")
    if program is None:
        services.skip_without("systemd")
    for unit in UNITS:
        text = unit.read_text(encoding="utf-8").replace("/srv/spadesite", str(ROOT))
        (tmp_path / unit.name).write_text(re.sub(r"^(User|Group)=.*$", r"\1=root", text, flags=re.M), encoding="utf-8")
    files = [tmp_path / unit.name.replace("@.", "@8000.") for unit in UNITS]
    done = subprocess.run([program, "verify", *files], capture_output=True, text=True)
    ours = [line for line in done.stderr.splitlines() if "spadesite" in line]
    assert not ours


# ---------- containers ----------
def test_what_the_procfile_asks_for_reaches_its_container() -> None:
    """But for host and port, which are the image's."""
    for name, command in procfile().items():
        asked = set(re.findall(r"\$\{([A-Z_]+):-", command)) - {"HOST", "PORT"}
        assert asked <= set(shared(name)["environment"]), name


def test_every_setting_is_one_of_the_sites() -> None:
    known = settings_read() | NOT_SETTINGS
    for name in ("web", "worker", "reviewer", "beat", "migrate", "copies"):
        assert set(shared(name)["environment"]) <= known, name
    for unit in SERVICES:
        for line in values(unit, "Environment"):
            assert {one.partition("=")[0] for one in line.split()} <= known, unit.name
    baked = re.findall(r"\b([A-Z_]+)=", CONTAINERFILE.split("ENV ", 1)[1].split("WORKDIR")[0])
    assert set(baked) <= known


def test_no_secret_is_written_down() -> None:
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    asked = set(re.findall(r"\$\{([A-Z_]+)", text))
    assert asked <= settings_read() | OF_OTHERS
    for name in ("SECRET_KEY", "POSTGRES_PASSWORD", "REDIS_PASSWORD", "EMAIL_URL", "ALLOWED_HOSTS"):
        assert f"${{{name}:?" in text
        assert not re.search(rf"{name}: (?!\$\{{)\S", text)
    assert re.search(r"^\.env$", (ROOT / ".gitignore").read_text(encoding="utf-8"), re.M)


def test_the_example_names_what_is_needed_and_no_secret() -> None:
    lines = (ROOT / ".env.example").read_text(encoding="utf-8").splitlines()
    told = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    assert set(re.findall(r"\$\{([A-Z_]+):\?", text)) <= set(told)
    assert set(told) <= settings_read() | OF_OTHERS
    assert not any(told[name] for name in ("SECRET_KEY", "POSTGRES_PASSWORD", "REDIS_PASSWORD", "METRICS_TOKEN"))


def test_the_image_has_the_python_that_the_site_needs() -> None:
    least = re.search(r'requires-python = ">=(\d+)\.(\d+)"', (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    usual = re.search(r"^ARG PYTHON_IMAGE=python:(\d+)\.(\d+)-slim", CONTAINERFILE, re.M)
    assert least is not None and usual is not None
    assert tuple(map(int, usual.groups())) >= tuple(map(int, least.groups()))


def test_every_image_of_others_can_be_named_by_digest() -> None:
    """In .env, so that no file of the site is changed; without one it is the version the site was made for."""
    from_others = re.findall(r"^FROM (\S+)", CONTAINERFILE, re.M)
    assert from_others == ["${PYTHON_IMAGE}"] * 2
    usual = re.search(r"^ARG PYTHON_IMAGE=(\S+)$", CONTAINERFILE, re.M)
    assert usual is not None
    assert shared("web")["build"]["args"] == {"PYTHON_IMAGE": f"${{PYTHON_IMAGE:-{usual[1]}}}"}
    for name, variable in (("postgresql", "POSTGRES_IMAGE"), ("redis", "REDIS_IMAGE")):
        assert re.fullmatch(rf"\$\{{{variable}:-\w+:[\w.-]+\}}", shared(name)["image"])
    asked = {service["image"] for service in COMPOSE["services"].values()}
    assert len(asked) == 3, "an image that nobody can name by digest"
    for variable in ("PYTHON_IMAGE", "POSTGRES_IMAGE", "REDIS_IMAGE"):
        assert f"# {variable}=" in (ROOT / ".env.example").read_text(encoding="utf-8")
        assert f"`{variable}`" in MANUAL


def copied() -> set[str]:
    """What the image takes from the repository."""
    lines = re.findall(r"^COPY (?!--from)(.+) \S+$", CONTAINERFILE, re.M)
    return {name for line in lines for name in line.split()} - {"requirements.lock"}


def test_the_image_holds_the_site_and_is_not_root() -> None:
    sources = copied()
    assert all((ROOT / name).exists() for name in sources)
    assert {
        "manage.py",
        "Procfile",
        "LICENSE",
        "NOTICE",
        "spadesite",
        "accounts",
        "games",
        "templates",
        "locale",
        "deploy",
    } <= sources
    let_in = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert {f"!{name}" for name in sources} <= set(let_in)
    assert CONTAINERFILE.index("USER spadesite") < CONTAINERFILE.index("CMD [")


def test_what_the_image_holds_is_enough(tmp_path: Path) -> None:
    """Its steps go through where nothing but its sources is, and the site would start with the settings of compose."""
    for source in (ROOT / name for name in copied()):
        if source.is_dir():
            shutil.copytree(source, tmp_path / source.name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, tmp_path)
    told = {name: str(value) for name, value in shared("web")["environment"].items() if "${" not in str(value)}
    chosen = {
        "SECRET_KEY": "Jx3vQ8mZ2pL9tR5wY7cB4nK6hG1fD0sAeUiOqTzXbVkMjNrWyPaEuC",
        "ALLOWED_HOSTS": "cards.example.org",
        "CSRF_TRUSTED_ORIGINS": "https://cards.example.org",
        "DATABASE_URL": "sqlite:///unused",
        "EMAIL_URL": "smtp+tls://user:password@mail.example.org:587",
    }
    environment = {**told, **chosen, "PATH": os.environ["PATH"], "SPADESITE_VAR": str(tmp_path / "var")}
    for words in (["collectstatic", "--no-input", "--verbosity", "0"], ["check", "--fail-level", "ERROR"]):
        command = [sys.executable, "manage.py", *words]
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "var" / "static" / "staticfiles.json").exists()


def test_compiled_players_survive_a_push_and_a_pull(tmp_path: Path) -> None:
    """Times in layers are whole seconds; so the image makes them before anything is compiled."""
    [line] = re.findall(r"^RUN (find games .+)$", CONTAINERFILE, re.M)
    assert CONTAINERFILE.index(line) < CONTAINERFILE.index("prepare_players")
    (tmp_path / "games").mkdir()
    source = tmp_path / "games" / "search.py"
    source.write_text("@kernel")
    os.utime(source, ns=(1, 1_234_567_891))
    subprocess.run(["sh", "-c", line], cwd=tmp_path, check=True)
    before = kernels_folder(tmp_path, tmp_path / "games")
    whole = source.stat().st_mtime_ns // 10**9 * 10**9
    os.utime(source, ns=(whole, whole))
    assert kernels_folder(tmp_path, tmp_path / "games") == before


def test_health_is_asked_for_where_it_is_answered() -> None:
    from spadesite import probes

    assert "/healthz" in CONTAINERFILE and "/healthz" in probes.PROBES
    assert re.search(r"^\t+health_uri /healthz$", (DEPLOY / "Caddyfile").read_text(encoding="utf-8"), re.M)
    assert "/readyz" in probes.PROBES


def test_the_parts_wait_for_the_tables() -> None:
    for name in ("web", "web2", "worker", "reviewer", "beat"):
        assert shared(name)["depends_on"]["migrate"] == {"condition": "service_completed_successfully"}
    for name in ("web", "web2"):
        assert all(port.startswith("127.0.0.1:") for port in shared(name)["ports"])


def pins(name: str) -> dict[str, str]:
    found = re.findall(r"^([\w.-]+)(?:\[[\w,]+\])?==([^\s\\]+)", (ROOT / name).read_text(encoding="utf-8"), re.M)
    return {package.lower().replace("_", "-"): version for package, version in found}


def test_what_is_installed_is_known_by_its_hashes() -> None:
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    assert pins("requirements.lock") == pins("requirements.txt"), "make lock"
    for entry in re.split(r"^(?=[\w.-]+==)", lock, flags=re.M)[1:]:
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", entry), entry
    for text in (CONTAINERFILE, MANUAL):
        assert re.search(r"pip install[^&]*--require-hashes[^&]*requirements\.lock", text)


def test_containers_are_closed_and_limited() -> None:
    for name, service in COMPOSE["services"].items():
        assert service["read_only"] is True, name
        assert service["logging"] == {"driver": "local"}, f"{name}: its log would fill the disk"
        assert service["mem_limit"] and 0 < service["pids_limit"] <= 256, name
        assert service["security_opt"] == ["no-new-privileges:true"], name
    for name in ("web", "web2", "worker", "reviewer", "beat", "migrate", "copies", "redis"):
        assert shared(name)["cap_drop"] == ["ALL"], name


def test_a_container_begins_with_what_was_built_into_its_image(tmp_path: Path) -> None:
    """The image cannot be written to, so the site's folder is another one, in memory."""
    built, var = tmp_path / "built", tmp_path / "var"
    (built / "static").mkdir(parents=True)
    (built / "static" / "staticfiles.json").write_text("{}")
    (built / "static" / "site.2.css").write_text("new")
    (var / "static").mkdir(parents=True)
    for name in ("staticfiles.json", "site.1.css", "site.2.css"):
        (var / "static" / name).write_text("of another version")
    environment = {**os.environ, "SPADESITE_BUILT": str(built), "SPADESITE_VAR": str(var)}
    done = subprocess.run(
        [DEPLOY / "enter.sh", "sh", "-c", "ls $SPADESITE_VAR/static"], env=environment, capture_output=True, text=True
    )
    assert done.stdout == "site.1.css\nsite.2.css\nstaticfiles.json\n", done.stderr
    assert (var / "static" / "staticfiles.json").read_text() == "{}", "the list is that of another image"
    assert (var / "static" / "site.2.css").read_text() == "of another version", "written while it may be read"
    baked = dict(re.findall(r"\b(SPADESITE_\w+)=(\S+)", CONTAINERFILE.split("ENV ", 1)[1].split("WORKDIR")[0]))
    assert baked == {"SPADESITE_BUILT": "/srv/spadesite/built", "SPADESITE_VAR": "/run/spadesite"}
    volume = f"{baked['SPADESITE_VAR']}/static"
    assert all(f"static:{volume}" in shared(name)["volumes"] for name in ("web", "web2", "copies"))
    assert re.search(rf"install -d -o spadesite .* {volume}( |$)", CONTAINERFILE, re.M), "a new volume would be root's"
    assert any(one.startswith(f"{baked['SPADESITE_VAR']}:uid=10001,mode=0700") for one in shared("web")["tmpfs"])
    assert 'ENTRYPOINT ["deploy/enter.sh"]' in CONTAINERFILE


def test_redis_asks_for_its_password(tmp_path: Path) -> None:
    if shutil.which("redis-server") is None:
        services.skip_without("Redis")
    port, (shell, option, script) = services.free_port(), shared("redis")["command"]
    here = script.replace("$$", "$").replace("redis-server -", f"redis-server - --port {port} --dir {tmp_path}")
    told = {**os.environ, "REDISCLI_AUTH": "a-password-of-redis"}
    with subprocess.Popen([shell, option, here], env=told, stdout=subprocess.DEVNULL) as server:
        try:
            named = redis.Redis(port=port, password="a-password-of-redis", retry=Retry(ConstantBackoff(0.1), 600))
            assert named.ping()
            with pytest.raises(redis.exceptions.AuthenticationError):
                redis.Redis(port=port).ping()
            assert "a-password" not in (Path("/proc") / str(server.pid) / "cmdline").read_text()
        finally:
            server.terminate()


# ---------- who is believed ----------
@pytest.mark.parametrize(("told", "believed"), [({}, ""), ({"FORWARDED_ALLOW_IPS": "127.0.0.1"}, "127.0.0.1")])
def test_nobody_is_believed_who_is_not_named(tmp_path: Path, told: dict[str, str], believed: str) -> None:
    """Uvicorn by itself believes every neighbour on the machine."""
    stand_in = tmp_path / "uvicorn"
    stand_in.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
    stand_in.chmod(0o755)
    environment = {"PATH": f"{tmp_path}:{os.environ['PATH']}", **told}
    done = subprocess.run([DEPLOY / "part.sh", "web"], env=environment, capture_output=True, text=True, check=True)
    words = done.stdout.split("\n")
    assert words[words.index("--forwarded-allow-ips") + 1] == believed
    assert ("127.0.0.1" in _TrustedHosts(believed)) is bool(believed)
    assert "10.0.0.7" not in _TrustedHosts(believed)


def test_the_unit_and_compose_name_their_proxy() -> None:
    [line] = [one for one in values(DEPLOY / "systemd" / "spadesite-web@.service", "Environment") if "HOST=" in one]
    assert "FORWARDED_ALLOW_IPS=127.0.0.1" in line.split()
    assert shared("web")["environment"]["FORWARDED_ALLOW_IPS"] == "*"


def test_lines_on_which_nothing_is_said_are_ended() -> None:
    assert re.search(r"--timeout-keep-alive [1-9]\b", procfile()["web"])
    nginx, caddy = ((DEPLOY / name).read_text(encoding="utf-8") for name in ("nginx.conf", "Caddyfile"))
    for name in ("client_header_timeout", "client_body_timeout", "send_timeout", "keepalive_timeout"):
        assert re.search(rf"^\s+{name} \d\ds;$", nginx, re.M), name
    for name in ("read_header", "read_body", "idle"):
        assert re.search(rf"^\t+{name} \d\ds$", caddy, re.M), name


# ---------- copies of the rows ----------
def test_the_image_can_copy_what_the_server_has() -> None:
    """pg_dump refuses a server that is newer; and a release of Debian has one PostgreSQL's programs only."""
    server = re.search(r":-postgres:(\d+)-(\w+)\}$", shared("postgresql")["image"])
    release = re.findall(r"^ARG PYTHON_IMAGE=python:\S+-slim-(\w+)", CONTAINERFILE, re.M)[-1]
    programs = re.search(r"^ && apt-get install .*\bpostgresql-client-(\d+)\b", CONTAINERFILE, re.M)
    assert server is not None and programs is not None
    assert int(programs[1]) == POSTGRESQL_OF[release] >= int(server[1])
    assert CONTAINERFILE.index("postgresql-client") > CONTAINERFILE.rindex("FROM "), "not in the image that runs"


def test_copies_are_made_in_the_sites_own_image() -> None:
    """It needs the database, Python and a place that stays; and no table may be there before a copy is restored."""
    copies, web = shared("copies"), shared("web")
    assert copies["image"] == web["image"] and copies["profiles"] == ["tools"]
    assert copies["environment"]["DATABASE_URL"] == web["environment"]["DATABASE_URL"]
    assert set(copies["depends_on"]) == {"postgresql"}
    assert copies["volumes"] == ["${COPIES:-copies}:/backups", *web["volumes"]] and "copies" in COMPOSE["volumes"]
    assert re.search(r"install -d -o spadesite .* /backups$", CONTAINERFILE, re.M), "a new volume would be root's"
    assert "PYTHON=/opt/venv/bin/python" in CONTAINERFILE


def test_the_manual_names_what_is_there() -> None:
    asked = set(re.findall(r"run --rm (\S+) (deploy/\S+) /backups", MANUAL))
    assert asked == {("copies", "deploy/backup.sh"), ("copies", "deploy/restore.sh")}
    refused = set(re.findall(r"^\| `(\w+)` \|.*\| refused(?:; [^|]+)? \|$", MANUAL, re.M))
    source = (ROOT / "spadesite" / "settings.py").read_text(encoding="utf-8")
    assert refused == set(re.findall(r'^required_in_production\("(\w+)"\)', source, re.M))


# ---------- the web process ----------
def test_the_routes_are_read_before_the_door_opens() -> None:
    """Or whoever asks a new process first would wait for all games to be loaded."""
    told = "import spadesite.asgi, sys; sys.exit('games.registry' not in sys.modules)"
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "spadesite.settings"}
    assert subprocess.run([sys.executable, "-c", told], cwd=ROOT, env=environment).returncode == 0
