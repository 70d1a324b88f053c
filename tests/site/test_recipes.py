"""The recipes in deploy/ agree with the site (processes, settings, versions), and are hardened."""

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

from spadesite.environment import kernels_folder
from spadesite.logs import OPENED
from tools import servers
from tools.site import ROOT

DEPLOY = ROOT / "deploy"


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


UNITS = sorted((DEPLOY / "systemd").iterdir())
UNIT_FILES = [unit for unit in UNITS if unit.suffix == ".service"]
COMPOSE_TEXT, CONTAINERFILE, MANUAL = map(text_of, ("deploy/compose.yaml", "deploy/Containerfile", "docs/running.md"))
NGINX = text_of("deploy/nginx.conf")
COMPOSE: dict[str, Any] = yaml.safe_load(COMPOSE_TEXT)
SERVICES: dict[str, Any] = COMPOSE["services"]
PARTS = {name: words.strip() for name, _, words in (line.partition(":") for line in text_of("Procfile").splitlines())}
#: Environment variables of web servers and scripts, which settings.py does not read.
NOT_SETTINGS = {"FORWARDED_ALLOW_IPS", "HOST", "PORT", "PATH", "KEEP", "PYTHON", "SPADESITE_BUILT"}
NOT_SETTINGS |= {"PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE", "REVIEWS_PER_CHILD"}
#: Environment variables of other servers, of one process, or of compose itself.
OF_COMPOSE = {"POSTGRES_PASSWORD", "REDIS_PASSWORD", "DATABASE_NAME", "SPADESITE_IMAGE", "COPIES", "KEEP"}
OF_COMPOSE |= {"PYTHON_IMAGE", "POSTGRES_IMAGE", "REDIS_IMAGE", "REVIEWS_PER_CHILD"}
#: The version of PostgreSQL in each release of Debian.
POSTGRESQL_OF = {"bookworm": 15, "trixie": 17}


def settings_read() -> set[str]:
    """Return the names that settings.py reads from the environment."""
    calls = [one for one in ast.walk(ast.parse(text_of("spadesite/settings.py"))) if isinstance(one, ast.Call)]
    of_env = [call for call in calls if call.args and ast.unparse(call.func).startswith(("env.", "switch"))]
    return {str(call.args[0].value) for call in of_env if isinstance(call.args[0], ast.Constant)}


def values(unit: Path, name: str) -> list[str]:
    return re.findall(rf"^{name}=(.*)$", unit.read_text(encoding="utf-8"), re.M)


def image_environment() -> dict[str, str]:
    return dict(re.findall(r"\b([A-Z_]+)=(\S+)", CONTAINERFILE.split("ENV ", 1)[1].split("WORKDIR")[0]))


# ---------- processes ----------
def test_every_recipe_starts_the_processes_of_the_procfile() -> None:
    assert set(PARTS) == {"web", "worker", "reviewer", "beat"}
    assert "--timeout-graceful-shutdown" in PARTS["web"] and "--ws none" in PARTS["web"]
    for name, command in PARTS.items():
        unit = next(one for one in UNIT_FILES if one.name.startswith(f"spadesite-{name}"))
        assert values(unit, "ExecStart") == [f"/srv/spadesite/deploy/part.sh {name}"]
        assert SERVICES[name]["command"] == ["deploy/part.sh", name]
        assert SERVICES[name]["depends_on"]["migrate"] == {"condition": "service_completed_successfully"}
        program = command.split()[1]
        assert shutil.which(program, path=str(Path(sys.executable).parent)) or shutil.which(program)
        # The image sets HOST and PORT.
        asked = set(re.findall(r"\$\{([A-Z_]+):-", command)) - {"HOST", "PORT"}
        assert asked <= set(SERVICES[name]["environment"]), name


def test_scripts_are_executable_and_refuse_an_unknown_process() -> None:
    for name in ("backup.sh", "restore.sh", "part.sh", "enter.sh"):
        assert (DEPLOY / name).stat().st_mode & 0o111, name
        subprocess.run(["bash", "-n", DEPLOY / name], check=True)
    done = subprocess.run([DEPLOY / "part.sh", "marta"], capture_output=True, text=True)
    assert done.returncode == 1 and "no process marta" in done.stderr


