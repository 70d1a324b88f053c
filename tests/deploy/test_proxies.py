"""The two examples of a proxy: what they have to do for the site is written in them."""

import re

import pytest

from spadesite.logs import OPENED
from tests.site import ROOT

DEPLOY = ROOT / "deploy"


@pytest.mark.parametrize(
    ("name", "passes"), [("Caddyfile", "flush_interval -1"), ("nginx.conf", "proxy_buffering off")]
)
def test_a_proxy_has_both_servers_and_keeps_no_event_back(name: str, passes: str) -> None:
    text = (DEPLOY / name).read_text(encoding="utf-8")
    assert "127.0.0.1:8000" in text and "127.0.0.1:8001" in text
    assert passes in text


def test_nginx_writes_down_no_link_that_opens_a_page() -> None:
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    [found] = re.findall(r'^    "~(.+)" "\$before\.\.\.\$after";$', text, re.M)
    cut = re.compile(found.replace("(?<", "(?P<"))
    assert OPENED.pattern.removeprefix("(") in found, "as the site's own log"
    for address in ("/t/%s/", "/accounts/password/reset/key/a-%s/", "/shared/%s/?hand=2"):
        assert cut.sub(r"\g<before>…\g<after>", address % "k-e_y7890123456789") == address.replace("a-%s", "%s") % "…"
    assert "$request_uri" not in text.partition("log_format")[2].partition(";")[0]
    assert len(re.findall(r"^    access_log (?:off|\S+ spadesite);$", text, re.M)) == text.count("\nserver {")


def test_nginx_speaks_http_2_on_both_kinds_of_addresses() -> None:
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    listens = re.findall(r"^    listen (.+);$", text, re.M)
    assert listens == ["443 ssl http2", "[::]:443 ssl http2", "80", "[::]:80"]


def test_caddy_leaves_out_no_process_that_lives() -> None:
    """It blames the second process for a post that it closed itself when the first did not answer the door."""
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    assert not re.search(r"^\t+(fail_duration|max_fails)", text, re.M)
    [every] = re.findall(r"^\t+health_interval (\d+)ms$", text, re.M)
    assert int(every) <= 500


def test_caddy_lets_go_of_a_line_before_the_process_does() -> None:
    [proxy] = re.findall(r"^\t+keepalive (\d+)s$", (DEPLOY / "Caddyfile").read_text(encoding="utf-8"), re.M)
    [process] = re.findall(r"--timeout-keep-alive (\d+)", (ROOT / "Procfile").read_text(encoding="utf-8"))
    assert int(proxy) < int(process)