@pytest.mark.parametrize(("variables", "trusted"), [({}, ""), ({"FORWARDED_ALLOW_IPS": "127.0.0.1"}, "127.0.0.1")])
def test_only_named_proxies_are_trusted(tmp_path: Path, variables: dict[str, str], trusted: str) -> None:
    """Without `--forwarded-allow-ips`, uvicorn trusts the headers of every program on the machine."""
    uvicorn = tmp_path / "uvicorn"
    uvicorn.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
    uvicorn.chmod(0o755)
    environment = {"PATH": f"{tmp_path}:{os.environ['PATH']}", **variables}
    done = subprocess.run([DEPLOY / "part.sh", "web"], env=environment, capture_output=True, text=True, check=True)
    words = done.stdout.split("\n")
    assert words[words.index("--forwarded-allow-ips") + 1] == trusted
    assert ("127.0.0.1" in _TrustedHosts(trusted)) is bool(trusted) and "10.0.0.7" not in _TrustedHosts(trusted)


# ---------- units ----------
def test_units_are_hardened() -> None:
    expected = {"NoNewPrivileges": "yes", "ProtectSystem": "strict", "StateDirectory": "spadesite"}
    expected |= {"StateDirectoryMode": "0700", "User": "spadesite"}
    for unit in UNIT_FILES:
        assert {name: values(unit, name) for name in expected} == {name: [one] for name, one in expected.items()}
        assert "SPADESITE_PRODUCTION=1" in " ".join(values(unit, "Environment")).split(), unit.name
        assert not values(unit, "MemoryDenyWriteExecute"), "the option prevents the compilation of bots"
    [line] = [one for one in values(DEPLOY / "systemd/spadesite-web@.service", "Environment") if "HOST=" in one]
    assert "FORWARDED_ALLOW_IPS=127.0.0.1" in line.split()


def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        servers.skip_without("systemd")
    for unit in UNITS:
        text = unit.read_text(encoding="utf-8").replace("/srv/spadesite", str(ROOT))
        (tmp_path / unit.name).write_text(re.sub(r"^(User|Group)=.*$", r"\1=root", text, flags=re.M), encoding="utf-8")
    files = [tmp_path / unit.name.replace("@.", "@8000.") for unit in UNITS]
    done = subprocess.run([program, "verify", *files], capture_output=True, text=True)
    assert [line for line in done.stderr.splitlines() if "spadesite" in line] == []
    wanted = set(values(DEPLOY / "systemd/spadesite.target", "Wants")[0].split())
    assert {re.sub(r"@\d+", "@", name) for name in wanted} <= {unit.name for unit in UNITS}
    assert {"spadesite-web@8000.service", "spadesite-web@8001.service"} <= wanted


# ---------- settings and secrets ----------
def test_recipes_set_only_known_variables_and_the_manual_lists_the_required_ones() -> None:
    named = {name for part in (*PARTS, "web2", "migrate", "copies") for name in SERVICES[part]["environment"]}
    for line in (line for unit in UNIT_FILES for line in values(unit, "Environment")):
        named |= {one.partition("=")[0] for one in line.split()}
    assert named | image_environment().keys() <= settings_read() | NOT_SETTINGS
    refused = set(re.findall(r"^\| `(\w+)` \|.*\| refused(?:; [^|]+)? \|$", MANUAL, re.M))
    assert refused == set(re.findall(r'^required_in_production\("(\w+)"\)', text_of("spadesite/settings.py"), re.M))


def test_recipes_and_the_example_contain_no_secret() -> None:
    assert set(re.findall(r"\$\{([A-Z_]+)", COMPOSE_TEXT)) <= settings_read() | OF_COMPOSE
    for name in ("SECRET_KEY", "POSTGRES_PASSWORD", "REDIS_PASSWORD", "EMAIL_URL", "ALLOWED_HOSTS"):
        assert f"${{{name}:?" in COMPOSE_TEXT and not re.search(rf"{name}: (?!\$\{{)\S", COMPOSE_TEXT)
    assert re.search(r"^\.env$", text_of(".gitignore"), re.M)
    lines = text_of(".env.example").splitlines()
    example = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    assert set(re.findall(r"\$\{([A-Z_]+):\?", COMPOSE_TEXT)) <= set(example) <= settings_read() | OF_COMPOSE
    assert not any(example[name] for name in ("SECRET_KEY", "POSTGRES_PASSWORD", "REDIS_PASSWORD", "METRICS_TOKEN"))


def pins(name: str) -> dict[str, str]:
    found = re.findall(r"^([\w.-]+)(?:\[[\w,]+\])?==([^\s\\]+)", text_of(name), re.M)
    return {package.lower().replace("_", "-"): version for package, version in found}


def test_packages_are_installed_by_hash() -> None:
    assert pins("requirements.lock") == pins("requirements.txt"), "requirements.lock is outdated: make lock"
    entries = re.split(r"^(?=[\w.-]+==)", text_of("requirements.lock"), flags=re.M)[1:]
    assert [entry for entry in entries if not re.search(r"--hash=sha256:[0-9a-f]{64}", entry)] == []
    for text in (CONTAINERFILE, MANUAL):
        assert re.search(r"pip install[^&]*--require-hashes[^&]*requirements\.lock", text)


# ---------- the image ----------
def test_the_copied_sources_suffice_to_build_the_image_which_does_not_run_as_root(tmp_path: Path) -> None:
    """With these sources alone, `collectstatic` works and the system checks accept the settings of compose."""
    lines = re.findall(r"^COPY (?!--from)(.+) \S+$", CONTAINERFILE, re.M)
    copied = {name for line in lines for name in line.split()} - {"requirements.lock"}
    assert {f"!{name}" for name in copied} <= set(text_of(".dockerignore").splitlines())
    assert CONTAINERFILE.index("USER spadesite") < CONTAINERFILE.index("CMD [")
    for source in (ROOT / name for name in copied):
        if source.is_dir():
            shutil.copytree(source, tmp_path / source.name)
        else:
            shutil.copy(source, tmp_path)
    fixed = {name: str(value) for name, value in SERVICES["web"]["environment"].items() if "${" not in str(value)}
    chosen = {"ALLOWED_HOSTS": "cards.example.org", "CSRF_TRUSTED_ORIGINS": "https://cards.example.org"}
    chosen |= {"DATABASE_URL": "sqlite:///unused", "EMAIL_URL": "smtp+tls://user:password@mail.example.org:587"}
    chosen |= {"SECRET_KEY": "Jx3vQ8mZ2pL9tR5wY7cB4nK6hG1fD0sAeUiOqTzXbVkMjNrWyPaEuC"}
    environment = {**fixed, **chosen, "PATH": os.environ["PATH"], "SPADESITE_VAR": str(tmp_path / "var")}
    for words in (["collectstatic", "--no-input", "--verbosity", "0"], ["check", "--fail-level", "ERROR"]):
        command = [sys.executable, "manage.py", *words]
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "var" / "static" / "staticfiles.json").exists()


def test_the_folder_of_compiled_bots_is_the_same_after_a_push_and_a_pull(tmp_path: Path) -> None:
    """The folder is named after file times. An image stores whole seconds, so the build rounds the times first."""
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


def test_a_container_starts_with_the_built_files_and_keeps_older_static_files(tmp_path: Path) -> None:
    """SPADESITE_VAR is in memory, but its folder `static` is a volume with the static files of several versions."""
    built, var = tmp_path / "built", tmp_path / "var"
    (built / "static").mkdir(parents=True)
    (built / "static" / "staticfiles.json").write_text("{}")
    (built / "static" / "site.2.css").write_text("new")
    (var / "static").mkdir(parents=True)
    for name in ("staticfiles.json", "site.1.css", "site.2.css"):
        (var / "static" / name).write_text("of another version")
    environment = {**os.environ, "SPADESITE_BUILT": str(built), "SPADESITE_VAR": str(var)}
    command = [str(DEPLOY / "enter.sh"), "sh", "-c", "ls $SPADESITE_VAR/static"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.stdout == "site.1.css\nsite.2.css\nstaticfiles.json\n", done.stderr
    assert (var / "static" / "staticfiles.json").read_text() == "{}", "the manifest is still that of another image"
    assert (var / "static" / "site.2.css").read_text() == "of another version", (
        "a file that another process may be reading was overwritten"
    )
    baked = {name: value for name, value in image_environment().items() if name.startswith("SPADESITE_")}
    assert baked == {"SPADESITE_BUILT": "/srv/spadesite/built", "SPADESITE_VAR": "/run/spadesite"}
    assert all("static:/run/spadesite/static" in SERVICES[name]["volumes"] for name in ("web", "web2", "copies"))
    for folder in ("/run/spadesite/static", "/backups"):
        assert re.search(rf"install -d -o spadesite .* {folder}( |$)", CONTAINERFILE, re.M), (
            "the volume would belong to root"
        )
    assert any(one.startswith("/run/spadesite:uid=10001,mode=0700") for one in SERVICES["web"]["tmpfs"])
    assert 'ENTRYPOINT ["deploy/enter.sh"]' in CONTAINERFILE


# ---------- containers ----------
def test_containers_are_read_only_without_privileges_and_limited() -> None:
    for name, service in SERVICES.items():
        assert service["read_only"] is True and service["security_opt"] == ["no-new-privileges:true"], name
        assert service["logging"] == {"driver": "local"}, f"{name}: its log would fill the disk"
        assert service["mem_limit"] and 0 < service["pids_limit"] <= 256, name
        assert name == "postgresql" or service["cap_drop"] == ["ALL"], name
    assert SERVICES["web"]["environment"]["FORWARDED_ALLOW_IPS"] == "*"
    assert all(port.startswith("127.0.0.1:") for name in ("web", "web2") for port in SERVICES[name]["ports"])


def test_redis_asks_for_its_password(tmp_path: Path) -> None:
    if shutil.which("redis-server") is None:
        servers.skip_without("Redis")
    port, (shell, option, script) = servers.free_port(), SERVICES["redis"]["command"]
    here = script.replace("$$", "$").replace("redis-server -", f"redis-server - --port {port} --dir {tmp_path}")
    environment = {**os.environ, "REDISCLI_AUTH": "a-password-of-redis"}
    with subprocess.Popen([shell, option, here], env=environment, stdout=subprocess.DEVNULL) as server:
        try:
            named = redis.Redis(port=port, password="a-password-of-redis", retry=Retry(ConstantBackoff(0.1), 600))
            assert named.ping()
            with pytest.raises(redis.exceptions.AuthenticationError):
                redis.Redis(port=port).ping()
            assert "a-password" not in (Path("/proc") / str(server.pid) / "cmdline").read_text()
        finally:
            server.terminate()


def test_backups_are_made_in_the_image_of_the_site() -> None:
    """pg_dump refuses a newer server, and each release of Debian has only one version of pg_dump."""
    copies, web = SERVICES["copies"], SERVICES["web"]
    assert copies["image"] == web["image"] and copies["profiles"] == ["tools"]
    assert copies["environment"]["DATABASE_URL"] == web["environment"]["DATABASE_URL"]
    assert set(copies["depends_on"]) == {"postgresql"}, "another service would fill the database before a restore"
    assert copies["volumes"] == ["${COPIES:-copies}:/backups", *web["volumes"]] and "copies" in COMPOSE["volumes"]
    assert "PYTHON=/opt/venv/bin/python" in CONTAINERFILE
    asked = set(re.findall(r"run --rm (\S+) (deploy/\S+) /backups", MANUAL))
    assert asked == {("copies", "deploy/backup.sh"), ("copies", "deploy/restore.sh")}
    server = re.search(r":-postgres:(\d+)-(\w+)\}$", SERVICES["postgresql"]["image"])
    release = re.findall(r"^ARG PYTHON_IMAGE=python:\S+-slim-(\w+)", CONTAINERFILE, re.M)[-1]
    programs = re.search(r"^ && apt-get install .*\bpostgresql-client-(\d+)\b", CONTAINERFILE, re.M)
    assert server is not None and programs is not None
    assert int(programs[1]) == POSTGRESQL_OF[release] >= int(server[1])
    assert CONTAINERFILE.index("postgresql-client") > CONTAINERFILE.rindex("FROM "), "pg_dump is not in the final image"


def test_nginx_logs_no_secret_link() -> None:
    [found] = re.findall(r'^    "~(.+)" "\$before\.\.\.\$after";$', NGINX, re.M)
    cut = re.compile(found.replace("(?<", "(?P<"))
    assert OPENED.pattern.removeprefix("(") in found, "the site's own log masks other links"
    for address in ("/t/%s/", "/accounts/password/reset/key/a-%s/", "/shared/%s/?hand=2"):
        assert cut.sub(r"\g<before>…\g<after>", address % "k-e_y7890123456789") == address.replace("a-%s", "%s") % "…"
    assert "$request_uri" not in NGINX.partition("log_format")[2].partition(";")[0]
    assert len(re.findall(r"^    access_log (?:off|\S+ spadesite);$", NGINX, re.M)) == NGINX.count("\nserver {")
